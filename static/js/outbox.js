// The outbox: a press becomes a tap with an id of its own, waits in line, and stays on this phone until it is
// settled.
(() => {
  "use strict";

  const { announce, ask, emit, link, on, parsed } = companion;
  const { content, dataset: words } = document.getElementById("waiting");
  const PLACE = `companion ${words.sitting}`; // whatever its link: that may be replaced
  const LINE = `line ${words.sitting}`;
  const LEASE = 8000, // longer than any answer is waited for
    LEFT = 2000, // then a tap that another tab left lying is taken over
    LONGEST = 5000; // pause between two tries
  const ANSWERS = { 200: noted, 400: renew, 409: question, 422: refused };

  const begun = Date.now(),
    waited = new Set(); // the ids of those that were not answered at once
  let sending = false; // one is on its way, or stands in line
  let paused = false; // none goes out until it is time
  let asked = null; // the id of the tap that waits for a person's answer
  let trouble = ""; // why nothing goes out: a sentence
  let lasting = false; // it won't go away by itself
  let failures = 0,
    renewed = false,
    again, slow,
    shown = { taps: [], refused: [] };

  let tab = newId(); // the same after a reload
  try { tab = sessionStorage.tab ??= tab; } catch { /* then until then */ }

  // What waits is kept on the phone, so that it is there after a reload: one key a tap, so that no tab of this phone
  // writes over what another wrote. In memory where a phone has no room for it.

  let store = {};
  try { store = localStorage ?? store; } catch { /* private: until the page goes */ }
  const memory = {};
  const keyOf = (tap) => `${PLACE} ${tap.at} ${tap.id}`;

  function waiting() {
    const kept = Object.entries({ ...store, ...memory }).filter(([key]) => key.startsWith(`${PLACE} `));
    return kept.map(([, tap]) => JSON.parse(tap)).sort((one, other) => one.at - other.at);
  }

  const unsettled = () => waiting().filter((tap) => !tap.refused);
  const waits = (id) => waiting().find((tap) => tap.id === id);

  function keep(tap) {
    const key = keyOf(tap);
    const text = JSON.stringify(tap);
    delete memory[key];
    try { store[key] = text; } catch { memory[key] = text; }
    tell();
  }

  function remove(id) {
    const key = keyOf(waits(id) ?? {});
    delete memory[key];
    delete store[key];
    tell();
  }

  function change(id, more) {
    const tap = waits(id);
    if (tap) keep({ ...tap, ...more });
  }

  // Earlier versions kept one list of them all, in its order.
  function keepEarlier() {
    let at = 0;
    for (const tap of JSON.parse(store[PLACE] ?? "[]")) keep({ ...tap, at: (at = Math.max(tap.at, at + 1)) });
    delete store[PLACE];
  }

  // A tap that is answered at once needs no word.
  function tell() {
    const taps = unsettled();
    const refused = waiting().filter((tap) => tap.refused);
    if (!taps.length) trouble = "";
    for (const { id } of taps)
      if (trouble || (asked && id !== asked)) waited.add(id);
    shown = { taps, refused, trouble, lasting };
    clearTimeout(slow);
    if (!taps.length || trouble || refused.length) show();
    else slow = setTimeout(show, Math.min(1000, taps[0].at + 1000 - Date.now()));
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
    const newest = unsettled().at(-1);
    if (!newest || newest.sent || newest.undoes) return false;
    remove(newest.id);
    return true;
  }

  function press(form, key) {
    const { settles } = form.dataset, asItStands = settles || form.elements.slip || form.closest("#slip, #log");
    const before = waits(settles); // whose place it takes
    const tap = {
      id: settles ? form.elements.tap.value : newId(),
      at: before ? before.at + 0.001 : Math.max(Date.now(), ...waiting().map((one) => one.at + 1)),
      tab,
      to: (key?.getAttribute("formaction") ?? form.getAttribute("action")).replace(link, ""),
      fields: fieldsOf(form, key),
      undoes: key?.id === "undo",
      label: labelOf(form, key),
    };
    if (asItStands) form.dataset.going = tap.id; // pressed again, it would say nothing new
    keep(tap);
    if (before) remove(settles);
    goOn();
  }

  // What the slip asked, and what was answered: two chips may not look alike where they aren't.
  function labelOf(form, key) {
    const title = form.closest("#slip")?.querySelector("#slip-title"),
      said = key?.ariaLabel || key?.innerText || "";
    return [title?.textContent, said.trim().split("\n")[0]].filter(Boolean).join(" · ").replace(/\s+/g, " ").trim();
  }

  // The last part of a blob's address is a random UUID, on plain HTTP too, where crypto.randomUUID isn't there.
  function newId() {
    return URL.createObjectURL(new Blob()).slice(-36);
  }

  // A key of the sheet means what its person has seen there; a slip, what stood there when it was opened.
  function fieldsOf(form, key) {
    const fields = new FormData(form);
    if (key?.name) fields.append(key.name, key.value);
    if (form.closest("#sitting")) fields.set("after", companion.seen());
    return [...fields].filter(([name]) => name !== "csrf_token" && name !== "tap");
  }

  // On its way: one at a time, in order, whichever tab it was pressed in

  async function send() {
    clearTimeout(again);
    paused = false;
    if (sending) return;
    sending = true;
    while (!paused && next()) await inLine(sendNext);
    sending = false;
  }

  // Each tab sends its own; what another left lying, whichever is looked at.
  function next() {
    const [tap] = unsettled();
    if (!tap || tap.id === asked) return;
    const age = Date.now() - tap.at;
    if (tap.tab === tab || (!document.hidden && !(age >= 0 && age < LEFT))) return tap;
    again = setTimeout(send, LEFT);
  }

  // Where there are no locks, over plain HTTP, a tab has the line for a while, and whoever had it last goes first.
  async function inLine(run) {
    if (navigator.locks) return navigator.locks.request(LINE, run);
    const [holder, until] = (store[LINE] ?? tab).split(" ");
    const left = until - Date.now();
    if (holder !== tab && left > 0 && left <= LEASE) return pause(left);
    lease(LEASE);
    if (holder !== tab) {
      await new Promise((done) => setTimeout(done, 50)); // until all tabs have heard of it
      if (!store[LINE].startsWith(tab)) return pause(50);
    }
    await run();
    lease(0);
  }

  function lease(time) {
    try { store[LINE] = `${tab} ${Date.now() + time}`; } catch { /* no room: then it is the last one's */ }
  }

  function pause(time) {
    paused = true;
    again = setTimeout(send, time);
  }

  async function sendNext() {
    const tap = next();
    if (!tap) return;
    emit("sending");
    change(tap.id, { sent: true });
    const answer = await post(tap);
    const { status } = answer;
    emit("heard", { ok: status > 0 });
    const dropped = waits(tap.id)?.at !== tap.at; // or changed since
    if (status !== 200 && dropped) return;
    (ANSWERS[status] ?? (/4[01]/.test(status) ? stays : later))(tap, answer);
  }

  async function post(tap) {
    const body = new URLSearchParams([...tap.fields, ["tap", tap.id],
      ["csrf_token", document.getElementById("csrf").value]
    ]);
    return ask(link + tap.to, { method: "POST", body }).catch(() => ({ status: 0 })); // nobody answered
  }

  // Answered

  function noted(tap, answer) {
    remove(tap.id);
    settled(tap, answer);
  }

  function settled(tap, answer, kept) {
    failures = 0;
    trouble = "";
    renewed = false;
    const { asked } = Object.fromEntries(tap.fields);
    if (asked) seen(asked);
    emit("sheet", { html: answer.html, tap: tap.id, noted: answer.status === 200, kept });
  }

  // What waited behind a question was pressed before it; whoever answered it has seen the table as it is.
  function seen(length) {
    emit("answered", { after: Number(length) });
    for (const tap of unsettled()) {
      keep({ ...tap, fields: tap.fields.map(([name, value]) => [name, name === "after" ? length : value]) });
    }
  }

  // Not over what somebody is filling in: it is asked again when that has closed. What waited stays, and says why,
  // until somebody drops it.
  function refused(tap, answer) {
    if (isTyping()) return halt(tap);
    const stays = (waited.has(tap.id) || tap.at < begun) && !unsettled()[1]?.undoes;
    const own = parsed(answer.html).getElementById("own");
    const why = own?.dataset.refusal ?? own?.querySelector(".wrong")?.textContent;
    if (stays) change(tap.id, { refused: why || words.refused, perhaps: false });
    else drops(tap.id);
    settled(tap, answer, stays);
  }

  function question(tap, answer) {
    if (isTyping()) return halt(tap);
    halt(tap, "");
    emit("sheet", { html: answer.html, tap: tap.id });
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
    if (question) seen(question.value);
    if (document.querySelector("dialog.asks")) emit("shut");
    announce(words.dropped);
    emit("behind");
    goOn();
  });

  // With the undo that was meant for it; and what came after it may go.
  function drops(id) {
    const taps = unsettled();
    const at = taps.findIndex((tap) => tap.id === id);
    if (at === 0) trouble = "";
    if (at >= 0 && taps[at + 1]?.undoes) remove(taps[at + 1].id);
    remove(id);
  }

  // The page's token is too old: a fresh one, and the same tap again.
  function renew(tap, answer) {
    const failed = () => later(tap, answer);
    if (renewed) return failed();
    renewed = paused = true;
    emit("aged", { then: send, failed });
  }

  // Not answered, or not now

  function later(tap, answer) {
    stays(tap, answer, false);
    renewed = false;
    pause(Math.min(1000 * 2 ** failures++, LONGEST));
  }

  function stays(tap, answer, lasts = true) {
    const said = parsed(answer.html ?? "").querySelector("p");
    trouble = answer.status && said ? said.textContent.trim() : document.getElementById("trouble").dataset.unreached;
    lasting = lasts;
    paused = true;
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
  addEventListener("storage", heard);
  document.addEventListener("visibilitychange", wake);
  on("live", wake);

  // Another tab of this phone has pressed, sent, answered or dropped something.
  function heard() {
    tell();
    for (const { dataset } of document.querySelectorAll("[data-going]")) {
      if (!waits(dataset.going)) done(dataset.going);
    }
    if (asked && !waits(asked)) {
      const question = document.querySelector(`[data-settles="${asked}"]`);
      asked = null;
      if (question) emit("shut");
    }
    if (!trouble) send();
  }

  // What waits lies over the counter, whose figures are untrue by then; no key moves.

  function show() {
    emit("waiting", shown);
    lay();
  }

  on("laid", lay);

  function lay() {
    const { taps, refused, trouble, lasting } = shown;
    const newest = taps.at(-1);
    const unsent = document.querySelector("#undo .unsent");
    const dropped = trouble && !newest.sent && !newest.undoes;
    if (unsent) unsent.textContent = dropped ? unsent.dataset.words.replace("{tap}", newest.label) : "";
    const before = document.getElementById("waits");
    const chips = trouble ? [...refused, ...taps] : refused;
    const strip = content.firstElementChild.cloneNode(true);
    strip.querySelector("ol").replaceChildren(...chips.map((tap) => chip(strip, tap)));
    const why = new Set(chips.map((tap) => tap.refused ?? trouble));
    strip.querySelector(".why").textContent = [...why].join(" · ");
    strip.querySelector(".kept").hidden = lasting || !trouble;
    if (!chips.length || before?.innerHTML !== strip.innerHTML) { // else it may be under a thumb
      before?.remove();
      if (before || chips.length) emit("moved");
      if (chips.length) document.getElementById("main").append(strip);
    }
    lie();
  }

  function chip(strip, tap) {
    const item = strip.querySelector("li").cloneNode(true);
    const key = item.firstElementChild;
    const [label, said] = key.children;
    key.id = `drop-${tap.id}`;
    key.dataset.drops = tap.id;
    label.textContent = tap.label;
    said.hidden = !tap.perhaps && !tap.refused;
    if (tap.refused) said.textContent = words.refused;
    return item;
  }

  // Its lower edge on the counter's, as wide and at least as high; where the counter isn't in view, under the head.
  function lie() {
    const strip = document.getElementById("waits");
    if (!strip) return;
    const { bottom, left, width, height } = document.getElementById("counter")?.getBoundingClientRect() ?? {};
    const inView = bottom > 200 && bottom < innerHeight + 1;
    const place = `inset:auto auto ${innerHeight - bottom}px ${left}px;width:${width}px;min-height:${height}px`;
    strip.classList.toggle("loose", !inView);
    strip.style = inView ? place : "";
  }

  addEventListener("resize", lie);
  addEventListener("scroll", lie, { passive: true });

  keepEarlier();
})();
