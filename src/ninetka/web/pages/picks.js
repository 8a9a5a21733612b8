// The places that a person has picked so far.

/** @import { Picked } from "./calls.js" */

/** @type {string[]} */
export let picks = []; // for the move
/** @type {Picked | null} */
export let pickResult = null; // what the rules say of them: the move they make, or what can be picked next
/** @type {string[]} */
export let premove = []; // while a computer thinks, for the move after its own

/**
 * @param {string[]} places
 * @param {Picked} result
 */
export function setPicks(places, result) {
  picks = places;
  pickResult = result;
}

/** @param {string[]} places */
export function setPremove(places) {
  premove = places;
}

export function clearPicks() {
  picks = [];
  pickResult = null;
  premove = [];
}
