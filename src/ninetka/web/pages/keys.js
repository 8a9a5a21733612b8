// Numbers by which positions are found again in other games: the same for the same position under the same rules.

import { state } from "./state.js";

/** @import { Ply } from "./state.js" */

/**
 * The number of a ply's position, which is worked out once.
 * @param {Ply} ply
 */
export function keyOf(ply) {
  ply.key ??= keyOfPosition(ply.position);
  return ply.key;
}

/** @param {string} position */
export function keyOfPosition(position) {
  const { position: _, ...rules } = state.game.options;
  return hashed(`${JSON.stringify(rules)} ${position}`);
}

/**
 * Two hashes of 32 bits, of which a number can hold 53.
 * @param {string} text
 */
function hashed(text) {
  let [one, other] = [0x811c9dc5, 0x2545f491];
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
    other = Math.imul(other ^ text.charCodeAt(at), 0x9e3779b1);
  }
  return (one >>> 0) * 2 ** 21 + (other >>> 11);
}
