// The picture as a PNG, made by the browser itself: by the phone's own sheet where it takes files, else as a
// download.
(() => {
  "use strict";

  const drawing = document.getElementById("picture"),
    button = document.getElementById("post"),
    said = document.getElementById("copied");
  const name = button.dataset.name;

  async function drawn() {
    await drawing.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: 1080, height: 1080 });
    canvas.getContext("2d").drawImage(drawing, 0, 0, 1080, 1080);
    return canvas;
  }

  async function post() {
    try {
      const canvas = await drawn();
      const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
      const files = [new File([blob], name, { type: "image/png" })];
      if (!navigator.canShare?.({ files })) return save(canvas);
      await navigator.share({ files }).catch((refused) => refused.name === "AbortError" || save(canvas));
    } catch {
      said.textContent = said.dataset.failed;
    }
  }

  function save(canvas) {
    Object.assign(document.createElement("a"), { href: canvas.toDataURL("image/png"), download: name }).click();
    said.textContent = said.dataset.saved;
  }

  button.addEventListener("click", post);
  button.hidden = false;
})();
