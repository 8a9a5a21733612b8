// Games as they are opened, from records.
// May import: calls.js, computers.js, game.js, panel.js, rules.js, state.js, storage.js.

import { ask, call } from "./calls.js";
import { letComputerMove, stopThinking } from "./computers.js";
import { clearPicks, writtenAt } from "./game.js";
import { enqueue, say, renderGame } from "./panel.js";
import { rules } from "./rules.js";
import { state } from "./state.js";
import { addressHoldsGame, keep, recordOfAddress } from "./storage.js";

// `place` is where the records begin in their file, and which of them to open.
export async function openRecord(records, players = [], place = {}) {
  await openGame(await call("read", { records, ...place }), players);
  keep("sessionStorage");
}

// Opens a game as the rules' method `read` gives it, and who plays, by seat: a computer player's name,
// or `me` or null for a person.
async function openGame(read, players) {
  const position = { ...read.options, position: read.positions.at(-1) };
  const [guide, now] = await ask([["guide", position], ["facts", position]]);
  const { steps } = state;
  stopThinking();
  state.game = {
    name: read.game,
    options: read.options,
    tags: read.tags,
    ending: read.ending,
    seats: guide.seats,
    marks: guide.marks.filter((mark) => mark.startsWith("legal-")),
    forms: guide.forms,
    summary: guide.summary,
    computers: guide.seats.map((_, seat) => (isComputer(players[seat]) ? players[seat] : null)),
  };
  const plies = read.positions.map((position, at) => ({
    position,
    move: at === 0 ? "Start" : read.moves[at - 1],
    seat: read.seats[at - 1],
    turn: read.turns[at - 1],
    comment: read.comments[at] ?? "",
    written: writtenAt(read, at),
    mover: read.seats[at] ?? now.to_move,
    is_over: at === read.seats.length && now.is_over,
  }));
  state.taken = [];
  state.shown = null;
  state.halted = false;
  renderGame();
  clearPicks();
  say(read.error ? `The record goes wrong here: ${read.error.message}` : "");
  steps.open(plies, state.game.seats.length);
  await steps.show(steps.last);
  history.replaceState(null, "", steps.address(steps.last)); // in place of a link that holds a game
  if (state.game.computers.some(Boolean)) {
    rules.expectThinking();
  }
  letComputerMove();
}

function isComputer(player) {
  return Boolean(player) && player !== "me";
}

window.addEventListener("hashchange", () => {
  if (addressHoldsGame()) {
    enqueue(async () => openRecord(await recordOfAddress()));
  }
});
