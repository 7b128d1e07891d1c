// What a page does by itself: our own keys, thumbs, slips and Back. Everything else is the server's.
(() => {
  "use strict";

  // What the scripts share: events are emitted, sentences are announced.

  const sheet = () => document.getElementById("sitting") ?? document.getElementById("log");

  globalThis.companion = {
    link: location.pathname.match(/^.*\/s\/[^/]+\//)?.[0], // what all pages of a sitting begin with
    sheet,
    after: () => Number(sheet().dataset.after),
    emit: (name, detail = {}) => document.dispatchEvent(new CustomEvent(`companion:${name}`, { detail })),
    on: (name, hear) => document.addEventListener(`companion:${name}`, ({ detail }) => hear(detail)),
    parsed: (html) => new DOMParser().parseFromString(html, "text/html"),
    announce,
    ask,
    fingerUp,
  };
  const { emit, on, parsed } = companion;

  // What happened is said to those who don't see it: once, and not over what says itself.
  function announce(sentence) {
    const said = document.getElementById("said");
    if (sentence && said && !document.querySelector("#main :is(.asks, .wrong:not(.read))")) said.textContent = sentence;
  }

  // Nobody waits longer for an answer.
  async function ask(address, options) {
    const ours = { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(6000) };
    const answer = await fetch(address, { ...ours, ...options });
    const html = await answer.text();
    if (answer.status === 200 && !/id="(sitting|log|pad|slip)"/.test(html)) throw 0; // by a hotel's door, say
    return Object.assign(answer, { html });
  }

  // Our keypad

  document.addEventListener("click", (event) => {
    for (const [name, value] of Object.entries({ adds, puts, rubs, steps })) {
      const key = event.target.closest(`[data-${name}]`);
      if (!key) continue;
      const { form, dataset } = key;
      // The one that the key names, else the one that was chosen last
      const input = form.elements[dataset.to ?? dataset.rubs] ?? form.querySelector(".aimed");
      aim(input);
      input.value = value(input, dataset);
      input.scrollLeft = 9999; // to what was typed last
      input.dispatchEvent(new Event("input", { bubbles: true }));
      // A key that goes with what it has typed
      if (value === puts || !key.offsetParent) input.focus({ preventScroll: true });
      return;
    }
  });

  document.addEventListener("focusin", ({ target }) => aim(target));

  function aim(input) {
    if (!input.matches("[data-keyed]")) return;
    input.form.querySelector(".aimed")?.classList.remove("aimed");
    input.classList.add("aimed");
  }

  // One more of several; or the next digit of a number, which begins anew where the page had filled one in.
  function adds({ value, defaultValue }, { adds, between = "" }) {
    const before = !between && value === defaultValue ? "" : value;
    return before ? before + between + adds : adds;
  }

  function puts(input, { puts }) {
    return puts;
  }

  function rubs({ value }, { between }) {
    return value.trim().replace(between ? /\W*\w+$/ : /\W*.$/, "");
  }

  function steps({ value }, { steps }) {
    return Math.max(0, (parseInt(value) || 0) + Number(steps));
  }

  // Thumbs: the second tap of a double tap reaches nothing new, and nothing changes under a finger.

  const SPOT = 24; // how far apart, in pixels, the two taps of a double tap fall at most
  let down = 0; // when the finger that is down went down
  let touched = 0; // when the last finger did
  let moved = performance.now(); // when keys came or went
  let slid = 0; // when a slip came
  let last = pressBefore();

  // On the page before this one: by the clock that both have, unless that was set back meanwhile.
  function pressBefore() {
    try {
      const press = JSON.parse(sessionStorage.getItem("press"));
      press.at += performance.now() - Date.now();
      return press.at < performance.now() ? press : null;
    } catch {
      return null;
    }
  }

  // A finger is down until its click has been heard; it slid, or stayed too long, where none comes.
  addEventListener("pointerdown", () => { down = touched = performance.now(); }, true);
  for (const [end, patience] of Object.entries({ click: 0, pointercancel: 30, pointerup: 300 })) {
    addEventListener(end, () => {
      const press = down;
      setTimeout(() => { if (down === press) down = 0; }, patience);
    }, true);
  }

  async function fingerUp() {
    while (down && performance.now() - down < 2000) await new Promise((done) => setTimeout(done, 20));
  }

  on("moved", () => { moved = performance.now(); });

  document.addEventListener("click", (event) => {
    const key = event.isTrusted && event.detail && event.target.closest("a, button, label, summary"); // a finger's
    if (!key) return;
    const name = key.id || key.ariaLabel || key.textContent.trim();
    const press = { key: name, x: event.clientX, y: event.clientY, at: performance.now() };
    if (isMeant(press, key)) {
      last = press;
      try {
        sessionStorage.setItem("press", JSON.stringify({ ...press, at: Date.now() }));
      } catch { /* then this page alone knows */ }
    } else {
      event.preventDefault();
      event.stopImmediatePropagation();
      // It waits for the answer
      if (key.closest(".asks")) document.querySelector(`#pad button[id="${last?.key}"]`)?.click();
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

  const slip = () => document.querySelector("#slip dialog");

  function shut() {
    document.getElementById("slip")?.replaceChildren();
    for (const covered of document.querySelectorAll("[inert]")) covered.inert = false;
    moved = performance.now();
    returns();
    traced();
    emit("closed");
  }

  on("shut", shut);

  // A slip that came with an answer, in the place of what was open.
  on("slip", ({ fresh }) => {
    if (!slip()) opener = document.activeElement;
    document.getElementById("slip").replaceChildren(...fresh.childNodes);
    htmx.process(document.getElementById("slip"));
    slid = moved = performance.now();
    settled();
    traced();
  });

  // A link in a slip goes on from the sheet: whoever comes back finds that, and not the slip.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("#slip a:not([hx-get], [data-drops])");
    if (!link || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    if ("closes" in link.dataset && !own) shut();
    else location.replace(link.href);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") document.querySelector("#slip [data-closes], #slip [data-drops]")?.click();
  });

  // An open slip is a step of the history, by its own address where it has one: Back closes it, reloading keeps it.
  // What was typed in it survives a Back by mistake, until something is noted.

  let own = slip() && !history.state?.slip; // the page came with it
  let leaving = false; // for the step before
  let closed = null; // by Back
  let at, told; // where the last one was opened, and what was told there

  on("noted", () => { closed = null; });

  function traced(address) {
    const step = history.state?.slip;
    own &&= slip();
    if (leaving || own) return;
    if (slip() && (address || !step)) {
      history[step ? "replaceState" : "pushState"]({ slip: address ?? true }, "", address);
    }
    leaving = !slip() && step !== undefined;
    if (leaving) history.back();
  }

  function stepped() {
    const step = history.state?.slip;
    const open = slip();
    if (!leaving && open && !step && !own) {
      closed = open.querySelector("form:not([data-going], [data-settles])") && open;
      open.querySelector("[data-drops]")?.click();
      shut();
    } else if (!leaving && !open && step) reopen(step);
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

  document.addEventListener("htmx:afterSettle", ({ detail: { target, pathInfo } }) => {
    if (target?.id === "slip") {
      reopen(pathInfo.requestPath);
      traced(told);
    } else settled();
  });

  // The focus goes back to where the slip was opened from, or to what has come in its place.

  let opener = null;
  document.addEventListener("htmx:beforeRequest", ({ target, detail }) => {
    const outside = !target.closest("#slip") && target !== document.body; // a slip that is told anew has no opener
    if (detail.target.id === "slip" && outside) opener = target;
  });

  function returns() {
    const place = opener && (opener.isConnected ? opener : document.getElementById(opener.id));
    const key = place || document.querySelector("[aria-current=true]") || document.getElementById("main");
    key.focus({ preventScroll: true });
  }

  on("settled", settled);

  // The phone's own keyboard stays down where we have keys.
  function settled() {
    for (const input of document.querySelectorAll("[data-keyed]")) input.inputMode = "none";
    const open = slip();
    for (const { dataset } of document.querySelectorAll("#slip [data-needs]")) import(dataset.needs);
    if (open && !open.contains(document.activeElement)) firstAsked(open)?.focus({ preventScroll: true });
    if (!open && opener && document.activeElement === document.body) returns();
  }

  // What is still to be answered; but nothing that would bring up the phone's own keyboard.
  function firstAsked(open) {
    const asked = "fieldset:not(:has(:checked)) [type=radio]:enabled, button, [data-keyed], a:not([data-closes])";
    const shown = (keys) => [...open.querySelectorAll(keys)].find((key) => key.offsetParent);
    return shown("[autofocus], [aria-invalid=true]") ?? shown(asked);
  }

  // An answer to what is no longer being told would say something untrue.
  document.addEventListener("htmx:beforeSend", ({ detail: { elt, xhr, requestConfig: { parameters: { after } } } }) => {
    const form = after && elt.closest("form");
    if (!form) return;
    const told = () => elt === form ? form.elements.after.value : [...new FormData(form)].join();
    const asked = told();
    const take = xhr.onload;
    xhr.onload = () => (form.isConnected && told() === asked ? take : xhr.onabort)();
  });

  // What was asked for and didn't come is not silent.

  function trouble(html, why = "unreached") {
    const line = document.getElementById("trouble");
    line.textContent = (html && parsed(html).querySelector("p")?.textContent.trim()) || line.dataset[why];
    line.hidden = false;
  }

  function calm() {
    document.getElementById("trouble").hidden = true;
  }

  on("trouble", ({ html, why }) => trouble(html, why));
  on("live", calm);
  on("calm", calm);

  for (const lost of ["sendError", "timeout"]) {
    document.addEventListener(`htmx:${lost}`, ({ detail }) => {
      if (!/^(preview|beside)$/.test(detail.elt.id)) trouble();
    });
  }
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.xhr.status === 400) renew().then(() => trouble("", "renewed"), () => trouble());
    else trouble(detail.xhr.responseText);
  });
  document.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
    calm();
    if (["slip", "tables", "seats"].includes(target?.id)) moved = slid = performance.now();
  });

  // The page's token was too old: it gets a fresh one, and keeps what was typed.
  async function renew() {
    const page = parsed(await (await fetch(location.href)).text());
    const fresh = page.querySelector("[name=csrf_token]").value;
    for (const field of document.getElementsByName("csrf_token")) field.value = fresh;
  }

  on("aged", ({ then, failed }) => renew().then(then, failed));

  // A laptop has more, and asks for it itself.
  const { wide } = document.getElementById("beside")?.dataset ?? {};
  if (wide && innerWidth > 1023) import(wide);

  addEventListener("load", () => {
    // The menu and a game's end come into this page: their style is there before, and nobody waits for it
    for (const style of document.querySelectorAll("link[disabled]")) style.disabled = false;
    // And what is to be there without a line
    for (const { content, dataset } of document.querySelectorAll("[data-ahead]")) {
      setTimeout(() => import(dataset.ahead), content.firstChild ? 0 : 2000);
    }
    // What browsers have only over HTTPS; over plain HTTP nobody asks for it
    if (isSecureContext) import(document.body.dataset.secure);
  });

  // The server tells times by this phone's clock.
  const zone = `zone=${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  if (!document.cookie.split("; ").includes(zone)) document.cookie = zone + document.body.dataset.cookie;

  settled();
})();
