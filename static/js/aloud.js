// Reading aloud what screen readers are told: by a voice that this device has itself, in the page's language. Nothing
// is said before somebody has pressed something, which browsers demand; nothing waits for a voice that doesn't come.
(() => {
  "use strict";

  const { speechSynthesis: voices, SpeechSynthesisUtterance: Utterance } = globalThis;
  if (!voices) return;
  const MODES = ["off", "bad", "all"];
  const { lang } = document.documentElement;
  const key = document.getElementById("aloud");
  let mode = key ? "off" : document.body.dataset.aloud;
  let pressed = false;

  const own = () => voices.getVoices().find((one) => one.localService && one.lang.toLowerCase().startsWith(lang));

  // One sentence after the other; what is newer takes the place of what waits.

  let waits = [],
    now = null,
    patience;

  function say(sentences) {
    waits = sentences.map((one) => one.replace(/\s*\n\s*/g, ", ").trim()).filter(Boolean);
    if (!now) next();
  }

  function next() {
    clearTimeout(patience);
    now = null;
    const text = waits.shift(),
      voice = own();
    if (!text || !voice || !pressed || document.hidden) return;
    now = Object.assign(new Utterance(text), { voice, lang: voice.lang });
    const mine = now;
    const done = () => { if (now === mine) next(); };
    now.onend = now.onerror = done;
    patience = setTimeout(() => {
      voices.cancel();
      done();
    }, 4000 + 120 * text.length);
    voices.speak(now);
  }

  function hush() {
    clearTimeout(patience);
    waits = [];
    now = null;
    voices.cancel();
  }

  // Some let nothing be heard that wasn't begun by a finger.
  for (const press of ["pointerdown", "keydown"]) {
    addEventListener(press, () => {
      if (!pressed && mode !== "off") voices.speak(new Utterance(""));
      pressed = true;
    }, true);
  }
  addEventListener("pagehide", hush);
  document.addEventListener("visibilitychange", () => { if (document.hidden) hush(); });

  // What happens at the table: bad cards and what was corrected, or every turn; at the end the tally, and then who wins

  const said = document.getElementById("said");

  function heard() {
    const text = said.textContent.trim(),
      { classList, dataset } = document.getElementById("sitting");
    if (!text || mode === "off") return;
    if (classList.contains("ended")) return say([...tally(), text]);
    if (mode === "all" || dataset.matters || dataset.corrects) say([text]);
  }

  function tally() {
    const names = [...document.querySelectorAll("#tally thead th")].map((name) => name.innerText.trim());
    return [...document.querySelectorAll("#tally :is(tbody, tfoot) tr, ol#tally > li, ul#tally > li")].map((row) => {
      if (row.localName === "li") return row.innerText;
      const last = row.parentNode.localName === "tfoot";
      const cells = [...row.cells].slice(1).map((cell, seat) => {
        const points = last ? cell.innerText.trim() : cell.querySelector("b")?.innerText;
        return points && `${names[seat]} ${points}`;
      });
      return [row.cells[0].innerText, ...cells.filter(Boolean)].join(", ");
    });
  }

  if (said) new MutationObserver(heard).observe(said, { childList: true, characterData: true });

  // The key of a wall: off, bad cards, every turn. It tries its voice at once.

  function named() {
    key.lastElementChild.textContent = key.dataset[mode];
    key.setAttribute("aria-pressed", mode !== "off");
  }

  key?.addEventListener("click", () => {
    mode = MODES[(MODES.indexOf(mode) + 1) % MODES.length];
    named();
    if (mode === "off") return hush();
    pressed = true;
    say([key.dataset[mode], document.querySelector("#shelf .now b")?.innerText ?? ""]);
  });

  // The settings: what it sounds like

  document.getElementById("hear")?.addEventListener("click", ({ currentTarget }) => {
    hush();
    pressed = true;
    say([currentTarget.dataset.says]);
  });

  // The choice is there where there is a voice; browsers may take a while to know.
  function offer() {
    const choice = key ?? document.getElementById("aloud-choice");
    if (choice) choice.hidden = !own();
  }

  voices.onvoiceschanged = offer;
  if (key) named();
  offer();
})();
