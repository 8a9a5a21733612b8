// A look back at a finished game of two: what the computer expects after each move, and the moves that
// threw most of it away, marked as records mark them.
// May import: calls.js, elements.js, game.js, panel.js, rules.js, state.js, words.js.

import { call } from "./calls.js";
import { elementsOf, page } from "./elements.js";
import { positionAt } from "./game.js";
import { markPly, sayError } from "./panel.js";
import { rules } from "./rules.js";
import { state } from "./state.js";
import { t } from "./words.js";

const REVIEWER = "easy";
const LOSSES = [[0.4, 4], [0.2, 2]]; // a loss of the win, and the glyph for it
const [WIDTH, HEIGHT] = [300, 60]; // of the curve, in its own units

// What the first seat may expect at each ply, from 0 to 1; null where nothing was found out.
async function expectations(plies) {
  const found = [];
  for (let at = 0; at < plies.length && plies === state.steps.plies; at += 1) {
    found.push(await expectedAt(plies, at));
    draw(plies, found);
    markMistake(plies, found, at);
  }
}

async function expectedAt(plies, at) {
  const { facts, mover } = plies[at];
  if (at === plies.length - 1) {
    const [winner, ...others] = facts?.winners ?? [];
    return winner === undefined || others.length ? 0.5 : Number(winner === 0);
  }
  const params = { ...positionAt(at), player: REVIEWER, analysis: true };
  const { analysis } = await call("choose", params, (line) => rules.think(line));
  const share = analysis?.moves[0]?.share;
  return share === undefined ? null : mover === 0 ? share : 1 - share;
}

// Marks the move to a ply if it lost much of what its player could expect.
function markMistake(plies, found, at) {
  const [before, after] = [found[at - 1], found[at]];
  const ply = plies[at];
  if (at === 0 || before === null || after === null || ply.written?.glyphs?.length) {
    return;
  }
  const lost = ply.seat === 0 ? before - after : after - before;
  const [, glyph] = LOSSES.find(([least]) => lost >= least) ?? [];
  if (glyph) {
    markPly(at, glyph);
  }
}

function draw(plies, found) {
  const x = (at) => (WIDTH * at) / (plies.length - 1 || 1);
  const points = found.map((value, at) => `${x(at)},${HEIGHT * (1 - (value ?? 0.5))}`).join(" ");
  const [curve] = elementsOf(
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}"><path d="M0 ${HEIGHT / 2}h${WIDTH}"/><polyline points="${points}"/></svg>`,
  );
  curve.setAttribute("role", "img");
  curve.setAttribute("aria-label", t("What the first player could expect at each move"));
  curve.addEventListener("click", ({ clientX }) => {
    const { left, width } = curve.getBoundingClientRect();
    state.steps.step(Math.round(((clientX - left) / width) * state.steps.last));
  });
  page.curve.replaceChildren(curve);
}

page.review.addEventListener("click", () => {
  const { game, steps } = state;
  steps.step(0);
  page.curve.replaceChildren();
  if (game.seats.length === 2) {
    expectations(steps.plies).catch(sayError);
  }
});
