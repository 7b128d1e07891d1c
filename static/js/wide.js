// What a laptop has beyond a phone, and no phone loads: what was noted last, and a letter for each key.
const main = document.getElementById("main"),
  room = matchMedia("(min-width: 64rem) and (min-height: 40rem)");
const KEYS = "#undo, #pad :is(a, button).key, #pad .shapes .pick .key, #to-whole-log";
const FIELDS = "input:not([type=radio], [type=checkbox]), textarea, select";
let known;

function look() {
  if (!room.matches || document.readyState !== "complete") return; // before, htmx may not hear it yet
  const { after } = document.getElementById("sitting").dataset, { letters } = document.getElementById("beside").dataset;
  if (known !== after) htmx.trigger("#beside", "noted");
  known = after;
  if (letters === "on" && matchMedia("(pointer: fine)").matches) spell();
}

// The first letter of its words that no key before it has.
function spell() {
  const taken = new Set();
  for (const key of main.querySelectorAll(KEYS)) {
    const letter = key.innerText.normalize("NFD").toUpperCase().match(/[A-Z]/g)?.find((one) => !taken.has(one)) ?? "";
    taken.add(letter);
    if (key.dataset.letter === letter) continue;
    key.dataset.letter = letter;
    key.setAttribute("aria-keyshortcuts", letter);
  }
}

// It does what its key does, where it shows: not over an open slip, and not while somebody types.
addEventListener("keydown", (event) => {
  const { key, target } = event;
  const other = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing;
  const typing = target.matches(FIELDS) || document.querySelector("#slip dialog");
  if (other || typing || !room.matches || !/^[a-z]$/i.test(key)) return;
  main.querySelector(`[data-letter="${key.toUpperCase()}"]`)?.click();
});

room.addEventListener("change", look);
addEventListener("load", look);
const seen = { subtree: true, childList: true, attributeFilter: ["data-after", "data-letter"] };
new MutationObserver(look).observe(main, seen);
look();
