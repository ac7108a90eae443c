// @ts-check
/** Shows the steps of an answer one by one, at the speed that the player likes. */

import { speed } from "./choices.js";
import { fade, finish, fly, glide, picture, place, still } from "./flight.js";
import { say } from "./say.js";
import { sound } from "./sound.js";
import { all, find, focus, front, putIn, table } from "./table.js";

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
 * Shows steps. What the first one moves may be there already, as a picture.
 * @param {Step[]} steps
 * @param {import("./flight.js").Lifted | null} [lifted]
 */
export async function show(steps, lifted = null) {
  showing = true;
  hurried = null;
  const own = Number(table().dataset.seat);
  for (const [index, step] of steps.entries()) {
    const theirs = step.seat !== own;
    if (step.seat !== shownSeat && hurried !== "all") hurried = null;
    if (theirs) wait();
    const turns = theirs && step.seat !== shownSeat;
    shownSeat = step.seat;
    mark(step);
    if (turns) await pause(2);
    await showStep(step, theirs, index === 0 ? lifted : null);
    say(step.tell);
    if (theirs) await pause(1);
  }
  table().classList.remove("busy");
  shownSeat = -1;
  showing = false;
}

/** While the others play there is nothing to do but to set their speed and to skip them. */
function wait() {
  const pressed = document.activeElement?.matches(".actions *");
  table().classList.add("busy");
  if (pressed && document.activeElement?.checkVisibility() !== true) focus(find("[data-skip]"));
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
 * @param {import("./flight.js").Lifted | null} lifted
 */
async function showStep(step, theirs, lifted) {
  const milliseconds = hurriedNow(step.seat) ? 0 : theirs ? pace()[0] : pace()[0] && OWN;
  const hand = find(".fan");
  const before = places();
  const mine = step.movements.filter((movement) => movement.to === hand?.dataset.zone);
  if (!lifted) {
    const others = step.movements.filter((movement) => !mine.includes(movement));
    await Promise.all(others.map((movement) => send(movement, milliseconds, theirs ? `of-${step.seat}` : "")));
  }
  const stock = mine.map((movement) => zone(movement.from)).map((from) => from && place(from))[0];
  const within = !theirs && (document.activeElement?.matches("#table .felt *") ?? false);
  const index = theirs ? -1 : played(step);
  if (milliseconds || !theirs) rustle(step);
  putIn(step.parts);
  lifted?.gone();
  if (within) settle(step, index);
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

/**
 * The number, in the hand, of the card that a step plays; -1 for a step that plays none.
 * @param {Step} step
 */
function played({ movements }) {
  const from = movements.find((movement) => movement.from === find(".fan")?.dataset.zone);
  return from ? all(".fan .card").findIndex((card) => card.dataset.word === from.cards[0]) : -1;
}

/**
 * The focus follows what one did: to the card that took the place of the played one, to where a pile went, to the
 * card that came into the hand.
 * @param {Step} step
 * @param {number} index of the played card
 */
function settle({ movements }, index) {
  const cards = all(".fan .card");
  const [last] = movements.slice(-1);
  if (!last) return;
  const come = cards.filter((card) => last.cards.includes(card.dataset.word ?? "")).pop();
  const target = zone(last.to);
  if (target?.matches(".fan") && come) focus(come);
  else if (index >= 0) focus(cards[Math.min(index, cards.length - 1)] ?? target);
  else if (target?.matches(".slot, .spread")) focus(front(target));
}

/**
 * What a step sounds like.
 * @param {Step} step
 */
function rustle({ movements }) {
  for (const { to } of movements) {
    const target = zone(to);
    if (!target?.matches(".slot, .spread")) sound("draw");
    else sound(front(target).matches(".empty") ? "first" : "card");
  }
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
  const cards = all(".fan .card, .slot:not(.face-down) .top, .laid .card");
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
  return PACES[speed()];
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
