// Sending the link, or the text that has it: by the phone's own sheet where it has one, else into its clipboard. On
// plain HTTP it has neither,
// and what is selected can still be copied.
(() => {
  "use strict";

  const address = document.getElementById("address"),
    said = document.getElementById("copied");
  const sends = document.getElementById("send"),
    copies = document.getElementById("copy");

  async function send() {
    const link = { title: sends.dataset.title, [address.dataset.as ?? "url"]: address.value };
    if (!navigator.share) return copy();
    // Who changed their mind wants no copy
    await navigator.share(link).catch((refused) => refused.name === "AbortError" || copy());
  }

  async function copy() {
    const done = await navigator.clipboard?.writeText(address.value).then(() => true, () => false);
    said.textContent = done || copySelected() ? said.dataset.copied : said.dataset.byHand;
  }

  function copySelected() {
    address.focus({ preventScroll: true });
    address.setSelectionRange(0, address.value.length);
    return document.execCommand("copy");
  }

  address.addEventListener("focus", () => address.select());
  sends.addEventListener("click", send);
  copies?.addEventListener("click", copy);
  // Where the phone has no sheet of its own for it, copying is all there is, and loud
  sends.hidden = Boolean(copies) && !navigator.share;
  if (!copies) return;
  copies.hidden = false;
  if (sends.hidden) copies.classList.add("big", "full", "go");
})();
