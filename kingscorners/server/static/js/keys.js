// @ts-check
/** The keyboard: one tab stop for the piles and one for the hand, arrows by where things are, keys for what is often done. */

import { wanted } from "./choices.js";
import { say } from "./say.js";
import { isShowing, skipAll, skipTurn } from "./show.js";
import { all, find, focus, pick, pickedWord, table } from "./table.js";

const GROUPS = [":is(.board, .mine) [data-word]:not([aria-hidden])", ".fan .card"];
const RANK = /^[a2-90jqk]$/;
const NUMPAD = /^Numpad([1-9])$/;
/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** What a letter lets be said: always in the words that the server printed. @type {Record<string, (active: HTMLElement) => string>} */
const TOLD = {
  m: (active) => {
    const word = pickedWord() || active.dataset.word;
    return find(`template[data-prompt="${word}"]`)?.dataset.places ?? "";
  },
  o: () => all(".slot").map((pile) => pile.getAttribute("aria-label")).join(" "),
  l: () => all(".log p.vh, .log .none").map((turn) => turn.textContent).join(" "),
  s: () => table().dataset.scores ?? "",
};

/** A space that was taken on its way down does nothing on its way up. */
let taken = false;

/**
 * Makes one element of each group the tab stop: the wanted one, else the one that was, else the first.
 * @param {Element | null} [stop]
 */
export function rove(stop = null) {
  for (const group of GROUPS) {
    const buttons = all(group);
    const chosen =
      buttons.find((button) => button === stop) ?? buttons.find((button) => button.tabIndex === 0) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1;
  }
}

/** In table mode a screen reader leaves the keys to the table and the hand. */
export function tableMode() {
  const on = wanted("tableMode");
  for (const part of all(".board, .hand")) {
    if (on) part.setAttribute("role", "application");
    else part.removeAttribute("role");
  }
  const toggle = /** @type {HTMLButtonElement | null} */ (document.getElementById("table-mode"));
  if (!toggle) return;
  toggle.setAttribute("aria-checked", String(on));
  toggle.value = String(!on);
}

/** Shows which keys there are. */
export function explain() {
  const list = /** @type {HTMLDialogElement | null} */ (document.getElementById("keys"));
  if (list && !list.open) list.showModal();
}

/** Begins to listen. */
export function listen() {
  rove();
  tableMode();
  document.addEventListener("focusin", (event) => {
    const button = /** @type {Element} */ (event.target).closest("#table [data-word]");
    if (button) rove(button);
  });
  document.addEventListener("keydown", (event) => {
    taken = heard(event);
    if (taken) event.preventDefault();
  });
  document.addEventListener("keyup", (event) => {
    if (taken && event.key === " ") event.preventDefault();
    taken = false;
  });
}

/**
 * @param {KeyboardEvent} event
 * @returns {boolean} whether the key meant something
 */
function heard(event) {
  const { key, code, repeat, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector(":popover-open, dialog[open]")) return false;
  const active = /** @type {HTMLElement} */ (document.activeElement);
  if (isShowing() && key === " " && (active === document.body || active.matches("#table :is(.hand, [data-word])"))) {
    if (!repeat) (shiftKey ? skipAll : skipTurn)();
    return true;
  }
  if (!table().contains(active) || active.matches("input, select, textarea")) return false;
  // A key that is held down is one key: turns are not played by the dozen.
  if (repeat && (key === "Enter" || (key.length === 1 && key !== " "))) return true;
  if (key === "Escape") return escape();
  const single = key.length === 1 && key !== " ";
  if (single && (!wanted("letters") || active.closest(".side"))) return false;
  const compass = NUMPAD.exec(code);
  if (compass && wanted("letters")) return numpad(Number(compass[1]));
  if (single) return letter(key.toLowerCase(), active);
  return walk(key, active);
}

function escape() {
  if (pickedWord()) {
    pick(null);
    return true;
  }
  const way = find(".sheet [data-escape]");
  way?.click();
  return way !== null;
}

/**
 * @param {string} key
 * @param {HTMLElement} active
 */
function letter(key, active) {
  if (key === "?") {
    explain();
    return true;
  }
  if (key in TOLD) {
    say(TOLD[key](active));
    return true;
  }
  const button = find(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  if (button && !button.closest("[inert]")) {
    button.click();
    return true;
  }
  return RANK.test(key) && rank(key === "0" ? "T" : key.toUpperCase(), active);
}

/**
 * To the next card of a rank.
 * @param {string} name
 * @param {HTMLElement} active
 */
function rank(name, active) {
  const cards = all(":is(.fan, .laid) .card[data-word]");
  const here = cards.indexOf(active) + 1;
  return go([...cards.slice(here), ...cards.slice(0, here)].find((card) => card.dataset.word?.startsWith(name)));
}

/**
 * The nine keys lie as the piles do: each is the pile in its ninth of the board.
 * @param {number} key
 */
function numpad(key) {
  const board = find(".grid")?.getBoundingClientRect();
  if (!board) return false;
  const [column, row] = [(key - 1) % 3, 2 - Math.floor((key - 1) / 3)];
  const point = { x: board.x + ((column + 0.5) * board.width) / 3, y: board.y + ((row + 0.5) * board.height) / 3 };
  const pile = all(".slot").find((slot) => {
    const { x, y } = middle(slot);
    return Math.abs(x - point.x) < board.width / 6 && Math.abs(y - point.y) < board.height / 6;
  });
  if (!pile || pile.closest("[inert]")) return false;
  focus(pile);
  pile.click();
  return true;
}

/**
 * @param {string} key
 * @param {HTMLElement} active
 */
function walk(key, active) {
  if (!active.matches("[data-word]")) return false;
  if (key in WAYS) return go(next(active, WAYS[key]));
  const cards = all(".fan .card");
  if (active.matches(".fan .card") && key === "Home") return go(cards[0]);
  if (active.matches(".fan .card") && key === "End") return go(cards[cards.length - 1]);
  return false;
}

/** @param {HTMLElement | undefined} element */
function go(element) {
  focus(element ?? null);
  return element !== undefined;
}

/**
 * The nearest card or pile in a direction. From the hand, up goes to the first place that something may go to.
 * @param {HTMLElement} from
 * @param {[number, number]} way
 */
function next(from, [x, y]) {
  const inHand = from.matches(".fan .card");
  if (inHand && y < 0) {
    const legal = all(":is(.board, .mine) .legal:not([aria-hidden])")[0];
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
    if (other === from || along < 8 || aside > 2 * along || (x !== 0 && other.matches(".fan .card")) || far >= least) continue;
    [best, least] = [other, far];
  }
  return best;
}

/** @param {Element} element */
function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
