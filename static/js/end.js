// What the end does by itself: a tap skips the read-out, a key scrolls to its part of the page, Back closes the tray.
const sitting = document.getElementById("sitting");
const pad = () => sitting.querySelector("#pad");
const tray = () => sitting.querySelector(".tray");

// The read-out is over: when the verdict hangs, at a tap or a key, or when the phone falls asleep.
function told() {
  const reading = sitting.querySelector(".builds");
  reading?.classList.remove("builds");
  return reading;
}

addEventListener("animationend", ({ target }) => {
  if (target.matches(".win")) told();
});
addEventListener("visibilitychange", told);
for (const skips of ["click", "keydown"]) {
  addEventListener(skips, (event) => {
    if (event.key === "Tab" || !told()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // The key that skips is gone, and the focus goes back to what is read
    if (event.target.closest(".to-result")) document.getElementById("main").focus({ preventScroll: true });
  }, true);
}

// A part of the page comes into view without a step of the history: Back still leaves the page.
addEventListener("click", (event) => {
  const key = event.target.closest(".sections a");
  if (!key || event.metaKey || event.ctrlKey) return;
  event.preventDefault();
  const part = document.querySelector(key.hash);
  part.scrollIntoView({ block: "start" });
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
  mark();
});

// Whichever part lies at the top of what is seen.
function mark() {
  const keys = [...sitting.querySelectorAll(".sections a")];
  const top = sitting.getBoundingClientRect().top + innerHeight / 4;
  const above = keys.filter((key) => document.querySelector(key.hash).getBoundingClientRect().top < top);
  const atEnd = sitting.scrollTop > 0 && sitting.scrollTop + sitting.clientHeight >= sitting.scrollHeight - 2;
  const current = atEnd ? keys.at(-1) : above.at(-1) ?? keys[0];
  for (const key of keys) {
    if (key === current) key.setAttribute("aria-current", "true");
    else key.removeAttribute("aria-current");
  }
}

sitting.addEventListener("scroll", mark, { passive: true });
document.addEventListener("companion:laid", mark);

// The tray is a step of the history while it is open.
addEventListener("click", ({ target }) => {
  const open = tray()?.open;
  if (open && !target.closest(".tray")) tray().open = false;
  if (!open && target.closest(".tray > summary")) history.pushState({ tray: true }, "");
});
sitting.addEventListener("toggle", ({ target }) => {
  if (target === tray() && !target.open && history.state?.tray) history.back();
}, true);
addEventListener("popstate", () => { if (!history.state?.tray && tray()) tray().open = false; });
addEventListener("keydown", ({ key }) => { if (key === "Escape" && tray()?.open) tray().open = false; });

// Who comes back finds the place where the page was left.
const place = `scroll ${location.pathname}`;
addEventListener("pagehide", () => sessionStorage.setItem(place, sitting.scrollTop));
if (pad() && performance.getEntriesByType("navigation")[0]?.type !== "navigate" && !sitting.querySelector(".builds")) {
  sitting.scrollTop = Number(sessionStorage.getItem(place));
}
mark();
