// @ts-check
/** Looking through a pile: by pressing it long, or with the right button. */

import { find } from "./table.js";

/** How long a long press is, in ms. */
const HELD = 500;
/** How far a finger that is held may move, in px. */
const STEADY = 4;

let holding = 0;
let [startX, startY] = [0, 0];

/** Begins to listen. */
export function listen() {
  document.addEventListener("pointerdown", (event) => {
    const pile = pileOf(event);
    clearTimeout(holding);
    [startX, startY] = [event.clientX, event.clientY];
    if (pile && event.pointerType !== "mouse") holding = setTimeout(() => look(pile), HELD);
  });
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => clearTimeout(holding));
  document.addEventListener("pointermove", (event) => {
    if (Math.hypot(event.clientX - startX, event.clientY - startY) > STEADY) clearTimeout(holding);
  });
  document.addEventListener("contextmenu", (event) => {
    const pile = pileOf(event);
    if (pile && look(pile)) event.preventDefault();
  });
}

/** @param {Event} event */
function pileOf(event) {
  return /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("#table [data-zone]"));
}

/** @param {HTMLElement} pile */
function look(pile) {
  const sheet = find(`#look-${pile.dataset.zone}`);
  if (sheet && !sheet.matches(":popover-open")) sheet.showPopover();
  return sheet !== null;
}
