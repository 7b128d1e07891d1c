// A remote control's arrows go from key to key, as they lie on the screen; a keyboard's letters press their keys.
(() => {
  "use strict";

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  addEventListener("keydown", (event) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = key === "Backspace" ? "rub" : key.length === 1 && key.toUpperCase();
    const pressed = document.getElementById(`letter-${letter}`);
    pressed?.click();
    if (ARROWS[key]) nearest(...ARROWS[key])?.focus();
    if (pressed || ARROWS[key]) event.preventDefault();
  });

  // Of the keys that lie that way: the one that is least aside.
  function nearest(right, down) {
    const keys = [...document.querySelectorAll("main .key")];
    const now = document.activeElement;
    if (!keys.includes(now)) return keys[0];
    const from = middle(now);
    let found, least = Infinity;
    for (const key of keys) {
      const { x, y } = middle(key);
      const along = (x - from.x) * right + (y - from.y) * down;
      const aside = Math.abs((x - from.x) * down) + Math.abs((y - from.y) * right);
      const far = along + 3 * aside;
      if (along > 4 && far < least)[found, least] = [key, far];
    }
    return found;
  }

  function middle(key) {
    const { left, top, width, height } = key.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }
})();
