// The game as it stands, saved in the browser for the next visit: in its storage and, for the list of games, in
// its database.

import { getGame, newId, putGame } from "./database.js";
import { TEXT, lastPly, playerLabel, recordParams } from "./game.js";
import { keyOf } from "./keys.js";
import { renderLink } from "./links.js";
import { state } from "./state.js";
import { store, stored } from "./storage.js";
import { t } from "./words.js";

/**
 * @import { SavedGame } from "./database.js"
 * @import { RecordParams } from "./game.js"
 * @import { Game } from "./state.js"
 * @import { Place } from "./storage.js"
 */

/** @typedef {Pick<SavedGame, "id" | "game" | "players">} Stored a game in a storage */

const GAME_KEY = "ninetka"; // of the game in a storage
let saving = Promise.resolve(); // resolves once the database has all that was saved so far

/**
 * Saves the game with every change of it, at once, so that nothing is lost: the texts of 900 moves are
 * written in a tenth of a millisecond, and the rules are not asked. A tab that is loaded again goes on
 * with its game, a new one with the game that was played last.
 * @param {...Place} storages
 */
export function saveIn(...storages) {
  const { game } = state;
  if (game.judge) {
    return null;
  }
  const entry = { id: game.id, game: recordParams(TEXT), players: game.computers };
  storages.forEach((storage) => store(GAME_KEY, entry, storage));
  renderLink();
  return entry;
}

// Games without a move are not worth a place in the list of games.
export function saveGame() {
  const entry = saveIn("sessionStorage", "localStorage");
  const { game, steps } = state;
  if (entry && steps.last > 0) {
    const title = game.seats.map((_, seat) => playerLabel(seat)).join(" \u2013 ");
    const isOver = lastPly().is_over || Boolean(game.ending);
    const result = isOver ? t("over") : t("unfinished");
    const winners = isOver ? (lastPly().facts?.winners ?? null) : null;
    const keys = steps.plies.slice(0, -1).map(keyOf);
    const said = { name: game.name, title, plies: steps.last, result, keys, winners };
    saving = saving.then(() => saveInDatabase(game, { ...entry, ...said })).catch(() => {}); // the storage has it
  }
}

/**
 * Another tab may have gone on otherwise with the same game: then this one is another from now on.
 * @param {Game} game
 * @param {Omit<SavedGame, "changed">} entry
 */
async function saveInDatabase(game, entry) {
  const known = await getGame(game.id);
  if (known && known.changed !== game.changed && !continues(entry.game, known.game)) {
    game.id = newId();
  }
  game.changed = Date.now() + Math.random(); // no two tabs write the same
  await putGame({ ...entry, id: game.id, changed: game.changed });
}

/**
 * Whether a game has all the moves of another, and maybe more.
 * @param {RecordParams} longer
 * @param {RecordParams} other
 */
export function continues(longer, { moves }) {
  return moves.every((move, at) => move === longer.moves[at]);
}

/**
 * The game in a storage; null if there is none.
 * @param {Place} storage
 * @returns {Stored | null}
 */
export function savedIn(storage) {
  const kept = stored(GAME_KEY, storage);
  return kept?.game ? kept : null;
}

// Whether a game is kept in a storage.
export function hasSavedGame() {
  return Boolean(savedIn("sessionStorage") ?? savedIn("localStorage"));
}
