// What the page does by itself: our own keys, closing a slip. Everything else is the server's.
(() => {
  "use strict";

  document.addEventListener("click", (event) => {
    for (const [name, run] of Object.entries({ adds, puts, rubs, steps })) {
      const key = event.target.closest(`[data-${name}]`);
      if (key) return run(key, event);
    }
  });

  // Our keypad

  // The one that the key names, else the one that was chosen last.
  function field({ form }, name) {
    return form.elements[name] ?? form.querySelector(".aimed");
  }

  document.addEventListener("focusin", ({ target }) => aim(target));

  function aim(input) {
    if (!input.matches("[data-keyed]")) return;
    input.form.querySelector(".aimed")?.classList.remove("aimed");
    input.classList.add("aimed");
  }

  function typed(input, value) {
    aim(input);
    input.value = value;
    input.scrollLeft = 9999; // to what was typed last
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // One more of several; or the next digit of a number, which begins anew where the page had filled one in.
  function adds(key) {
    const input = field(key, key.dataset.to), { adds, between } = key.dataset;
    const before = !between && input.value === input.defaultValue ? "" : input.value;
    typed(input, before && between ? before + between + adds : before + adds);
  }

  function puts(key) {
    typed(field(key, key.dataset.to), key.dataset.puts);
  }

  function rubs(key) {
    const input = field(key, key.dataset.rubs);
    typed(input, input.value.trim().replace(key.dataset.between ? /\W*\w+$/ : /\W*.$/, ""));
  }

  function steps(key) {
    const input = field(key, key.dataset.to);
    typed(input, Math.max(0, (parseInt(input.value) || 0) + Number(key.dataset.steps)));
  }

  // The phone's own keyboard stays down where we have keys.
  function quiet(root) {
    for (const input of root.querySelectorAll("[data-keyed]")) input.inputMode = "none";
  }

  // The sheet as it now stands, in the place of the one before. What is the same stays the same node:
  // no key goes from under a thumb, no caret from its word, and what was scrolled stays there.

  const SEEN = 700; // until what came by itself has been seen: a press before that was meant for what stood there

  let shown = Promise.resolve();
  document.addEventListener("companion:show", ({ detail }) => {
    shown = shown.then(fingerUp, fingerUp).then(() => show(detail));
  });

  function show({ html, live, way, tap, address }) {
    const fresh = parsed(html).body.firstElementChild, old = fresh && document.getElementById(fresh.id);
    if (!old) return tell("behind"); // an answer for another page of this sitting
    if (live && +fresh.dataset.after <= +old.dataset.after) return; // its own tap, whose answer was quicker
    if (tap && fresh.dataset.way?.includes("pad")) way = fresh.dataset.way;
    if (way !== undefined && way !== old.dataset.way) return tell("behind"); // gone on to another seat since it was asked for
    shake(old, fresh);
    if (live && fresh.querySelector("form")) return showRead(old, fresh);
    if (tap) closed = null;
    showAll(old, fresh, tap);
    if (address && !history.state?.slip) history.replaceState(null, "", address);
    say(fresh.dataset.news);
  }

  // What matters can be felt, where a phone can do it and nobody minds.
  function shake(old, fresh) {
    const matters = fresh.querySelector(".asks, .wrong") || (fresh.dataset.matters && fresh.dataset.after !== old.dataset.after);
    if (!matters || !document.body.dataset.shakes || !navigator.userActivation?.hasBeenActive) return;
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) navigator.vibrate?.(60);
  }

  function showRead(old, fresh) {
    const { way } = old.dataset;
    for (const part of ["#sheet", "#counter", "#shelf .now"]) {
      const before = old.querySelector(part), now = fresh.querySelector(part);
      if (before && now) become(before, now.cloneNode(true));
    }
    old.dataset.after = fresh.dataset.after;
    drawn(old);
    say(fresh.dataset.news);
    setTimeout(async () => {
      await fingerUp();
      if (old.isConnected && old.dataset.after === fresh.dataset.after && old.dataset.way === way) showAll(old, fresh);
    }, SEEN);
  }

  let refused = 0; // when: it stays until whoever could have read it presses something
  addEventListener("click", () => { if (Date.now() - refused > SEEN) refused = 0; }, true);

  let held; // the pad whose tap came back with a slip: what was chosen there isn't done with

  function showAll(old, fresh, tap) {
    const wrong = old.querySelector("#shelf > .wrong"), now = fresh.querySelector("#shelf > .now");
    if (!now) refused = Date.now();
    else if (wrong && refused) {
      wrong.classList.add("read");
      now.replaceWith(wrong.cloneNode(true));
    }
    const slip = old.querySelector("#slip"), fresher = fresh.querySelector("#slip"), before = shape();
    const going = old.querySelector(`[data-going="${tap}"]`); // the form that this answers
    const stays = slip?.firstElementChild && !fresher?.firstElementChild && !slip.contains(going);
    if (tap && !slip?.firstElementChild) opener = document.activeElement; // should a question come
    if (slip && fresher && !stays) slip.replaceChildren(...fresher.childNodes);
    if (slip) slip.dataset.stays = true;
    delete going?.dataset.going;
    if (going?.id === "pad") held = going;
    if (tap && !slip?.firstElementChild) held = held?.reset();
    become(old, fresh);
    drawn(document.getElementById(old.id));
    if (shape() !== before) moved = Date.now();
    if (!stays && slip?.firstElementChild) slid = Date.now();
    document.querySelector("form#pad:has(:checked:not(:default))")?.dispatchEvent(new Event("change")); // what its key says
    traced();
    if (!slip?.firstElementChild) tell("closed");
  }

  function become(old, fresh) {
    if (old.dataset?.stays) return delete old.dataset.stays;
    if (old.nodeName !== fresh.nodeName || old.id !== fresh.id) return old.replaceWith(fresh);
    if (old.nodeType !== Node.ELEMENT_NODE) return void (old.data === fresh.data || (old.data = fresh.data));
    for (const { name } of [...old.attributes]) if (!/^(style|data-going)$/.test(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    const before = parts(old), now = parts(fresh);
    if (before.length === now.length) before.forEach((part, at) => become(part, now[at]));
    else replaceAround(old, fresh);
  }

  function parts(node) {
    return [...node.childNodes].filter((part) => part.nodeType === Node.ELEMENT_NODE || part.data.trim());
  }

  function replaceAround(old, fresh) {
    const slip = old.querySelector(":scope > [data-stays]");
    if (!slip) return old.replaceChildren(...fresh.childNodes);
    fresh.querySelector("#slip")?.remove();
    for (const child of [...old.childNodes]) if (child !== slip) child.remove();
    slip.before(...fresh.childNodes);
    delete slip.dataset.stays;
  }

  // Whose turn it is comes into view when it changes; else the sheet stays where it was scrolled.
  let turn;
  function turned() {
    const seat = document.querySelector("#sheet [aria-current]");
    if (seat?.id !== turn) seat?.scrollIntoView({ block: "nearest", inline: "nearest" });
    turn = seat?.id;
  }

  function drawn(root) {
    turned();
    for (const field of root.querySelectorAll("[name=csrf_token][value='']")) field.value = document.getElementById("csrf").value; // pushed to all alike
    htmx.process(root);
    settled();
    wait();
  }

  function parsed(html) {
    return new DOMParser().parseFromString(html, "text/html");
  }

  // What happened is said to those who don't see it: once, and not what says itself.
  function say(news = document.querySelector(".entries li span")?.innerText) {
    const said = document.getElementById("said");
    if (news && said && !document.querySelector("#main :is(.asks, .wrong:not(.read))")) said.textContent = news;
  }

  // Thumbs: nothing is exchanged while one is down, and the second tap of a double tap reaches nothing new.

  const SPOT = 24; // how far apart, in pixels, the two taps of a double tap fall at most
  let down = 0, moved = Date.now(), slid = 0, last = pressBefore();

  function pressBefore() { // on the page before this one
    try { return JSON.parse(sessionStorage.getItem("press")); } catch { return null; }
  }

  let touched = 0; // when the last finger went down
  addEventListener("pointerdown", () => { down = touched = Date.now(); }, true);
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(() => { down = 0; }, 30), true);

  async function fingerUp() {
    while (down && Date.now() - down < 2000) await new Promise((done) => setTimeout(done, 20));
  }

  function shape() {
    const seen = document.querySelectorAll("#slip :is(h2, #asked), #pad :is(a, button), .entries li, .asks");
    return [...seen].map((key) => key.id || key.textContent).join();
  }

  document.addEventListener("click", (event) => {
    const key = event.isTrusted && event.detail && event.target.closest("a, button, label, summary"); // a finger's
    if (!key) return;
    const press = { key: key.id || key.ariaLabel || key.textContent.trim(), x: event.clientX, y: event.clientY, at: Date.now() };
    if (isMeant(press, key)) {
      last = press;
      try { sessionStorage.setItem("press", JSON.stringify(press)); } catch { /* then this page alone knows */ }
    } else {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (key.closest(".asks")) document.querySelector(`#pad button[id="${last?.key}"]`)?.click(); // it waits for the answer
    }
  }, true);

  // Nobody means what came under a finger that was down already, or just now to the spot of the press before.
  function isMeant(press, key) {
    if (!last || last.key === press.key) return true;
    if (key.closest("#slip") && touched < slid) return false;
    const sameSpot = moved >= last.at && Math.hypot(press.x - last.x, press.y - last.y) < SPOT;
    return !(sameSpot && (press.at - last.at < 500 || press.at - moved < 350));
  }

  addEventListener("input", ({ target }) => {
    last = null; // who has typed in between doesn't tap twice
    target.removeAttribute("aria-invalid");
  }, true);

  // Slips

  function tell(name, detail) {
    document.dispatchEvent(new CustomEvent(`companion:${name}`, { detail }));
  }

  function shut() {
    document.getElementById("slip")?.replaceChildren();
    held = null;
    moved = Date.now();
    returns();
    traced();
    tell("closed");
  }

  // A link in a slip goes on from the sheet: whoever comes back finds that, and not the slip.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#slip a:not([hx-get], [data-drops])");
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    if ("closes" in link.dataset && !own) shut();
    else location.replace(link.href);
  });

  // An open slip is a step of the history, by its own address where it has one: Back closes it, reloading keeps it.
  // What was typed in it survives a Back by mistake, until something is noted.

  const isOpen = () => document.querySelector("#slip dialog") !== null;
  let own = isOpen() && !history.state?.slip; // the page came with it
  let leaving = false; // for the step before
  let closed = null, at, told; // by Back; where the last one was opened, and what was told there

  function traced(address) {
    const step = history.state?.slip;
    own &&= isOpen();
    if (leaving || own) return;
    if (isOpen() && (address || !step)) history[step ? "replaceState" : "pushState"]({ slip: address ?? true }, "", address);
    leaving = !isOpen() && step !== undefined;
    if (leaving) history.back();
  }

  function stepped() {
    const step = history.state?.slip, slip = document.querySelector("#slip dialog");
    if (!leaving && slip && !step && !own) {
      closed = slip.querySelector("form:not([data-going], [data-settles])") && slip;
      slip.querySelector("[data-drops]")?.click();
      shut();
    } else if (!leaving && !slip && step) reopen(step);
    leaving = false;
    traced();
  }

  function reopen(address) {
    if (closed && [at, told].includes(address)) document.getElementById("slip").replaceChildren(closed);
    else at = told = address;
    closed = null;
    settled();
  }

  for (const name of ["popstate", "pageshow"]) addEventListener(name, stepped);

  // What was typed so far has an address: the slip's own, for as long as it is open.
  document.addEventListener("htmx:afterRequest", ({ detail: { target, xhr } }) => {
    const address = xhr.getResponseHeader("Companion-Told");
    if (address && target.isConnected) history.replaceState(own ? null : { slip: (told = address) }, "", address);
  });

  // What is kept in the outbox needs its slip no longer.
  document.addEventListener("companion:kept", ({ detail: { tap } }) => {
    const form = document.querySelector(`[data-going="${tap}"]`);
    if (!form) return;
    delete form.dataset.going;
    if (form.closest("#slip")) shut();
    else form.reset();
  });

  document.addEventListener("companion:dropped", ({ detail }) => {
    if (document.querySelector("dialog.asks")) shut();
    say(detail);
    tell("behind");
  });

  // The focus goes back to where the slip was opened from, or to what has come in its place.
  let opener = null;
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.target.id === "slip" && !event.target.closest("#slip")) opener = event.target;
  });

  function returns() {
    const place = opener && (opener.isConnected ? opener : document.getElementById(opener.id));
    (place || document.querySelector("[aria-current=true]") || document.getElementById("main")).focus({ preventScroll: true });
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.querySelector("#slip [data-closes], #slip [data-drops]")?.click();
  });

  function opened() {
    const slip = document.querySelector("#slip dialog");
    if (slip && !slip.contains(document.activeElement)) firstAsked(slip)?.focus({ preventScroll: true });
  }

  // What is still to be answered; but nothing that would bring up the phone's own keyboard.
  function firstAsked(slip) {
    const asked = "fieldset:not(:has(:checked)) [type=radio]:enabled, button, [data-keyed], a:not([data-closes])";
    return slip.querySelector("[autofocus], [aria-invalid=true]") ?? [...slip.querySelectorAll(asked)].find((key) => key.offsetParent);
  }

  function settled() {
    quiet(document);
    opened();
    if (opener && document.activeElement === document.body && !document.querySelector("#slip dialog")) returns();
  }

  // A sheet that was asked for comes into the place of the one before as any other does.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id !== "sitting" || !detail.shouldSwap) return;
    detail.shouldSwap = false;
    delete document.getElementById("pad")?.dataset.going; // for another seat it would say something new
    calm();
    tell("show", { html: detail.xhr.responseText, address: detail.pathInfo.requestPath });
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    const { target, pathInfo } = event.detail;
    if (target?.id === "slip") {
      reopen(pathInfo.requestPath);
      traced(told);
    } else settled();
  });

  // What was asked for and didn't come is not silent.

  function trouble(html, why = "unreached") {
    const line = document.getElementById("trouble");
    line.textContent = (html && parsed(html).querySelector("p")?.textContent.trim()) || line.dataset[why];
    line.hidden = document.getElementById("waits") !== null; // which says it already
  }

  function calm() {
    document.getElementById("trouble").hidden = true;
  }

  for (const lost of ["sendError", "timeout"]) {
    document.addEventListener(`htmx:${lost}`, ({ detail }) => { if (!/^(preview|beside)$/.test(detail.elt.id)) trouble(); });
  }
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.xhr.status === 400) renew().then(() => trouble("", "renewed"), () => trouble());
    else trouble(detail.xhr.responseText);
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    calm();
    if (["slip", "tables", "seats"].includes(target?.id)) moved = slid = Date.now();
  });
  document.addEventListener("companion:live", calm);
  document.addEventListener("companion:trouble", ({ detail }) => trouble(detail.html));

  // The page's token was too old: it gets a fresh one, and keeps what was typed.
  async function renew() {
    const page = parsed(await (await fetch(location.href)).text());
    for (const field of document.getElementsByName("csrf_token")) field.value = page.querySelector("[name=csrf_token]").value;
  }

  document.addEventListener("companion:aged", ({ detail: { then, failed } }) => renew().then(then, failed));

  // What waits lies over the counter, whose figures are untrue by then; no key moves.

  let waits = { taps: [] };
  document.addEventListener("companion:waiting", ({ detail }) => {
    if (detail.taps.length !== waits.taps.length) moved = Date.now();
    waits = detail;
    wait();
  });

  function wait() {
    const { taps, trouble, lasting } = waits, newest = taps.at(-1), unsent = document.querySelector("#undo .unsent");
    if (unsent) unsent.textContent = trouble && !newest.sent && newest.aim !== "undo" ? unsent.dataset.words.replace("{tap}", newest.label) : "";
    const main = document.getElementById("main"), before = document.getElementById("waits");
    if (!trouble) main.classList.remove("covered");
    if (!trouble) return before?.remove();
    const strip = document.getElementById("waiting").content.firstElementChild.cloneNode(true);
    strip.querySelector("ol").replaceChildren(...taps.map((tap) => chip(strip, tap)));
    strip.querySelector(".why").textContent = trouble;
    strip.querySelector(".kept").hidden = lasting;
    if (before) become(before, strip);
    else main.append(strip);
    calm();
    lie();
  }

  function chip(strip, tap) {
    const item = strip.querySelector("li").cloneNode(true), key = item.querySelector("button");
    key.id = `drop-${tap.id}`;
    key.dataset.drops = tap.id;
    key.querySelector("span").textContent = tap.label;
    key.querySelector("small").hidden = !tap.perhaps;
    return item;
  }

  // Its lower edge on the counter's, as wide and at least as high; where the counter isn't in view, under the head.
  function lie() {
    const strip = document.getElementById("waits"), counter = document.getElementById("counter")?.getBoundingClientRect();
    if (!strip) return;
    const inView = counter?.bottom > 200 && counter.bottom < innerHeight + 1;
    strip.classList.toggle("loose", !inView);
    document.getElementById("main").classList.toggle("covered", inView);
    strip.style = inView ? `inset:auto auto ${innerHeight - counter.bottom}px ${counter.left}px;max-width:none;width:${counter.width}px;min-height:${counter.height}px` : "";
  }

  addEventListener("resize", lie);
  addEventListener("scroll", lie, { passive: true });

  // A laptop has more, and asks for it itself.
  const { wide } = document.getElementById("beside")?.dataset ?? {};
  if (wide && innerWidth > 1023) import(wide);

  // A game's end comes into this page: its style is there before, and nobody waits for it.
  addEventListener("load", () => {
    for (const href of document.querySelector("[name=end-style]")?.content.split(" ") ?? []) {
      document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
    }
  });

  // What browsers have only over HTTPS comes once the page has settled; over plain HTTP nobody asks for it.
  if (isSecureContext) addEventListener("load", () => import(document.body.dataset.secure));

  quiet(document);
  opened();
  turned();
})();
