// What moves have cost their players, as far as a search of each position of a game tells.

/** @import { Ply } from "./state.js" */

/**
 * What a search has found for a ply: the best move, and by seat the share of the win that it may expect, as far
 * as that is known. Where there was no choice it may have found nothing.
 * @typedef {{ best?: string, shares: Record<number, number> }} Found
 */

/**
 * A move that has cost its player some of the win.
 * @typedef {{ at: number, seat: number, best?: string, before: number, after: number, lost: number }} Cost
 */

/**
 * What a seat could expect at a ply: what is known first from there on, or null.
 * @param {Found[]} found
 * @param {number} seat
 * @param {number} at
 */
export function expectation(found, seat, at) {
  return found.slice(at).find(({ shares }) => seat in shares)?.shares[seat] ?? null;
}

/**
 * The moves of some seats that cost anything, the dearest first.
 * @param {Ply[]} plies
 * @param {Found[]} found
 * @param {number[]} seats
 */
export function costsOf(plies, found, seats) {
  return plies
    .flatMap(({ move, seat = -1 }, at) => (at > 0 && seats.includes(seat) ? costOf(found, move, seat, at) : []))
    .filter(({ lost }) => lost > 0)
    .sort((one, other) => other.lost - one.lost);
}

/**
 * @param {Found[]} found
 * @param {string} move
 * @param {number} seat
 * @param {number} at
 * @returns {Cost[]}
 */
function costOf(found, move, seat, at) {
  const { best, shares } = found[at - 1];
  const [before, after] = [shares[seat], expectation(found, seat, at)];
  const isKnown = before !== undefined && after !== null && best !== move;
  return isKnown ? [{ at, seat, best, before, after, lost: before - after }] : [];
}
