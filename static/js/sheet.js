// The sheet as it stands, in the place of the one before. Answers and pushes come in here, in the order of their
// length, never back; what this phone has chosen, what it is told alone, and what waits lies over them.
(() => {
  "use strict";

  const { after, announce, ask, emit, fingerUp, link, on, parsed, sheet: place } = companion;
  const SEEN = 700; // until what others did has been seen: a press before that was meant for what stood there

  const lengthOf = (page) => Number(page.dataset.after);

  let sheets = [{ after: after(), at: 0 }]; // that were shown, and when

  // How much of the log its person has seen, for whatever is pressed now.
  companion.seen = () => {
    while (sheets.length > 1 && sheets[1].at < performance.now() - SEEN) sheets.shift();
    return sheets[0].after;
  };
  on("answered", ({ after }) => { sheets = [{ after, at: 0 }]; }); // whoever answered a question has seen the table

  let turn = Promise.resolve();
  let sending = false; // a tap is on its way: what is pushed meanwhile may be its own sheet, and waits for the answer
  let pushed = null;
  on("sending", () => { sending = true; });
  on("heard", () => {
    sending = false;
    setTimeout(takePushed);
  });
  on("sheet", (sheet) => {
    if (!sending || sheet.tap) return queue(sheet);
    pushed = sheet;
    setTimeout(takePushed, 1000); // on a slow line all the same
  });

  function takePushed() {
    if (pushed) queue(pushed);
    pushed = null;
  }

  function queue(sheet) {
    turn = turn.then(fingerUp).then(() => take(sheet)).catch(reportError);
  }

  // `tap`: whose answer it is, if it is one; `kept`: it was refused, and waits to be told anew or
  // dropped; `back`: a backup was restored, and the log is shorter than it was.
  function take({ html, tap, noted, kept, back }) {
    const page = parsed(html);
    const fresh = page.body.firstElementChild;
    const own = page.getElementById("own");
    const old = place();
    const newer = lengthOf(fresh) > lengthOf(old) || back;
    if (!newer && !tap) return;
    const slip = own?.querySelector("#slip");
    const told = slip?.querySelector("[data-notes]");
    if (kept && told) told.dataset.settles = tap;
    const going = tap && document.querySelector(`[data-going="${tap}"]`); // the form that this answers
    if (noted) {
      if (!round()) chosen = "";
      for (const form of [going, held]) {
        if (form?.id === "pad") form.reset();
      }
      held = null;
      emit("noted", { tap });
    }
    if (fresh.id !== old.id) {
      if (newer) emit("behind"); // the log has a page of its own
    } else if (newer || noted) put(old, fresh);
    settle(going, noted, slip);
    if (own) tell(own.dataset, tap);
    if (newer) shake(fresh.dataset.matters);
  }

  function put(old, fresh) {
    const before = keys();
    const focused = document.activeElement;
    if (fresh.classList.contains("ended")) {
      chosen = "";
      import(document.querySelector("[name=end-script]").content);
    }
    for (const id of chosen ? ["shelf", "pad"] : []) { // it stays as it is until its keys have come anew
      const mine = document.getElementById(id);
      if (mine) fresh.querySelector(`#${id}`)?.replaceWith(mine.cloneNode(true));
    }
    if (lengthOf(fresh) !== lengthOf(old)) sheets.push({ after: lengthOf(fresh), at: performance.now() });
    if (lengthOf(fresh) < lengthOf(old)) sheets = sheets.slice(-1);
    become(old, fresh);
    laid(old);
    if (keys() !== before) emit("moved");
    if (!focused.isConnected) {
      const again = document.getElementById(focused.id) ?? document.getElementById("main");
      again.focus({ preventScroll: true });
    }
    if (chosen) askKeys();
  }

  function become(old, fresh) {
    if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) return old.replaceWith(fresh);
    if (!old.tagName) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    for (const { name } of [...old.attributes]) {
      if (!/^(style|open|data-going)$/.test(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
    }
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    const before = parts(old);
    const now = parts(fresh);
    if (before.length === now.length) before.forEach((part, at) => become(part, now[at]));
    else old.replaceChildren(...fresh.childNodes);
  }

  function parts(node) {
    return [...node.childNodes].filter((part) => part.tagName || part.data.trim());
  }

  function keys() {
    const seen = document.querySelectorAll("#pad :is(a, button), .entries .key");
    return [...seen].map((key) => key.id || key.textContent).join();
  }

  // What belongs to the sheet, and isn't in it.
  function laid(root) {
    const { title } = place().dataset;
    if (title) document.title = title;
    for (const field of root.querySelectorAll("[name=csrf_token][value='']")) {
      field.value = document.getElementById("csrf").value;
    }
    htmx.process(root);
    if (chosen) mark();
    turned();
    refuse();
    const changed = document.querySelector("form#pad:has(:checked:not(:default))");
    changed?.dispatchEvent(new Event("change")); // what its key says
    emit("settled");
    emit("laid");
  }

  // Whose turn it is comes into view when it changes; else the sheet stays where it was scrolled.
  let current;

  function turned() {
    const seat = document.querySelector("#sheet [aria-current]");
    if (seat?.id !== current) seat?.scrollIntoView({ block: "nearest", inline: "nearest" });
    current = seat?.id;
  }

  // What was sent is done with, or comes back in a slip; a slip that somebody has open stays.

  let held = null; // the pad whose tap came back with a slip: what was chosen there isn't done with

  function settle(going, noted, slip) {
    delete going?.dataset.going;
    if (slip) {
      if (going?.id === "pad") held = going;
      return emit("slip", { fresh: slip });
    }
    if (!noted) return;
    if (going?.closest("#slip")) emit("shut");
    else if (!document.querySelector("#slip dialog")) emit("closed");
  }

  // What this phone alone is told

  let refusal = null; // it stays until whoever could have read it presses something

  function tell({ said, news, refusal: refused, reads }, tap) {
    if (refused) refusal = { sentence: refused, at: performance.now() };
    const line = document.getElementById("news");
    if (line && news) line.textContent = news;
    if (reads) document.getElementById("tally")?.classList.add("builds");
    refuse();
    emit("laid");
    announce(said);
    if (tap && (refused || document.querySelector("#slip .wrong, .asks"))) shake(true);
  }

  function refuse() {
    document.querySelector("#main .wrong.told")?.remove();
    const now = document.querySelector("#shelf > .now");
    if (now) now.hidden = refusal !== null;
    if (!refusal) return;
    const line = Object.assign(document.createElement("p"), { className: "wrong full told", role: "alert" });
    line.textContent = refusal.sentence;
    if (now) now.before(line);
    else(document.querySelector("#log .stay") ?? place()).prepend(line);
  }

  addEventListener("click", () => {
    if (refusal && performance.now() - refusal.at > SEEN) {
      refusal = null;
      document.querySelector("#main .wrong.told")?.classList.add("read");
    }
  }, true);

  // What matters can be felt, where a phone can do it and nobody minds.
  function shake(matters) {
    if (!matters || !document.body.dataset.shakes || !navigator.userActivation?.hasBeenActive) return;
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(60);
  }

  // What this phone has chosen: a seat, or a round of the table. Its keys are a fragment of their own.

  let chosen = /[?&](seat|pad)=/.test(location.search) && document.getElementById("pad") ? location.search : "";

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-chooses]");
    if (!key || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    const way = new URLSearchParams(new URL(key.href).search);
    if (round() && key.dataset.chooses) way.set("pad", round()); // who goes round the table stays there
    chosen = `?${way}`;
    delete document.getElementById("pad")?.dataset.going; // for another seat it would say something new
    askKeys();
    tellAnew(key.dataset.chooses);
  });

  async function askKeys() {
    const asked = chosen;
    try {
      const { ok, status, html } = await ask(link + "keys" + asked);
      await fingerUp();
      if (asked !== chosen || status === 204) return;
      if (!ok) return emit("trouble", { html });
      for (const fresh of [...parsed(html).body.children]) {
        const old = document.getElementById(fresh.id);
        if (old) become(old, fresh);
      }
      emit("calm");
      emit("moved");
      addressed();
      laid(place());
    } catch {
      if (asked === chosen) emit("trouble");
    }
  }

  function round() {
    return new URLSearchParams(chosen).get("pad");
  }

  function mark() {
    const seat = new URLSearchParams(chosen).get("seat");
    const key = document.getElementById(`seat-${seat}`);
    if (!key) return;
    for (const other of document.querySelectorAll("#sheet a[aria-current]")) other.removeAttribute("aria-current");
    key.setAttribute("aria-current", "true");
    for (const cell of document.querySelectorAll("#sheet [data-of]")) {
      cell.classList.toggle("turn", cell.dataset.of === seat);
    }
  }

  // What is half told in an open slip becomes that seat's, but for what only the other one has.
  function tellAnew(seat) {
    const { page } = document.querySelector("#slip dialog")?.dataset ?? {};
    const form = document.querySelector("#slip form");
    if (!page || !form || !seat || form.elements.entry) return;
    const theirs = ["csrf_token", "tap", "after", "move", "slip", "before", "player", form.dataset.theirs];
    const fields = [...new FormData(form)].filter(([name]) => !theirs.includes(name));
    const address = `${page}?${new URLSearchParams([["player", seat], ...fields])}`;
    htmx.ajax("GET", address, { target: "#slip", swap: "outerHTML" });
  }

  // The page's own address, with what was chosen: a reload keeps it.
  function addressed() {
    if (!history.state?.slip && place().id === "sitting") history.replaceState(null, "", link + chosen);
  }

  on("closed", addressed);

  // The fields that forms have for browsers without scripts: pushed sheets lack them, and so does this one from now on.
  const theirs = "#sitting [data-notes] :is([name=csrf_token], [name=tap])";
  for (const field of document.querySelectorAll(theirs)) field.remove();
  turned();
})();
