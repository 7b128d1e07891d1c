// The score is written into its cell on the sheet while it is typed, where that can be seen beside the slip; and
// without a line the slip says itself what the cards make.
const { on } = companion;
const form = () => document.querySelector("#slip #score");
const head = document.getElementById("live");
const grows = new ResizeObserver(() => show());

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
  grows.observe(score); // by a line: then it lies over more
  const { points, says } = worth(score);
  if (seen && (cell.dataset.written !== points || !cell.classList.contains("written"))) {
    cell.dataset.written = points;
    cell.classList.add("written");
  }
  if (/^(offline|waiting)$/.test(head?.dataset.state) && score.dataset.keep && points) keep(score, points, says);
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

function keep(score, points, says = points) {
  const said = (name, text) => Object.assign(document.createElement(name), { textContent: text });
  const { keep, kept, later } = score.dataset;
  const sub = said("small", kept);
  sub.className = "sub";
  document.getElementById("notes-what").replaceChildren(keep.replace("0", points), sub);
  const sum = said("b", says.replace(/^.*\) /, ""));
  document.getElementById("preview").replaceChildren(sum, said("small", later));
}

for (const change of ["input", "change"]) addEventListener(change, () => setTimeout(show));
new MutationObserver(show).observe(document.getElementById("slip").parentNode, { childList: true });
if (head) new MutationObserver(show).observe(head, { attributeFilter: ["data-state"] });
on("laid", show);
on("closed", () => {
  document.getElementById("sheet")?.style.removeProperty("padding-bottom");
  show();
});
show();
