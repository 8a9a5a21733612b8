// The other lines of play at a move: one takes the place of the game's by a click, and neither is lost.

import { call } from "./calls.js";
import { page } from "./elements.js";
import { TEXT, recordParams } from "./game.js";
import { exchanged } from "./lines.js";
import { button } from "./queue.js";
import { openSaved } from "./records.js";
import { saveGame } from "./saved.js";
import { state } from "./state.js";

const MAX_MOVES = 6; // shown of a line

/** @param {number} at */
export function renderBranches(at) {
  const lines = state.steps.plies[at].annotations?.variations ?? [];
  page.branches.hidden = !lines.length;
  page.lines.replaceChildren(
    ...lines.map(({ moves }, number) => {
      const more = moves.length > MAX_MOVES ? " \u2026" : "";
      return button(`${moves.slice(0, MAX_MOVES).join(" ")}${more}`, () => follow(at, number));
    }),
  );
}

/**
 * @param {number} at
 * @param {number} number
 */
async function follow(at, number) {
  const { game, steps } = state;
  const { ending, ...params } = recordParams(TEXT);
  const changed = { ...params, ...exchanged(steps.plies, at, number, ending) };
  await call("record", changed); // nothing changes if it is refused
  const { changed: when, computers: players, id } = game;
  await openSaved({ id, players, changed: when, game: changed }, { replaces: true });
  saveGame();
  await state.steps.show(at);
}
