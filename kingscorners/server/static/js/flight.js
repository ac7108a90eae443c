// @ts-check
/** Moves pictures over the table, with transforms only. Nothing here knows a game. */

const SVG = "http://www.w3.org/2000/svg";
const EASE = "cubic-bezier(.2,.8,.2,1)";
const QUICK = 120;
const OWN = 260;
const BACK = 180;
/** How much larger a card is while it is dragged. */
const HELD = 1.05;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** What runs now, so that it can be finished at once. @type {Set<Animation>} */
const running = new Set();

/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/** Whether pictures may fly at all. */
export function still() {
  return calm.matches || document.hidden;
}

/** Brings everything that flies to its end. */
export function finish() {
  for (const animation of running) animation.finish();
}

/**
 * Where a card lies in a zone: at its lower edge in a pile, in the middle of a seat's token or of a hand.
 * @param {Element} zone
 * @returns {Box}
 */
export function place(zone) {
  if (zone.matches(".spread, .spread *")) return next(/** @type {Element} */ (zone.closest(".spread")));
  const box = zone.getBoundingClientRect();
  if (zone.matches(".slot")) {
    const height = (box.width * 4) / 3;
    return { x: box.x, y: box.bottom - height, width: box.width, height };
  }
  const width = Math.min(box.width, box.height);
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - width * 4 / 3) / 2, width, height: width * 4 / 3 };
}

/**
 * Where the next card would lie in a zone whose cards lie spread.
 * @param {Element} spread
 * @returns {Box}
 */
function next(spread) {
  const [last, other] = [...spread.querySelectorAll(".laid .card")].reverse().map((card) => card.getBoundingClientRect());
  const slot = /** @type {Element} */ (spread.querySelector(".slot")).getBoundingClientRect();
  if (!last) return { x: slot.x, y: slot.y, width: slot.width, height: (slot.width * 4) / 3 };
  const { x, y, width, height } = last;
  return { x: x + (other ? x - other.x : 0), y: y + (other ? y - other.y : 0), width, height };
}

/**
 * A picture of a card; `??` is a back.
 * @param {string} card
 */
export function picture(card) {
  const face = document.createElementNS(SVG, "svg");
  face.setAttribute("class", "face");
  face.setAttribute("viewBox", "0 0 240 320");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", card === "??" ? "#back" : `#${card}`);
  face.append(use);
  return face;
}

/**
 * Puts a picture over the page.
 * @param {Element} shown
 * @param {Box} size
 */
function raise(shown, { width, height }) {
  const card = document.createElement("span");
  card.className = "flying";
  card.setAttribute("aria-hidden", "true");
  card.style.width = `${width}px`;
  card.style.height = `${height}px`;
  card.append(shown);
  document.body.append(card);
  return card;
}

/**
 * Flies a picture from one place to another in an arc. Resolves when it has landed.
 * @param {Element} shown
 * @param {Box} from
 * @param {Box} to
 * @param {number} milliseconds
 * @param {string} [trail] the class of the seat in whose colour a trail is drawn
 */
export async function fly(shown, from, to, milliseconds, trail) {
  if (still() || milliseconds === 0) return;
  const card = raise(shown, to);
  const rise = Math.min(40, Math.hypot(to.x - from.x, to.y - from.y) / 8);
  const scale = from.width / to.width;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - rise };
  const line = trail ? drawTrail(from, to, rise, trail) : null;
  await run(
    card,
    [
      { transform: `translate(${from.x}px,${from.y}px) scale(${scale})` },
      { transform: `translate(${middle.x}px,${middle.y}px) scale(${(1 + scale) / 2}) rotate(3deg)` },
      { transform: `translate(${to.x}px,${to.y}px)` },
    ],
    { duration: milliseconds, easing: EASE, fill: "forwards" },
  );
  card.remove();
  line?.remove();
}

/**
 * What the player has taken from a place: a picture that moves before anybody knows whether the move is legal.
 * @typedef {{
 *   follow: (x: number, y: number) => void,
 *   to: (box: Box, milliseconds?: number) => Promise<void>,
 *   back: () => Promise<void>,
 *   gone: () => void,
 * }} Lifted
 */

/**
 * A card with all that lie on it, where its zone is spread.
 * @param {Element} source
 */
function withAllOn(source) {
  const lies = source.closest(".laid li");
  if (!lies) return [source];
  const all = [...(lies.parentElement?.querySelectorAll(".card") ?? [])];
  return all.slice(all.indexOf(source));
}

/**
 * Lifts what can be seen of a card, of a pile, or of a card and all that lie on it.
 * @param {HTMLElement} source
 * @param {string} [mark] the class of the place that it was taken from
 * @returns {Lifted}
 */
export function lift(source, mark = "away") {
  const pile = source.matches(".slot");
  const home = pile ? place(source) : source.getBoundingClientRect();
  const shown = /** @type {Element} */ (source.querySelector(pile ? ".top" : ".face"));
  const card = raise(/** @type {Element} */ (shown.cloneNode(true)), home);
  const taken = withAllOn(source);
  for (const on of taken.slice(1)) {
    const face = /** @type {SVGElement} */ (on.querySelector(".face")?.cloneNode(true));
    const { x, y } = on.getBoundingClientRect();
    face.style.position = "absolute";
    face.style.inset = `${y - home.y}px auto auto ${x - home.x}px`;
    card.append(face);
  }
  const gone = () => {
    card.remove();
    for (const one of taken) one.classList.remove(mark);
  };
  /** @param {Box} box */
  const at = ({ x, y, width }) => `translate(${x}px,${y}px) scale(${width / home.width})`;
  /** @param {Box} box */
  const to = async (box, milliseconds = OWN) => {
    const from = card.style.transform;
    card.style.transform = at(box);
    if (!still()) await run(card, [{ transform: from }, { transform: at(box) }], { duration: milliseconds, easing: EASE });
  };
  card.style.transform = at(home);
  for (const one of taken) one.classList.add(mark);
  return {
    to,
    gone,
    follow: (x, y) => {
      const [width, height] = [home.width * HELD, home.height * HELD];
      card.style.transform = at({ x: x - width / 2, y: y - height / 2, width, height });
    },
    back: async () => {
      await to(home, BACK);
      gone();
    },
  };
}

/**
 * @param {Box} from
 * @param {Box} to
 * @param {number} rise
 * @param {string} seat
 */
function drawTrail(from, to, rise, seat) {
  const [x0, y0] = [from.x + from.width / 2, from.y + from.height / 2];
  const [x1, y1] = [to.x + to.width / 2, to.y + to.height / 2];
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", `trail ${seat}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", `M${x0} ${y0}Q${(x0 + x1) / 2} ${(y0 + y1) / 2 - 2 * rise} ${x1} ${y1}`);
  svg.append(path);
  document.body.append(svg);
  return svg;
}

/**
 * Lets an element glide from where it was to where it is now.
 * @param {Element} element
 * @param {Box} from
 * @param {number} milliseconds
 * @param {number} [delay]
 */
export async function glide(element, from, milliseconds, delay = 0) {
  if (still() || milliseconds === 0) return;
  const to = element.getBoundingClientRect();
  const [x, y] = [from.x - to.x, from.y - to.y];
  if (Math.abs(x) < 1 && Math.abs(y) < 1) return;
  const start = { transform: `translate(${x}px,${y}px)`, zIndex: 9 };
  await run(element, [start, { transform: "none", zIndex: 9 }], {
    duration: milliseconds,
    delay,
    easing: EASE,
    fill: "backwards",
  });
}

/**
 * Shows that something changed where nothing may fly.
 * @param {Element} element
 */
export function fade(element) {
  if (!document.hidden) void run(element, [{ opacity: 0.2 }, { opacity: 1 }], { duration: QUICK });
}

/**
 * Shakes a thing that cannot be moved.
 * @param {Element} element
 */
export function shake(element) {
  if (still()) return;
  const steps = [0, -3, 3, -3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  void run(element, steps, { duration: 160 });
}

/**
 * @param {Element} element
 * @param {Keyframe[]} frames
 * @param {KeyframeAnimationOptions} options
 */
async function run(element, frames, options) {
  const animation = element.animate(frames, options);
  running.add(animation);
  // An element that is replaced while it moves cancels its animation: that is no error.
  await animation.finished.catch(() => undefined);
  running.delete(animation);
}
