// A key for what the browser's menu can do as well.
(() => {
  "use strict";

  const prints = document.getElementById("prints");
  prints.addEventListener("click", () => window.print());
  prints.hidden = false;
  document.getElementById("by-hand").hidden = true;
})();
