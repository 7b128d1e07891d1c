"""Reading aloud: a wall and a phone say what happens, by a voice of their own."""

import pytest
from playwright.sync_api import expect

# A device's voice, which tells what it was given to say; `stuck`: it never comes to an end
VOICE = """(() => {
  window.spoken = [];
  const voices = %s;
  const voice = {
    getVoices: () => voices,
    speak(told) {
      if (!told.text) return;
      window.spoken.push(told.text);
      if (!window.stuck) setTimeout(() => told.onend?.(), 20);
    },
    cancel() { window.cancelled = true; },
  };
  Object.defineProperty(window, "speechSynthesis", { value: voice });
  window.SpeechSynthesisUtterance = function (text) { this.text = text; };
})()"""
OWN = VOICE % "[{ lang: 'de_DE', localService: true }, { lang: 'en-GB', localService: true }]"
ELSEWHERE = VOICE % "[{ lang: 'en-GB', localService: false }, { lang: 'de-DE', localService: true }]"


@pytest.fixture
def scorer(new_phone, told):
    phone = new_phone().open(told.address)
    expect(phone.find("#live")).to_contain_text("Live")
    return phone


@pytest.fixture
def wall(new_phone, scorer, told):
    """A television that hears what the scorer notes."""
    wall = new_phone(viewport={"width": 1280, "height": 720}, is_mobile=False)
    wall.page.add_init_script(OWN)
    wall.open(told.watching)
    expect(wall.find("#live")).to_contain_text("2 phones")
    return wall


def says(phone, *texts):
    """Each of them was said by now, in this order."""
    phone.page.wait_for_function(
        """(texts) => {
          const told = [...window.spoken];
          return texts.every((text) => {
            const at = told.findIndex((one) => one.includes(text));
            return at >= 0 && told.splice(0, at + 1);
          });
        }""",
        arg=list(texts),
    )


def spoken(phone):
    return phone.page.evaluate("window.spoken")


def presses(wall, until):
    while wall.find("#aloud").inner_text().strip() != until:
        wall.tap("#aloud")


def test_a_wall_is_silent_until_its_key_is_pressed_and_then_says_every_turn(wall, scorer):
    scorer.tap("#drew-goods")
    expect(wall.find("#said")).to_contain_text("Goods")
    assert spoken(wall) == []
    presses(wall, "Read aloud: every turn")
    says(wall, "Read aloud: every turn", "turn")
    scorer.tap("#drew-goods")
    says(wall, "every turn", "Goods")
    assert wall.boxes("#said")[0]["height"] > 10  # it stands in the awning, too, word for word
    presses(wall, "Read aloud: off")
    assert wall.boxes("#said")[0]["height"] <= 1
    before = spoken(wall)
    scorer.tap("#drew-fiasko")
    expect(wall.find("#said")).to_contain_text("Fiasko")
    assert spoken(wall) == before


def test_bad_cards_alone_are_said_what_was_taken_back_and_at_the_end_the_tally(wall, scorer, told):
    presses(wall, "Read aloud: bad cards")
    scorer.tap("#drew-goods")
    expect(wall.find("#said")).to_contain_text("Goods")
    scorer.tap("#drew-catastrophe")
    says(wall, "Catastrophe")
    scorer.tap("#undo")
    says(wall, "Catastrophe", "undid")
    assert not [one for one in spoken(wall) if "Goods" in one]
    scorer.open(told.address + "stop")
    scorer.tap("#stop .go")
    says(wall, "undid", "Total, Ana", "wins")
    assert "wins" in spoken(wall)[-1]


def test_nothing_waits_for_a_voice_that_does_not_end_and_a_sleeper_hears_nothing_old(wall, scorer, told):
    wall.page.evaluate("window.stuck = true")
    presses(wall, "Read aloud: every turn")
    scorer.tap("#drew-fiasko")
    says(wall, "Fiasko")  # after its patience with the one before
    assert wall.page.evaluate("window.cancelled")
    wall.page.evaluate(
        """() => {
          Object.defineProperty(document, 'hidden', { value: true, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
          Object.defineProperty(document, 'hidden', { value: false });
          window.stuck = false;
          window.spoken = [];
        }"""
    )
    wall.page.wait_for_timeout(300)
    assert spoken(wall) == []


@pytest.mark.parametrize("script", ["", ELSEWHERE])
def test_where_the_device_has_no_voice_of_its_own_nothing_is_offered(new_phone, told, script):
    phone = new_phone()
    if script:
        phone.page.add_init_script(script)
    phone.open(told.watching)
    expect(phone.find("#live")).to_contain_text("Live")
    expect(phone.find("#aloud")).to_be_hidden()
    phone.open("/settings")
    expect(phone.find("#aloud-choice")).to_be_hidden()


def test_a_phone_that_chose_it_says_what_its_own_taps_and_others_did(new_phone, told):
    phone = new_phone()
    phone.page.add_init_script(OWN)
    phone.open("/settings")
    phone.tap("#hear")
    says(phone, "loses 5 cards")
    with phone.page.expect_response("**/settings"):
        phone.tap(".pick:has([name=aloud][value=all])")
    phone.open(told.address)
    phone.tap("#drew-goods")
    says(phone, "Goods")
