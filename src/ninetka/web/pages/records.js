// Games as they are opened, from records.

import { forgetPicture } from "./board.js";
import { ask, call } from "./calls.js";
import { shapesIn, textOf } from "./comments.js";
import { letComputerMove, stopThinking } from "./computers.js";
import { getGame, newId } from "./database.js";
import { page } from "./elements.js";
import { annotationsAt, marksOf } from "./game.js";
import { addressHoldsGame, gameInAddress } from "./links.js";
import { renderGame } from "./panel.js";
import { clearPicks } from "./picks.js";
import { factsParams } from "./plies.js";
import { enqueue, say } from "./queue.js";
import { rules } from "./rules.js";
import { continues, savedIn, saveIn } from "./saved.js";
import { setGame, setHalted, state } from "./state.js";
import { t } from "./words.js";

/**
 * @import { Facts, Read, Results } from "./calls.js"
 * @import { SavedGame } from "./database.js"
 * @import { Link } from "./links.js"
 * @import { Stored } from "./saved.js"
 * @import { Game, Judge, Ply } from "./state.js"
 */

/** @typedef {string | null} Player a computer player's name, or `me` or null for a person */
/** @typedef {Pick<SavedGame, "id" | "game" | "players"> & { changed?: number }} SavedEntry */

/**
 * How a game is opened: the id that it has already, and whether it takes the place of the one before in the history.
 * @typedef {{ id?: string | null, changed?: number, replaces?: boolean, judge?: Judge }} OpenOptions
 */

/**
 * `place` is where the records begin in their file, and which of them to open.
 * @param {string} records
 * @param {Player[]} players
 * @param {object} place
 */
export async function openRecord(records, players = [], place = {}) {
  await openGame(await call("read", { records, ...place }), players);
}

/**
 * Opens a game that the device has kept; `how` says whether its place in the history is there already.
 * @param {SavedEntry} kept
 * @param {OpenOptions} how
 */
export async function openSaved({ id, game, players, changed }, how = {}) {
  const { record } = await call("record", game);
  await openGame(await call("read", { records: record }), players ?? [], { id, changed, ...how });
}

/**
 * Opens the game that a storage has kept, with the moves that were taken back if the device has them.
 * @param {Stored} kept
 * @param {OpenOptions} how
 */
export async function resumeGame(kept, how = {}) {
  const mine = kept.id ? await getGame(kept.id).catch(() => undefined) : undefined;
  const isLonger = mine && mine.plies > kept.game.moves.length && continues(mine.game, kept.game);
  await openSaved(isLonger ? mine : { ...kept, changed: mine?.changed }, how);
}

// Asks what a page asks that opens the game at hand again, so that the answers can be kept (rules.js).
export async function rehearse() {
  const { opened: game, steps } = state;
  const kept = savedIn("sessionStorage");
  if (!game || game.judge || !kept?.game || kept.id !== game.id) {
    return;
  }
  const { record } = await call("record", kept.game);
  const read = await call("read", { records: record });
  await ask(callsToOpen(read));
  await call("facts", factsParams(steps.plies, steps.last, game.ending, null));
}

/**
 * @param {Pick<Read, "options" | "positions">} read
 * @returns {[["guide", object], ["facts", object]]}
 */
function callsToOpen({ options, positions }) {
  const position = { ...options, position: positions.at(-1) };
  return [["guide", position], ["facts", position]];
}

/**
 * Opens a game for a lesson or a puzzle, which is not kept.
 * @param {string} records
 * @param {Judge} judge
 */
export async function openLesson(records, judge) {
  await openGame(await call("read", { records }), [], { replaces: true, judge });
}

/**
 * Opens the game of a link. If the device has kept it, the longer of both is shown; if they are two
 * games by now, both are kept.
 * @param {Link} link
 */
export async function openLink({ record, id, at = null, players: seated }) {
  const read = await call("read", { records: record });
  const mine = id ? await getGame(id).catch(() => undefined) : undefined;
  const players = seated.length ? seated : (mine?.players ?? []);
  const moves = mine?.game.moves ?? [];
  const common = read.moves.findIndex((move, at) => move !== moves[at]);
  const shared = common < 0 ? read.moves.length : common;
  const start = Object.entries({ position: undefined, ...read.options });
  const isSame = !mine || start.every(([name, value]) => mine.game[name] === value);
  if (isSame && shared === moves.length) {
    await openGame(read, players, { id, changed: mine?.changed });
  } else if (mine && isSame && shared === read.moves.length) {
    await openSaved(mine);
    say(t("This device has more moves of this game than the link: they are shown."));
  } else {
    await openGame(read, players);
    say(t("The game of this link differs from yours: both are kept."));
  }
  if (at !== null && at >= 0 && at < state.steps.last) {
    await state.steps.show(at);
  }
}

/**
 * Opens a game as the rules' method `read` gives it, and who plays, by seat: a computer player's name,
 * or `me` or null for a person.
 * @param {Read} read
 * @param {Player[]} players
 * @param {OpenOptions} how
 */
export async function openGame(read, players, how = {}) {
  const [guide, now] = await ask(callsToOpen(read));
  const { steps } = state;
  const follows = state.opened !== null && !how.replaces;
  stopThinking();
  const game = gameFrom(read, guide, players, how);
  setGame(game);
  setHalted(false);
  forgetPicture();
  clearPicks();
  renderLesson(game.judge !== null);
  renderGame();
  say(read.error ? t("The record goes wrong here: {0}", read.error.message) : "");
  steps.open(pliesFrom(read, now), game.seats.length);
  await steps.show(steps.last);
  const [entry, address] = [{ id: game.id }, steps.address(steps.last, 0)];
  if (follows) {
    history.pushState(entry, "", address);
  } else {
    history.replaceState(entry, "", address); // in place of a link that holds a game
  }
  saveIn("sessionStorage");
  letComputerMove();
}

/**
 * @param {Read} read
 * @param {Results["guide"]} guide
 * @param {Player[]} players
 * @param {OpenOptions} how
 * @returns {Game}
 */
function gameFrom({ game: name, options, tags, ending }, { seats, marks, forms, summary }, players, how) {
  return {
    id: how.id || newId(),
    changed: how.changed,
    judge: how.judge ?? null,
    name,
    options,
    tags,
    ending,
    undone: [],
    seats,
    marks: marks.filter((mark) => mark.startsWith("legal-")),
    forms,
    summary,
    computers: seats.map((_, seat) => (isComputer(players[seat]) ? players[seat] : null)),
  };
}

/** @param {Player} player */
function isComputer(player) {
  return Boolean(player) && player !== "me";
}

/**
 * @param {Read} read
 * @param {Facts} now
 * @returns {Ply[]}
 */
function pliesFrom(read, now) {
  const { moves, positions, seats, turns, comments } = read;
  return positions.map((position, at) => ({
    position,
    move: at === 0 ? t("Start") : moves[at - 1],
    seat: seats[at - 1],
    turn: turns[at - 1],
    comment: textOf(comments[at]),
    shapes: shapesIn(comments[at]),
    annotations: annotationsAt(read, at),
    marks: marksOf(annotationsAt(read, at)),
    mover: seats[at] ?? now.to_move,
    is_over: at === seats.length && now.is_over,
  }));
}

/** @param {boolean} isLesson */
function renderLesson(isLesson) {
  page.lesson.hidden = !isLesson;
  page.actions.hidden = isLesson;
  page.game.classList.toggle("learning", isLesson);
  (isLesson ? page["lesson-task"] : page.instruction).after(page.now); // what is said of a click is seen at once
}

window.addEventListener("hashchange", () => {
  if (addressHoldsGame()) {
    enqueue(async () => {
      const link = await gameInAddress();
      if (link) {
        await openLink(link);
      }
    });
  }
});
