// What moves have cost their players, as far as a search of each position of a game tells.
// Imports nothing.

// What a search has found for a ply: `best`, the best move, and `shares`, by seat the share of the win that
// it may expect, as far as that is known. Where there was no choice it may have found nothing.

// What a seat could expect at a ply: what is known first from there on, or null.
export function expectation(found, seat, at) {
  return found.slice(at).find(({ shares }) => seat in shares)?.shares[seat] ?? null;
}

// The moves of some seats that cost anything, the dearest first: {at, seat, best, before, after, lost}.
export function costsOf(plies, found, seats) {
  return plies
    .map(({ move, seat }, at) => (at > 0 && seats.includes(seat) ? costOf(found, move, seat, at) : null))
    .filter((cost) => cost?.lost > 0)
    .sort((one, other) => other.lost - one.lost);
}

function costOf(found, move, seat, at) {
  const { best, shares } = found[at - 1];
  const [before, after] = [shares[seat], expectation(found, seat, at)];
  const isKnown = before !== undefined && after !== null && best !== move;
  return isKnown ? { at, seat, best, before, after, lost: before - after } : null;
}
