// @ts-check
/** Dragging cards and piles, with mouse, finger or pen. It ends in the same move that two taps make. */

import { lift } from "./flight.js";
import { ask, isBusy, play } from "./moves.js";
import { isShowing } from "./show.js";
import { all, pick, targets, zoneOf } from "./table.js";

/** How far a press goes before it is a drag, and how near is near enough to a place, in px. */
const [FAR, NEAR] = [8, 12];

/** @typedef {import("./flight.js").Lifted} Lifted */

/** What is pressed or dragged. @type {{source: HTMLElement, id: number, x: number, y: number, lifted: Lifted | null} | null} */
let held = null;

/** A click that ends a drag is none. */
let spent = false;

/** Begins to listen. */
export function listen() {
  document.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", (event) => event.pointerId === held?.id && void drop(event));
  document.addEventListener("pointercancel", (event) => event.pointerId === held?.id && void cancel());
  addEventListener("blur", () => void cancel());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !held?.lifted) return;
    event.stopPropagation();
    void cancel();
  }, true);
  document.addEventListener("click", (event) => {
    if (!spent || event.detail === 0) return;
    spent = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

/** @param {PointerEvent} event */
function press(event) {
  spent = false;
  if (held || !event.isPrimary || event.button !== 0 || isBusy() || isShowing()) return;
  const source = /** @type {HTMLElement | null} */ (
    /** @type {Element} */ (event.target).closest("#table [data-word]")
  );
  if (source && movable(source)) {
    held = { source, id: event.pointerId, x: event.clientX, y: event.clientY, lifted: null };
  }
}

/**
 * One's own cards can always be taken up; a pile where it may go somewhere else.
 * @param {HTMLElement} source
 */
function movable(source) {
  const { word = "" } = source.dataset;
  if (source.matches(".fan .card")) return !source.ariaDisabled;
  return Object.keys(targets(word)).some((target) => target !== word);
}

/** @param {PointerEvent} event */
function move(event) {
  if (!held || event.pointerId !== held.id) return;
  const { clientX: x, clientY: y } = event;
  if (!held.lifted) {
    if (Math.hypot(x - held.x, y - held.y) < FAR) return;
    if (!held.source.isConnected || document.querySelector(":popover-open")) {
      held = null;
      return;
    }
    held.source.setPointerCapture(held.id);
    pick(held.source);
    held.lifted = lift(held.source, "dragged");
  }
  held.lifted.follow(x, y);
}

/** @param {PointerEvent} event */
async function drop(event) {
  const { source, lifted } = /** @type {NonNullable<typeof held>} */ (held);
  held = null;
  if (!lifted) return;
  spent = true;
  const target = nearest(event, ".legal");
  if (target && source.isConnected) {
    await play(source, target, lifted);
    return;
  }
  const wrong = nearest(event, ":is(.board, .mine) [data-try]");
  await lifted.back();
  if (wrong && zoneOf(wrong) !== zoneOf(source) && source.isConnected) await ask(source, wrong);
  else pick(null);
}

async function cancel() {
  const lifted = held?.lifted;
  held = null;
  if (!lifted) return;
  spent = true;
  await lifted.back();
  pick(null);
}

/**
 * The nearest of some places, if it is near enough.
 * @param {PointerEvent} event
 * @param {string} selector
 */
function nearest({ clientX, clientY }, selector) {
  let best = null;
  let least = NEAR;
  for (const place of all(selector)) {
    const box = place.getBoundingClientRect();
    const far = Math.hypot(
      Math.max(box.left - clientX, 0, clientX - box.right),
      Math.max(box.top - clientY, 0, clientY - box.bottom),
    );
    if (far <= least) [best, least] = [place, far];
  }
  return best;
}
