// Waits until nothing moves on the page of a sitting; then says all that is wrong with it, and which keys may be pressed.
async () => {
  const THUMB = 43.5; // pixels; a key of 43.7 is one of 44 for any thumb
  const HOUSE = ":is(#pad, #shelf, #slip, #sheet, #counter, #tally, #waits)";
  const KEYS = `${HOUSE} :is(a[href], button, summary, label:has(input:not([type=hidden])))`;
  const STAYS = "[hx-get], [data-closes], [data-drops], [data-chooses]"; // links to what comes into this page
  const SHOWN = { cut: 0.4, ended: 0.8 }; // how much of a text is read at least: where it may end in “…”, and where not

  const faults = new Set();
  const root = document.documentElement;
  const all = (what) => [...document.querySelectorAll(what)];
  const unseen = (one) => one.closest(".vh, [hidden]") || !one.checkVisibility({ visibilityProperty: true });

  await calm();
  document.querySelector(".burst input:not(:checked)")?.click(); // it lies over keys for two seconds, or until a tap
  const slip = document.querySelector("#slip dialog");
  if (waits()) faults.add("a tap still waits");
  lookAtThePage();
  window.keys = all(KEYS).filter(isThere);
  const keys = window.keys.map(lookAtAKey);
  return { faults: [...faults], keys, ...state() };

  async function calm() {
    const begun = performance.now();
    await new Promise((done) => setTimeout(done, 60)); // a finger has just gone up
    for (let still = 0; still < 2 && performance.now() - begun < 15000;) {
      await new Promise(requestAnimationFrame);
      still = waits() || document.querySelector(".htmx-request") || document.getAnimations().some(isShort) ? 0 : still + 1;
    }
  }

  function isShort(one) {
    return one.playState === "running" && one.effect.getComputedTiming().endTime - one.currentTime < 600;
  }

  // Nothing waits for long, unless a question is open, or a slip over which none may come: then it is said. What came so
  // late that it is kept with its refusal waits for a thumb.
  function waits() {
    const said = document.querySelector(".asks") ?? (document.getElementById("waits") && document.querySelector("#slip form:not([data-going])"));
    const taps = Object.keys(localStorage).filter((name) => name.startsWith("companion "));
    return !said && taps.some((name) => !JSON.parse(localStorage[name]).refused);
  }

  function state() {
    const { activeElement } = document, sitting = document.getElementById("sitting");
    return {
      open: Boolean(slip),
      asks: Boolean(slip?.matches(".asks")),
      wrong: all(".wrong, #waits .why").some((one) => !unseen(one)),
      focus: activeElement === document.body ? "" : named(activeElement),
      within: Boolean(slip?.contains(activeElement)),
      path: location.pathname,
      after: Number(sitting?.dataset.after),
      over: Boolean(sitting?.matches(".ended")),
    };
  }

  function lookAtThePage() {
    const ids = all("[id]").map((one) => one.id);
    for (const id of ids.filter((id, at) => ids.indexOf(id) !== at)) faults.add(`two parts are called ${id}`);
    const out = document.scrollingElement.scrollWidth - innerWidth;
    if (out > 0) faults.add(`${out} px stand out sideways`);
    const part = document.querySelector(".win h2") ?? document.querySelector("#shelf .now .name");
    const told = part?.textContent.trim() ?? "";
    if (/turn$|wins|share/.test(told) && !document.title.includes(told)) {
      faults.add(`the title says “${document.title}”, the page “${told}”`);
    }
  }

  function isThere(key) {
    const { width, height } = key.getBoundingClientRect();
    return width && height && !unseen(key) && !key.disabled && !key.querySelector("input:disabled");
  }

  function lookAtAKey(key) {
    const box = key.getBoundingClientRect(), { width, height } = box;
    const small = Math.min(width, height) < THUMB && getComputedStyle(key).display !== "inline"; // a link within a sentence
    if (small) faults.add(`${named(key)} is ${width.toFixed(1)} × ${height.toFixed(1)} px`);
    const rooms = [...above(key.parentElement)].filter(rolls).map((one) => one.getBoundingClientRect());
    const screen = { left: 0, top: 0, right: root.clientWidth, bottom: root.clientHeight };
    const inView = [screen, ...rooms].every((room) => lies(box, room));
    const scrolls = rooms.length > 0 || root.scrollHeight > root.clientHeight + 1;
    if (!inView && !scrolls) faults.add(`${named(key)} stands out of the screen`);
    const over = inView && covering(key, box);
    if (over && !isMeant(over, key, scrolls)) faults.add(`${named(key)} lies under ${named(over)}`);
    lookAtItsTexts(key);
    const notes = key.type === "submit" && Boolean(key.form?.dataset.notes);
    return {
      name: named(key),
      id: key.id,
      notes,
      leaves: key.nodeName === "A" ? !key.matches(STAYS) : key.type === "submit" && !notes,
      slip: Boolean(key.closest("#slip")),
      pad: Boolean(key.closest("#pad")),
    };
  }

  // At its middle, and near its corners.
  function covering(key, { left, top, width, height }) {
    const x = Math.min(8, width / 4), y = Math.min(8, height / 4);
    const spots = [[width / 2, height / 2], [x, y], [width - x, y], [x, height - y], [width - x, height - y]];
    const under = spots.map(([x, y]) => document.elementFromPoint(left + x, top + y));
    return under.find((one, spot) => !key.contains(one) && !(spot && one?.contains(key))); // a corner that is cut off
  }

  // A slip lies over the keys; so does what waits; and under what sticks to the screen's edge, a page is scrolled.
  function isMeant(over, key, scrolls) {
    if (over?.closest("#slip, #waits") && !key.closest("#slip")) return true;
    return scrolls && [...above(over)].some(floats);
  }

  function lookAtItsTexts(key) {
    const texts = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode());) {
      if (text.data.trim() && !unseen(text.parentElement)) lookAtAText(text, key);
    }
  }

  // What is clipped altogether is meant to be: it came on a line for which there was no room.
  function lookAtAText(text, key) {
    const range = document.createRange(), badge = [...above(text.parentElement, key)].some(floats);
    range.selectNodeContents(text);
    let rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1), before = area(rects);
    for (const one of above(text.parentElement, key.parentElement)) {
      const { overflow, textOverflow, webkitLineClamp } = getComputedStyle(one), clips = overflow !== "visible";
      if (!before || (!clips && (one !== key || badge))) continue;
      rects = rects.map((rect) => common(rect, one.getBoundingClientRect()));
      const shown = area(rects) / before, mayEnd = clips && (textOverflow === "ellipsis" || webkitLineClamp !== "none");
      if (shown < (mayEnd ? SHOWN.cut : SHOWN.ended) && (shown > 0 || !clips)) {
        faults.add(`${Math.round(100 - shown * 100)} % of “${text.data.trim()}” are cut in ${named(key)}`);
      }
      before = area(rects);
    }
  }

  function named(one) {
    const words = (one?.ariaLabel || one?.innerText || one?.textContent || "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `${one?.id ? `#${one.id}` : one?.getAttribute("class") ?? one?.nodeName} “${words}”`;
  }

  function* above(one, top = root) {
    for (; one && one !== top; one = one.parentElement) yield one;
  }

  function rolls(one) {
    return /auto|scroll/.test(getComputedStyle(one).overflow);
  }

  function floats(one) {
    return /sticky|fixed|absolute/.test(getComputedStyle(one).position);
  }

  function lies(box, room) {
    const { left, right, top, bottom } = box;
    return left >= room.left - 1 && right <= room.right + 1 && top >= room.top - 1 && bottom <= room.bottom + 1;
  }

  function area(rects) {
    return rects.reduce((sum, { left, right, top, bottom }) => sum + Math.max(0, right - left) * Math.max(0, bottom - top), 0);
  }

  function common(one, other) {
    return {
      left: Math.max(one.left, other.left),
      right: Math.min(one.right, other.right),
      top: Math.max(one.top, other.top),
      bottom: Math.min(one.bottom, other.bottom),
    };
  }
}
