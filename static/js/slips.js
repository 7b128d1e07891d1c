// What an open slip needs beside its keys, and is fetched with the first one: a keyboard types anywhere in it, what our
// own keypad typed is said, and what it lies over can't be reached.
const { announce, on } = companion;
const slip = () => document.querySelector("#slip dialog");
const { letters = "" } = document.getElementById("beside")?.dataset ?? {};
const OWN = "input:not([data-keyed], [type=radio], [type=checkbox]), textarea, select"; // type for themselves
const SEVERAL = "[data-between=' ']"; // numbers of several digits, one after the other: the field takes them itself
const STEPS = { "+": "1", "-": "-1" };

const shows = (key) => key.offsetParent && !key.disabled;
const first = (keys) => [...slip().querySelectorAll(keys)].find(shows);

// Digits are the keypad's, letters those of the keys

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!slip() || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || target.matches(OWN)) return;
  const pressed = meant(key, target);
  if (!pressed) return;
  event.preventDefault();
  (pressed.control ?? pressed).click();
});

function meant(key, target) {
  if (key === "Enter") return target.closest("a, button, input, label") ? null : first(".go");
  const types = `[data-adds]:is([data-to="${target.name}"], [data-to=""]):not(${SEVERAL})`;
  if (target.matches("[data-keyed]") && !first(types)) return null; // a field that our keys don't type into
  if (/^\d$/.test(key)) return first(`[data-adds="${key}"]:not(${SEVERAL})`);
  if (key === "Backspace") return first("[data-rubs]");
  if (STEPS[key]) return first(`[data-steps="${STEPS[key]}"]`);
  if (letters === "on" && /^\p{L}$/u.test(key)) return spelt().get(plain(key));
  return null;
}

const plain = (text) => text.normalize("NFD").toUpperCase().replace(/\P{L}/gu, "");

// The first letter of its words that no key before it has; those that are taken keep theirs.
function spelt() {
  const known = new Map();
  for (const key of slip().querySelectorAll(".pick, button[name]")) {
    const says = key.textContent.trim() || key.querySelector("input")?.ariaLabel || "";
    const letter = [...plain(says)].find((one) => !known.has(one));
    if (!letter || !key.offsetParent) continue;
    known.set(letter, key.control?.disabled ? null : key);
    const cap = key.querySelector(".key") ?? key;
    cap.dataset.letter = letter;
    (key.control ?? key).setAttribute("aria-keyshortcuts", letter);
  }
  return known;
}

// What a key of ours typed

addEventListener("input", ({ isTrusted, target }) => {
  if (!isTrusted && target.matches("#slip [data-keyed]")) announce(target.value || "–");
});

// The ring of the focus is for whoever presses keys of a keyboard

const touched = (is) => document.documentElement.classList.toggle("touched", is);
addEventListener("pointerdown", () => touched(true), true);
addEventListener("keydown", () => touched(false), true);
touched(matchMedia("(pointer: coarse)").matches);

// Over a question nothing else can be done; beside another slip, all of which more than an edge can be seen

const EDGE = 8; // pixels

function cover() {
  const open = slip();
  const over = open?.getBoundingClientRect();
  for (const part of document.querySelectorAll(".top, #sitting")) part.inert = Boolean(open?.matches(".asks"));
  for (const key of document.querySelectorAll("a, button, input, [tabindex='0']")) {
    if (key.closest("#slip, #waits")) continue;
    const { left, right, top, bottom } = key.getBoundingClientRect();
    const within = over && left >= over.left - EDGE && right <= over.right + EDGE;
    const whole = key.closest("th, td") ?? key; // a cell of a table with nothing in it would be read as empty
    whole.inert = Boolean(within && top >= over.top - EDGE && bottom <= over.bottom + EDGE);
  }
  if (!open) return;
  grows.observe(open); // by a line of what is typed, say
  if (letters === "on" && innerWidth > 1023) spelt();
}

const grows = new ResizeObserver(cover);
new MutationObserver(cover).observe(document.getElementById("main"), { childList: true, subtree: true });
for (const change of ["animationend", "change", "keydown", "resize", "scroll"]) addEventListener(change, cover, true);
on("laid", cover);
cover();
