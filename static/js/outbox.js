// The outbox: a press becomes a tap with an id of its own, waits in line, and stays on this phone until it is
// settled.
(() => {
  "use strict";

  const { announce, emit, on, parsed } = companion;
  const [link] = location.pathname.match(/^.*\/s\/[^/]+\//); // what all pages of a sitting begin with
  const words = document.getElementById("waiting").dataset;
  const PLACE = `companion ${words.sitting}`; // whatever its link: that may be replaced
  const PATIENCE = 6000,
    PAUSES = [1000, 2000, 4000, 5000];
  const ANSWERS = { 200: noted, 409: question, 422: refused, 400: renew };
  for (const status of [403, 404, 405, 413]) ANSWERS[status] = stays;

  let sending = false; // one is on its way
  let asked = null; // the id of the tap that waits for a person's answer
  let trouble = ""; // why nothing goes out: a sentence
  let lasting = false; // it won't go away by itself
  let failures = 0,
    renewed = false,
    again, slow;

  // What waits is kept on the phone, so that it is there after a reload; in memory where a phone has no room for it.

  let kept = null;

  function waiting() {
    if (kept) return kept;
    try { return JSON.parse(localStorage.getItem(PLACE)) ?? []; } catch { return []; }
  }

  function keep(taps) {
    kept = null;
    try {
      if (taps.length) localStorage.setItem(PLACE, JSON.stringify(taps));
      else localStorage.removeItem(PLACE);
    } catch {
      kept = taps; // private, or full
    }
    tell();
  }

  function remove(id) {
    keep(waiting().filter((tap) => tap.id !== id));
  }

  function change(id, more) {
    keep(waiting().map((tap) => (tap.id === id ? { ...tap, ...more } : tap)));
  }

  // A tap that is answered at once needs no word.
  function tell() {
    const taps = waiting();
    if (!taps.length) trouble = "";
    clearTimeout(slow);
    if (!taps.length || trouble) show({ taps, trouble, lasting });
    else slow = setTimeout(() => show({ taps, trouble }), Math.max(0, taps[0].at + 1000 - Date.now()));
  }

  // From the thumb

  document.addEventListener("submit", (event) => {
    const form = event.target,
      key = event.submitter;
    if (!form.matches("[data-notes]")) return;
    event.preventDefault();
    if (!form.dataset.going && !(key?.id === "undo" && dropNewest())) press(form, key);
  });

  // Nothing needs to be struck out that never left this phone.
  function dropNewest() {
    const newest = waiting().at(-1);
    if (!newest || newest.sent || newest.undoes) return false;
    remove(newest.id);
    return true;
  }

  function press(form, key) {
    const { settles } = form.dataset, asItStands = settles || form.elements.slip || form.closest("#slip, #log");
    const tap = {
      id: settles ? form.elements.tap.value : newId(),
      at: Date.now(),
      to: (key?.getAttribute("formaction") ?? form.getAttribute("action")).replace(link, ""),
      fields: fieldsOf(form, key),
      undoes: key?.id === "undo",
      label: labelOf(form, key),
    };
    if (asItStands) form.dataset.going = tap.id; // pressed again, it would say nothing new
    const others = waiting().filter((one) => one.id !== settles);
    keep(settles ? [tap, ...others] : [...others, tap]);
    goOn();
  }

  // What the slip asked, and what was answered: two chips may not look alike where they aren't.
  function labelOf(form, key) {
    const title = form.closest("#slip")?.querySelector("#slip-title"),
      said = key?.ariaLabel || key?.innerText || "";
    return [title?.textContent, said.trim().split("\n")[0]].filter(Boolean).join(" · ").replace(/\s+/g, " ").trim();
  }

  function newId() { // randomUUID isn't there on plain HTTP
    const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
    return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  // A key of the sheet means what its person has seen there; a slip, what stood there when it was opened.
  function fieldsOf(form, key) {
    const fields = new FormData(form);
    if (key?.name) fields.append(key.name, key.value);
    if (form.closest("#sitting")) fields.set("after", companion.seen());
    return [...fields].filter(([name]) => name !== "csrf_token" && name !== "tap");
  }

  function withField(tap, name, value) {
    return { ...tap, fields: tap.fields.map((field) => (field[0] === name ? [name, value] : field)) };
  }

  function fieldOf(tap, name) {
    return tap.fields.find((field) => field[0] === name)?.[1];
  }

  // On its way: one at a time, in order

  async function send() {
    const [tap] = waiting();
    if (!tap || sending || tap.id === asked) return;
    sending = true;
    emit("sending");
    clearTimeout(again);
    change(tap.id, { sent: true });
    const answer = await post(tap);
    emit("heard", { ok: answer.status !== 0 });
    sending = false;
    const meant = waiting().some(({ id, at }) => id === tap.id && at === tap.at); // not dropped since, nor settled
    if (meant || answer.status === 200)(ANSWERS[answer.status] ?? later)(tap, answer);
    else send();
  }

  async function post(tap) {
    const body = new URLSearchParams([...tap.fields, ["tap", tap.id],
      ["csrf_token", document.getElementById("csrf").value]
    ]);
    const answer = await ask(link + tap.to, { method: "POST", body });
    const ours = answer.status !== 200 || answer.html.includes('id="sitting"');
    return ours ? answer : { status: 0 }; // a hotel's door answers 200 as well
  }

  async function ask(address, options) {
    const patience = new AbortController(),
      clock = setTimeout(() => patience.abort(), PATIENCE);
    try {
      const answer = await fetch(address, { ...options, headers: { "HX-Request": "true" }, signal: patience.signal });
      return { status: answer.status, html: await answer.text() };
    } catch {
      return { status: 0 };
    } finally {
      clearTimeout(clock);
    }
  }

  // Answered

  function noted(tap, answer) {
    failures = 0;
    trouble = "";
    renewed = false;
    remove(tap.id);
    if (fieldOf(tap, "asked")) seen(Number(fieldOf(tap, "asked")));
    emit("sheet", { html: answer.html, tap: tap.id, noted: answer.status === 200 });
    send();
  }

  // What waited behind a question was pressed before it; whoever answered it has seen the table as it is.
  function seen(length) {
    emit("answered", { after: length });
    keep(waiting().map((tap) => withField(tap, "after", String(Math.max(length, Number(fieldOf(tap, "after")))))));
  }

  // Not over what somebody is filling in: it is asked again when that has closed.
  function refused(tap, answer) {
    if (isTyping()) return halt(tap);
    drops(tap.id);
    noted(tap, answer);
  }

  function question(tap, answer) {
    const covered = isTyping();
    halt(tap, covered ? words.elsewhere : "");
    if (!covered) emit("sheet", { html: answer.html, tap: tap.id });
  }

  function halt(tap, why = words.elsewhere) {
    asked = tap.id;
    trouble = why;
    lasting = true;
    change(tap.id, { perhaps: false });
  }

  function isTyping() {
    return document.querySelector("#slip form:not([data-going]) input:not([type=hidden])") !== null;
  }

  function goOn() {
    if (asked && !document.querySelector(`[data-settles="${asked}"]:not([data-going])`)) asked = null;
    send();
  }

  on("closed", goOn);

  document.addEventListener("click", (event) => {
    const drop = event.target.closest("[data-drops]");
    if (!drop) return;
    event.preventDefault();
    const question = drop.closest("dialog")?.querySelector("[name=asked]");
    drops(drop.dataset.drops);
    if (question) seen(Number(question.value));
    if (document.querySelector("dialog.asks")) emit("shut");
    announce(words.dropped);
    emit("behind");
    goOn();
  });

  // With the undo that was meant for it; and what came after it may go.
  function drops(id) {
    const taps = waiting(),
      at = taps.findIndex((tap) => tap.id === id),
      next = taps[at + 1];
    if (at === 0) trouble = "";
    keep(taps.filter((tap) => tap.id !== id && !(tap === next && tap.undoes)));
  }

  // The page's token is too old: a fresh one, and the same tap again.
  function renew(tap, answer) {
    const failed = () => later(tap, answer);
    if (renewed) return failed();
    renewed = true;
    emit("aged", { then: send, failed });
  }

  // Not answered, or not now

  function later(tap, answer) {
    stays(tap, answer, false);
    renewed = false;
    again = setTimeout(send, PAUSES[Math.min(failures++, PAUSES.length - 1)]);
  }

  function stays(tap, answer, lasts = true) {
    const said = parsed(answer.html ?? "").querySelector("p");
    trouble = answer.status && said ? said.textContent.trim() : document.getElementById("trouble").dataset.unreached;
    lasting = lasts;
    change(tap.id, { perhaps: tap.perhaps || !answer.status || answer.status > 499 }); // noted before that, perhaps
    done(tap.id);
  }

  // What is kept here needs its slip no longer.
  function done(id) {
    const form = document.querySelector(`[data-going="${id}"]`);
    if (!form) return;
    delete form.dataset.going;
    if (form.closest("#slip")) emit("shut");
    else form.reset();
  }

  function wake() {
    if (document.hidden) return;
    failures = 0;
    tell();
    send();
  }

  addEventListener("online", wake);
  addEventListener("pageshow", wake);
  addEventListener("storage", tell);
  document.addEventListener("visibilitychange", wake);
  on("live", wake);

  // What waits lies over the counter, whose figures are untrue by then; no key moves.

  let waits = { taps: [] };

  function show(shown) {
    if (shown.taps.length !== waits.taps.length) emit("moved");
    waits = shown;
    emit("waiting", shown);
    wait();
  }

  on("laid", wait);

  function wait() {
    const { taps, trouble, lasting } = waits;
    const newest = taps.at(-1);
    const unsent = document.querySelector("#undo .unsent");
    const dropped = trouble && !newest.sent && !newest.undoes;
    if (unsent) unsent.textContent = dropped ? unsent.dataset.words.replace("{tap}", newest.label) : "";
    const main = document.getElementById("main");
    const before = document.getElementById("waits");
    before?.remove();
    if (!trouble) return main.classList.remove("covered");
    const strip = document.getElementById("waiting").content.firstElementChild.cloneNode(true);
    strip.querySelector("ol").replaceChildren(...taps.map((tap) => chip(strip, tap)));
    strip.querySelector(".why").textContent = trouble;
    strip.querySelector(".kept").hidden = lasting;
    main.append(strip);
    emit("calm");
    lie();
  }

  function chip(strip, tap) {
    const item = strip.querySelector("li").cloneNode(true);
    const key = item.querySelector("button");
    key.id = `drop-${tap.id}`;
    key.dataset.drops = tap.id;
    key.querySelector("span").textContent = tap.label;
    key.querySelector("small").hidden = !tap.perhaps;
    return item;
  }

  // Its lower edge on the counter's, as wide and at least as high; where the counter isn't in view, under the head.
  function lie() {
    const strip = document.getElementById("waits");
    if (!strip) return;
    const counter = document.getElementById("counter")?.getBoundingClientRect();
    const inView = counter?.bottom > 200 && counter.bottom < innerHeight + 1;
    strip.classList.toggle("loose", !inView);
    document.getElementById("main").classList.toggle("covered", inView);
    const { bottom, left, width, height } = counter ?? {};
    const from = `inset:auto auto ${innerHeight - bottom}px ${left}px`;
    strip.style = inView ? `${from};max-width:none;width:${width}px;min-height:${height}px` : "";
  }

  addEventListener("resize", lie);
  addEventListener("scroll", lie, { passive: true });
})();
