// The outbox: a press becomes a tap with an id of its own, waits in line, and stays on this phone until it is settled.
(() => {
  "use strict";

  const [link] = location.pathname.match(/^.*\/s\/[^/]+\//); // what all pages of a sitting begin with
  const words = document.getElementById("waiting").dataset;
  const PLACE = `companion ${words.sitting}`; // whatever its link: that may be replaced
  const PATIENCE = 6000, PAUSES = [1000, 2000, 4000, 5000];
  const ANSWERS = { 200: noted, 409: question, 422: refused, 400: renew, 403: stays, 404: stays, 405: stays, 413: stays };

  let sending = false; // one is on its way
  let asked = null; // the id of the tap that waits for a person's answer
  let trouble = ""; // why nothing goes out: a sentence
  let lasting = false; // it won't go away by itself
  let failures = 0, renewed = false, again, slow;

  function say(name, detail) {
    document.dispatchEvent(new CustomEvent(`companion:${name}`, { detail }));
  }

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
    if (!taps.length || trouble) say("waiting", { taps, trouble, lasting });
    else slow = setTimeout(() => say("waiting", { taps, trouble }), Math.max(0, taps[0].at + 1000 - Date.now()));
  }

  // From the thumb

  document.addEventListener("submit", (event) => {
    const form = event.target, key = event.submitter;
    if (!form.matches("[data-notes]")) return;
    event.preventDefault();
    if (!form.dataset.going && !(key?.id === "undo" && dropNewest())) press(form, key);
  });

  // Nothing needs to be struck out that never left this phone.
  function dropNewest() {
    const newest = waiting().at(-1);
    if (!newest || newest.sent || newest.aim === "undo") return false;
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
      aim: ["undo", "redo"].includes(key?.id) ? key.id : form.closest("#pad") && !asItStands ? "pad" : "",
      label: labelOf(form, key),
    };
    if (asItStands) form.dataset.going = tap.id; // pressed again, it would say nothing new
    const others = waiting().filter((one) => one.id !== settles);
    keep(settles ? [tap, ...others] : [...others, tap]);
    goOn();
  }

  // What the slip asked, and what was answered: two chips may not look alike where they aren't.
  function labelOf(form, key) {
    const title = form.closest("#slip")?.querySelector("#slip-title"), said = key?.ariaLabel || key?.innerText || "";
    return [title?.textContent, said.trim().split("\n")[0]].filter(Boolean).join(" · ").replace(/\s+/g, " ").trim();
  }

  function newId() { // randomUUID isn't there on plain HTTP
    const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
    return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  }

  function fieldsOf(form, key) {
    const fields = new FormData(form);
    if (key?.name) fields.append(key.name, key.value);
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
    clearTimeout(again);
    change(tap.id, { sent: true });
    const answer = await post(tap);
    say("heard", { ok: answer.status !== 0 });
    sending = false;
    const meant = waiting().some(({ id, at }) => id === tap.id && at === tap.at); // not dropped since, nor settled
    if (meant || answer.status === 200) (ANSWERS[answer.status] ?? later)(tap, answer);
    else send();
  }

  async function post(tap) {
    const body = new URLSearchParams([...tap.fields, ["tap", tap.id], ["csrf_token", document.getElementById("csrf").value]]);
    const answer = await ask(link + tap.to, { method: "POST", body });
    return answer.status === 200 && !pageOf(answer) ? { status: 0 } : answer; // a hotel's door answers 200 as well
  }

  async function ask(address, options) {
    const patience = new AbortController(), clock = setTimeout(() => patience.abort(), PATIENCE);
    try {
      const answer = await fetch(address, { ...options, headers: { "HX-Request": "true" }, signal: patience.signal });
      return { status: answer.status, html: await answer.text(), address: answer.headers.get("HX-Replace-Url") };
    } catch {
      return { status: 0 };
    } finally {
      clearTimeout(clock);
    }
  }

  function pageOf(answer) {
    return answer.html?.match(/id="(sitting|log)"/)?.[1];
  }

  // Answered

  function noted(tap, answer) {
    failures = 0;
    trouble = "";
    renewed = false;
    remove(tap.id);
    if (fieldOf(tap, "asked")) seen(Number(fieldOf(tap, "asked")));
    aimAnew(answer);
    say("show", { ...answer, tap: tap.id });
    send();
  }

  // What waited behind a question was pressed before it; whoever answered it has seen the table as it is.
  function seen(length) {
    keep(waiting().map((tap) => withField(tap, "after", String(Math.max(length, Number(fieldOf(tap, "after")))))));
  }

  // A key of the pad means "and the next", undo and redo "what then is the last": on the page that the answer brought.
  function aimAnew(answer) {
    if (pageOf(answer) !== "sitting") return;
    const page = new DOMParser().parseFromString(answer.html, "text/html");
    const player = page.querySelector("#pad [name=player]")?.value;
    const last = page.getElementById("sitting").dataset;
    const aimed = (tap) => (tap.aim in last ? { ...tap, to: last[tap.aim].replace(link, "") } : tap.aim && player ? withField(tap, "player", player) : tap);
    keep(waiting().map((tap) => (tap.sent ? tap : aimed(tap))).filter((tap) => tap.to));
  }

  function refused(tap, answer) {
    if (!canBeSeen(answer)) return halt(tap);
    drops(tap.id);
    noted(tap, answer);
  }

  function question(tap, answer) {
    halt(tap, canBeSeen(answer) ? "" : words.elsewhere);
    if (canBeSeen(answer)) say("show", { ...answer, tap: tap.id });
  }

  // Not on another page of this sitting, nor over what somebody is filling in: it is asked again when that has closed.
  function canBeSeen(answer) {
    return document.getElementById(pageOf(answer)) !== null && !isTyping();
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

  document.addEventListener("companion:closed", goOn);

  document.addEventListener("click", (event) => {
    const drop = event.target.closest("[data-drops]");
    if (!drop) return;
    event.preventDefault();
    const question = drop.closest("dialog")?.querySelector("[name=asked]");
    drops(drop.dataset.drops);
    if (question) seen(Number(question.value));
    say("dropped", words.dropped);
    goOn();
  });

  // With the undo that was meant for it; and what came after it may go.
  function drops(id) {
    const taps = waiting(), at = taps.findIndex((tap) => tap.id === id), next = taps[at + 1];
    if (at === 0) trouble = "";
    keep(taps.filter((tap) => tap.id !== id && !(tap === next && tap.aim === "undo")));
  }

  // The page's token is too old: a fresh one, and the same tap again.
  function renew(tap, answer) {
    const failed = () => later(tap, answer);
    if (renewed) return failed();
    renewed = true;
    say("aged", { then: send, failed });
  }

  // Not answered, or not now

  function later(tap, answer) {
    stays(tap, answer, false);
    renewed = false;
    again = setTimeout(send, PAUSES[Math.min(failures++, PAUSES.length - 1)]);
  }

  function stays(tap, answer, lasts = true) {
    const said = new DOMParser().parseFromString(answer.html ?? "", "text/html").querySelector("p");
    trouble = answer.status && said ? said.textContent.trim() : document.getElementById("trouble").dataset.unreached;
    lasting = lasts;
    change(tap.id, { perhaps: tap.perhaps || !answer.status || answer.status > 499 }); // noted before that, perhaps
    say("kept", { tap: tap.id });
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
  document.addEventListener("companion:live", wake);
})();
