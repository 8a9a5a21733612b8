// The book of one's own games: what was played in the position that is shown, how often, and how it ended.

import { ask, call } from "./calls.js";
import { allGames } from "./database.js";
import { make, page } from "./elements.js";
import { keyOfPosition } from "./keys.js";
import { sayError } from "./queue.js";
import { state } from "./state.js";
import { t } from "./words.js";

/**
 * @import { SavedGame } from "./database.js"
 * @import { Ply } from "./state.js"
 */

/** @typedef {(offered: { ply: Ply, move: string }) => void} Play */
/** @typedef {number[] | null} Winners */

/** @type {Ply | null} */
let shown = null; // the ply that the book is about

/**
 * Shows the moves from a ply in the other games on this device; `play` makes one of them.
 * @param {Ply} ply
 * @param {Play} play
 */
export function renderBook(ply, play) {
  if (shown !== ply) {
    shown = ply;
    find(ply, play).catch(sayError);
  }
}

export function closeBook() {
  shown = null;
  page.book.replaceChildren();
}

/**
 * @param {Ply} ply
 * @param {Play} play
 */
async function find(ply, play) {
  const { id, name } = state.game;
  const games = (await allGames()).filter((game) => game.id !== id && game.name === name);
  const found = shown === ply && games.length ? await movesFrom(ply, games) : [];
  if (shown !== ply) {
    return; // another is shown by now
  }
  const moves = [...found].sort(([, one], [, other]) => other.size - one.size);
  const offers = moves.map(([move, ends]) => offer(move, [...ends.values()], () => play({ ply, move })));
  page.book.replaceChildren(...(offers.length ? offers : [t("None of your other games has been here.")]));
}

/**
 * By move: who won each of the games in which it was played, by their ids; null for those without an end.
 * Positions and moves that the board's symmetries take into each other count as one.
 * @param {Ply} ply
 * @param {SavedGame[]} games
 */
async function movesFrom({ position }, games) {
  const { options } = state.game;
  const { images } = await call("images", { ...options, position });
  const known = [...new Set(images.map((image) => image.position))]
    .map((image) => ({ position: image, plays: playsFrom(keyOfPosition(image), games) }))
    .filter(({ plays }) => plays.length);
  /** @type {Map<string, Map<string, Winners>>} */
  const found = new Map();
  if (!known.length) {
    return found;
  }
  const calls = known.map(({ plays, ...image }) => ({ ...options, ...image, moves: plays.map(({ move }) => move) }));
  const turned = await ask(calls.map((params) => ["images", params]));
  known.forEach(({ plays }, at) => {
    const back = turned[at].images.filter((image) => image.position === position);
    plays.forEach(({ id, winners }, number) => {
      const [move] = back.map(({ moves }) => moves[number]).sort();
      found.set(move, (found.get(move) ?? new Map()).set(id, winners));
    });
  });
  return found;
}

/**
 * The moves that games have made in a position.
 * @param {number} key
 * @param {SavedGame[]} games
 */
function playsFrom(key, games) {
  return games.flatMap(({ id, game, keys = [], winners }) =>
    keys.flatMap((each, at) => (each === key ? [{ id, move: game.moves[at], winners }] : [])),
  );
}

/**
 * @param {string} move
 * @param {Winners[]} winners
 * @param {() => void} act
 */
function offer(move, winners, act) {
  const counts = new Map();
  for (const each of winners.map(endOf)) {
    counts.set(each, (counts.get(each) ?? 0) + 1);
  }
  const ends = [...counts].sort().map(([end, count]) => `${end}: ${count}`).join(" \u00b7 ");
  const button = make("button", "", make("strong", "", move), ` ${t("Games: {0}", winners.length)} `, make("span", "", ends));
  button.type = "button";
  button.title = t("Play {0}", move);
  button.addEventListener("click", act);
  return button;
}

/** @param {Winners} winners */
function endOf(winners) {
  if (!winners) {
    return t("unfinished");
  }
  return winners.length ? t("{0} won", winners.map((seat) => state.game.seats[seat]).join(", ")) : t("drawn");
}
