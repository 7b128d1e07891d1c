// The score is written into its cell on the sheet while it is typed, where that can be seen beside the slip; and
// without a line the slip says itself what the cards make.
const { after, announce, ask, emit, on } = companion;
const ahead = document.getElementById("ahead");
const form = () => document.querySelector("#slip #score");
const head = document.getElementById("live");
const grows = new ResizeObserver(() => show());
const HALF = `half ${companion.link}`; // what was typed without a line, in this tab, by the table's link
const AGAIN = 20_000; // until the slip is asked for once more
const CHOSEN = ["player", "product", "without"];
const TYPED = ["values", "hand", "points"];
let opened = false; // since the last one was shut

function show() {
  const score = form();
  const cell = score && cellOf(score);
  for (const other of document.querySelectorAll("#sheet .written")) {
    if (other === cell) continue;
    other.classList.remove("written");
    delete other.dataset.written;
  }
  const seen = Boolean(cell) && uncovered(cell);
  score?.classList.toggle("in-cell", seen);
  if (!score) return;
  opened = true;
  grows.observe(score); // by a line: then it lies over more
  const { points, says } = worth(score);
  if (away() && score.dataset.keep) keep(score, points, says);
  if (seen && (cell.dataset.written !== points || !cell.classList.contains("written"))) {
    cell.dataset.written = points;
    cell.classList.add("written");
  }
}

function cellOf({ elements: { player, product } }) {
  return product?.value && document.querySelector(`#sheet .${product.value} [data-of="${player.value}"]`);
}

// Its row is scrolled above the slip, if it can be.
function uncovered(cell) {
  const sheet = document.getElementById("sheet");
  const { top, left } = document.querySelector("#slip dialog").getBoundingClientRect();
  const box = () => cell.getBoundingClientRect();
  const hidden = () => box().right > left && box().bottom > top - 4;
  if (hidden()) {
    sheet.style.paddingBottom = `${innerHeight - top}px`;
    sheet.scrollTop += box().bottom - top + 8;
  }
  const { bottom: names } = sheet.querySelector("thead")?.getBoundingClientRect() ?? { bottom: 0 };
  return !hidden() && box().top >= names - 12;
}

// Points as they are typed; or the sum of the cards times the hand, once both are told.
function worth({ elements }) {
  if (elements.without?.value !== "points") return { points: elements.points.value.trim() };
  const values = elements.values.value.match(/\d/g) ?? [];
  const hand = Number(elements.hand.value);
  const points = values.length && hand ? String(values.reduce((sum, value) => sum + Number(value), 0) * hand) : "";
  return { points, says: `(${values.join(" + ")}) × ${hand} = ${points}` };
}

// Without a line

let unheard = "asOf" in document.documentElement.dataset; // what was asked or sent last wasn't answered
on("heard", ({ ok }) => { unheard = !ok; });
on("live", () => {
  unheard = false;
  form()?.dispatchEvent(new Event("input", { bubbles: true })); // asks what it brings
});
const away = () => unheard || head?.dataset.state === "offline";

// What it makes and what the key does; until all is told, what is missing.
function keep(score, points, says = points) {
  const said = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  const { keep, kept, later } = score.dataset;
  const missing = lacks(score);
  const sub = said("small", kept);
  sub.className = "sub";
  const whose = nameOf(score.elements.player.value);
  if (points && whose) {
    document.getElementById("notes-what").replaceChildren(keep.replace("0", points).replace("{name}", whose), sub);
  }
  const sum = said("b", points && says.replace(/^.*\) /, ""));
  document.getElementById("preview").replaceChildren(sum, said("small", missing || later));
  halfTold(new URLSearchParams([...new FormData(score)].filter(([name]) => CHOSEN.concat(TYPED).includes(name))));
}

// Its address has all that was typed while the table answers; without a line a reload finds it here, until it is noted
// or the slip is shut.
function halfTold(told) {
  try {
    if (told) sessionStorage[HALF] = told;
    else if (told === null) delete sessionStorage[HALF];
    return sessionStorage[HALF];
  } catch { /* private: until the page goes */ }
}

function reopen() {
  const told = halfTold();
  const address = `${ahead.dataset.slip.split("?")[0]}?${told}`;
  if (told && !form()) htmx.ajax("GET", address, { target: "#slip", swap: "outerHTML" });
}

const nameOf = (seat) => document.querySelector(`#seat-${seat} bdi`)?.textContent;

function lacks({ dataset, elements }) {
  const fields = elements.without.value === "points" ? ["values", "hand"] : ["points"];
  const lacking = ["player", "product", ...fields].find((name) => !elements[name].value);
  return lacking && dataset[`no${lacking[0].toUpperCase()}${lacking.slice(1)}`];
}

// Nobody would hear that too little was told before the line is back.
addEventListener("submit", (event) => {
  const missing = event.target === form() && away() && lacks(form());
  if (!missing) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  announce(missing);
}, true);

// The slip that the page has fetched ahead, for whoever it will be; as long as it doesn't come, it is asked for again.
let again;

async function fetchAhead() {
  clearTimeout(again);
  const { html, ok } = await ask(ahead.dataset.slip).catch(() => ({}));
  if (ok) ahead.innerHTML = html;
  else again = setTimeout(fetchAhead, AGAIN);
  const parts = ahead.content;
  for (const { dataset } of parts.querySelectorAll("[data-needs]")) import(dataset.needs);
  for (const style of parts.querySelectorAll("link")) {
    if (!document.head.querySelector(`[href="${style.getAttribute("href")}"]`)) document.head.append(style.cloneNode());
  }
  if (ok) emit("ahead");
  reopen();
}

document.addEventListener("htmx:beforeRequest", (event) => {
  if (away() && opens(event.detail.pathInfo.requestPath)) event.preventDefault();
});
for (const lost of ["sendError", "timeout"]) {
  document.addEventListener(`htmx:${lost}`, ({ detail }) => {
    unheard = true;
    const { requestPath } = detail.pathInfo;
    if (opens(requestPath)) emit("calm");
    else if (isMissing(requestPath)) emit("trouble", { html: `<p>${ahead.dataset.missing}</p>` });
  });
}

const isMissing = (path) => ahead?.content.childElementCount === 0 && isOurs(path);
const isOurs = (path) => ahead.dataset.slip.startsWith(new URL(path, location).pathname);

// A slip that came by the line is of one seat: that is left as it is.
function opens(path) {
  const { searchParams: told } = new URL(path, location);
  const here = ahead?.content.firstElementChild && isOurs(path);
  if (!here || (form() && !form().elements.player.length)) return false;
  if (!form()) {
    const fresh = ahead.content.cloneNode(true).firstElementChild;
    for (const key of fresh.querySelectorAll("[name=player]")) {
      const who = document.querySelector(`#seat-${key.value} .who`); // as they are called now
      key.nextElementSibling.replaceChildren(...who.cloneNode(true).childNodes);
    }
    for (const key of fresh.querySelectorAll("[autofocus]")) key.autofocus = false;
    if (told.get("player")) { // another can be tapped on the sheet
      fresh.querySelector(".seats-row").hidden = true;
      fresh.querySelector("#slip-title").classList.add("vh");
    }
    tell(fresh.querySelector("form"), told);
    emit("slip", { fresh });
  } else tell(form(), told);
  show();
  return true;
}

function tell(score, told) {
  for (const name of CHOSEN) {
    if (told.get(name)) score.querySelector(`[name=${name}][value="${told.get(name)}"]`).checked = true;
  }
  score.elements.after.value = after();
  ofSeat(score);
  for (const name of TYPED) {
    if (told.get(name)) score.elements[name].value = told.get(name);
  }
}

// What that seat has scored, and its hand: as it stood, and not where taps wait that may have changed it.
function ofSeat(score) {
  const seat = score.querySelector("[name=player]:checked")?.value;
  if (seat) score.querySelector("#slip-title").textContent = score.dataset.scores.replace("{name}", nameOf(seat));
  for (const key of score.querySelectorAll("[name=product]")) {
    key.disabled = Boolean(seat && !document.querySelector(`#sheet .${key.value} [data-of="${seat}"]`));
    key.checked &&= !key.disabled;
  }
  const hand = document.querySelector(`#seat-${seat} .back`)?.nextSibling.data.trim();
  if (hand > 0 && head.dataset.state !== "waiting") score.elements.hand.value = hand;
  else if (score.elements.hand) score.elements.hand.value = "";
}

addEventListener("change", ({ target }) => {
  if (target.name === "player" && target.form === form() && away()) ofSeat(target.form);
});

for (const change of ["input", "change"]) addEventListener(change, () => setTimeout(show));
new MutationObserver(show).observe(document.getElementById("slip").parentNode, { childList: true });
if (head) new MutationObserver(show).observe(head, { attributeFilter: ["data-state"] });
on("laid", show);
on("closed", () => {
  document.getElementById("sheet")?.style.removeProperty("padding-bottom");
  if (opened) halfTold(null);
  opened = false;
  show();
});
addEventListener("click", ({ target }) => {
  if (target.closest("#slip [data-closes]")) halfTold(null); // also where another page comes
}, true);
show();
if (ahead) {
  on("live", () => { if (isMissing(ahead.dataset.slip)) fetchAhead(); });
  reopen();
  fetchAhead();
}
