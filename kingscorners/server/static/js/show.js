// @ts-check
/** Shows the steps of an answer one by one, at the speed that the player likes. */

import { fade, finish, fly, glide, picture, place, still } from "./flight.js";
import { say } from "./say.js";
import { all, find, putIn, table } from "./table.js";

/**
 * @typedef {{cards: string[], from: string, to: string}} Movement
 * @typedef {{seat: number, move: string, tell: string, movements: Movement[], parts: Record<string, string>}} Step
 */

const OWN = 260;
const SHIFT = 160;
const DEALT = { each: 40, most: 900 };

/** Milliseconds: of a card's flight, between two cards, between two players. @type {Record<string, number[]>} */
const PACES = { slow: [900, 350, 500], normal: [480, 160, 250], fast: [180, 40, 80], off: [0, 0, 0] };

/** Whom not to wait for: a seat, or everybody. @type {number | "all" | null} */
let hurried = null;
/** @type {Set<() => void>} */
const pauses = new Set();
let shownSeat = -1;

/** Whether steps are being shown. */
let showing = false;

export function isShowing() {
  return showing;
}

/** Skips the turn that is being shown. */
export function skipTurn() {
  hurry(shownSeat);
}

/** Skips all that is left. */
export function skipAll() {
  hurry("all");
}

/** @param {number | "all"} whom */
function hurry(whom) {
  if (!showing) return;
  hurried = whom;
  finish();
  for (const end of pauses) end();
}

/**
 * Shows steps. The first one may have been shown already, as far as its flight goes.
 * @param {Step[]} steps
 * @param {boolean} [firstFlown]
 */
export async function show(steps, firstFlown = false) {
  showing = true;
  hurried = null;
  const own = Number(table().dataset.seat);
  for (const [index, step] of steps.entries()) {
    const theirs = step.seat !== own;
    if (step.seat !== shownSeat && hurried !== "all") hurried = null;
    if (theirs) table().classList.add("busy");
    if (theirs && step.seat !== shownSeat) await pause(2);
    shownSeat = step.seat;
    mark(step);
    await showStep(step, theirs, firstFlown && index === 0);
    say(step.tell);
    if (theirs) await pause(1);
  }
  table().classList.remove("busy");
  shownSeat = -1;
  showing = false;
}

/**
 * Says whose turn is shown, before anything moves.
 * @param {Step} step
 */
function mark(step) {
  for (const seat of all("[data-seat]")) seat.classList.toggle("on", seat.dataset.seat === String(step.seat));
  if (step.parts.prompt) putIn({ prompt: step.parts.prompt });
}

/**
 * @param {Step} step
 * @param {boolean} theirs
 * @param {boolean} flown
 */
async function showStep(step, theirs, flown) {
  const milliseconds = hurriedNow(step.seat) ? 0 : theirs ? pace()[0] : pace()[0] && OWN;
  const hand = find(".fan");
  const before = places();
  const mine = step.movements.filter((movement) => movement.to === hand?.dataset.zone);
  if (!flown) {
    const others = step.movements.filter((movement) => !mine.includes(movement));
    await Promise.all(others.map((movement) => send(movement, milliseconds, theirs ? `of-${step.seat}` : "")));
  }
  const stock = mine.map((movement) => zone(movement.from)).map((from) => from && place(from))[0];
  putIn(step.parts);
  if (step.move === "deal" && milliseconds) {
    await deal();
    return;
  }
  if (still() && milliseconds) {
    for (const movement of step.movements) {
      const changed = zone(movement.to);
      if (changed) fade(changed);
    }
    return;
  }
  const drawn = mine.flatMap((movement) => movement.cards);
  await Promise.all(
    all(".fan .card").map((card) => {
      const word = card.dataset.word ?? "";
      const old = before.get(word);
      if (old) return glide(card, old, milliseconds && SHIFT);
      return stock && drawn.includes(word) ? glide(card, stock, milliseconds && OWN) : undefined;
    }),
  );
}

/** Where the cards of one's own hand are. */
function places() {
  return new Map(all(".fan .card").map((card) => [card.dataset.word ?? "", card.getBoundingClientRect()]));
}

/**
 * Lets all cards come from the stock, one after the other.
 */
async function deal() {
  const stock = find(".slot.face-down");
  if (!stock || still()) return;
  const from = place(stock);
  const cards = all(".fan .card, .slot:not(.face-down) .top");
  const each = Math.min(DEALT.each, DEALT.most / cards.length);
  await Promise.all(cards.map((card, index) => glide(card, from, OWN, index * each)));
}

/**
 * @param {Movement} movement
 * @param {number} milliseconds
 * @param {string} trail
 */
async function send(movement, milliseconds, trail) {
  const [source, target] = [zone(movement.from), zone(movement.to)];
  if (!source || !target) return;
  const whole = source.matches(".slot:not(.face-down)") && source.querySelector(".top");
  const shown = whole ? whole.cloneNode(true) : picture(movement.cards[movement.cards.length - 1]);
  await fly(/** @type {Element} */ (shown), place(source), place(target), milliseconds, trail);
}

/**
 * @param {string} name
 */
export function zone(name) {
  return find(`[data-zone="${CSS.escape(name)}"]`);
}

function pace() {
  return PACES[document.documentElement.dataset.speed ?? "normal"];
}

/** @param {number} seat */
function hurriedNow(seat) {
  return hurried === "all" || hurried === seat || document.hidden;
}

/** @param {1 | 2} which */
async function pause(which) {
  const milliseconds = hurriedNow(shownSeat) ? 0 : pace()[which];
  if (!milliseconds) return;
  await new Promise((resolve) => {
    const end = () => {
      pauses.delete(end);
      clearTimeout(timer);
      resolve(undefined);
    };
    const timer = setTimeout(end, milliseconds);
    pauses.add(end);
  });
}
