// @ts-check
/** What the visitor likes, as the server printed it on <html> and `settings.js` keeps it. */

const printed = document.documentElement.dataset;

/**
 * Whether something is wanted that can be on or off.
 * @param {string} name as in `tableMode`
 */
export function wanted(name) {
  return printed[name] === "true";
}

/** How fast the others' turns are shown. */
export function speed() {
  return printed.speed ?? "normal";
}
