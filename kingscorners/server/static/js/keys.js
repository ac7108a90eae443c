// @ts-check
/** The keyboard: one tab stop for the piles and one for the hand, arrows by where things are, a few letters. */

import { all, find, pick, pickedWord, table } from "./table.js";

const GROUPS = [".slot", ".fan .card"];
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Makes one element of each group the tab stop: the wanted one, else the one that was, else the first.
 * @param {Element | null} [wanted]
 */
export function rove(wanted = null) {
  for (const group of GROUPS) {
    const buttons = all(group);
    const stop =
      buttons.find((button) => button === wanted) ?? buttons.find((button) => button.tabIndex === 0) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  }
}

/** Begins to listen. */
export function listen() {
  rove();
  document.addEventListener("focusin", (event) => {
    const button = /** @type {Element} */ (event.target).closest("#table :is(.slot, .fan .card)");
    if (button) rove(button);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector(":popover-open")) return;
    const active = /** @type {HTMLElement} */ (document.activeElement);
    if (!table().contains(active) || active.matches("input, select, textarea")) return;
    // A letter that is held down is one letter: turns are not played by the dozen.
    if (event.repeat && event.key.length === 1) event.preventDefault();
    else if (press(event.key, active)) event.preventDefault();
  });
}

/**
 * @param {string} key
 * @param {HTMLElement} active
 * @returns {boolean} whether the key meant something
 */
function press(key, active) {
  if (key === "Escape" && pickedWord()) {
    pick(null);
    return true;
  }
  const letter = key.length === 1 ? find(`[data-key="${CSS.escape(key.toLowerCase())}"]:not(:disabled)`) : null;
  if (letter && !letter.closest("[inert]")) {
    letter.click();
    return true;
  }
  if (!active.matches(".slot, .fan .card")) return false;
  if (key in WAYS) return go(next(active, WAYS[key]));
  const cards = all(".fan .card");
  if (active.matches(".card") && key === "Home") return go(cards[0]);
  if (active.matches(".card") && key === "End") return go(cards[cards.length - 1]);
  return false;
}

/** @param {HTMLElement | undefined} element */
function go(element) {
  element?.focus({ preventScroll: true });
  return element !== undefined;
}

/**
 * The nearest card or pile in a direction. From the hand, up goes to the first place that something may go to.
 * @param {HTMLElement} from
 * @param {[number, number]} way
 */
function next(from, [x, y]) {
  const inHand = from.matches(".card");
  if (inHand && y < 0) {
    const legal = all(".slot.legal")[0];
    if (legal) return legal;
  }
  if (inHand && x !== 0) {
    const cards = all(".fan .card");
    return cards[cards.indexOf(from) + x];
  }
  const here = middle(from);
  let best;
  let least = Infinity;
  for (const other of all(GROUPS.join(", "))) {
    const there = middle(other);
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    const along = dx * x + dy * y;
    const aside = Math.abs(dx * y) + Math.abs(dy * x);
    const far = along + 2 * aside;
    if (other === from || along < 8 || aside > 2 * along || (x !== 0 && other.matches(".card")) || far >= least) continue;
    [best, least] = [other, far];
  }
  return best;
}

/** @param {Element} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
