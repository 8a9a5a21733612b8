"use strict";
// The game on the page: its plies, what the rules say of them, and the computer's turns.

const SEAT_TAGS = ["First", "Second", "Third", "Fourth", "Fifth"];
const UNFINISHED = "*";
const TEXT = "9tka"; // the form of records that every game has

const steps = new Steps({ draw, address: (at) => `#ply=${at}` });

let game = null; // {options, tags, computers, seats, ending}: see openGame
let taken = []; // what can be made again: plies and endings that were taken back, the last one first
let thinking = null; // the ply for which a computer player is thinking
let noted = null; // the ply whose comment can be written
let halted = false; // whether computer players wait until they are told to go on

class Refusal extends Error {}

async function ask(calls) {
  const requests = calls.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params }));
  return JSON.parse(await rules.ask(JSON.stringify(requests)));
}

async function call(method, params) {
  const [reply] = await ask([[method, params]]);
  return resultOf(reply);
}

function resultOf(reply) {
  if (reply.error) {
    throw new Refusal(reply.error.message);
  }
  return reply.result;
}

function positionAt(at) {
  return { ...game.options, position: steps.plies[at].position };
}

function isComputer(player) {
  return Boolean(player) && player !== "me";
}

// Opens a game as the rules' method `read` gives it, and who plays, by seat: a computer player's name,
// or `me` or null for a person.
async function openGame(read, players = []) {
  const position = { ...read.options, position: read.positions.at(-1) };
  const [guide, now] = (await ask([["guide", position], ["start", position]])).map(resultOf);
  stopThinking();
  game = {
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
    mover: read.seats[at] ?? now.to_move,
    is_over: at === read.seats.length && now.is_over,
  }));
  taken = [];
  shown = null;
  halted = false;
  tellGame();
  clearPicks();
  say(read.error ? `The record goes wrong here: ${read.error.message}` : "");
  steps.open(plies, game.seats.length);
  await steps.show(steps.last);
  history.replaceState(null, "", steps.address(steps.last)); // in place of a link that holds a game
  if (game.computers.some(Boolean)) {
    rules.expectThinking();
  }
  letComputerMove();
}

function nameOf(seat) {
  return game.tags[SEAT_TAGS[seat]] ?? "";
}

function called(seat) {
  const name = nameOf(seat);
  return name ? `${name} (${game.seats[seat]})` : `Seat ${game.seats[seat]}`;
}

function tellGame() {
  page.players.textContent = game.seats.map((_, seat) => called(seat)).join(" \u2013 ");
  document.title = `${page.players.textContent} \u00b7 ${game.name}`;
  page.summary.textContent = game.summary;
  page.tags.replaceChildren(
    ...Object.entries({ ...game.options, ...game.tags }).flatMap(([name, value]) => [
      make("dt", "", name),
      make("dd", "", value),
    ]),
  );
  page.form.replaceChildren(
    ...game.forms.map((form) => new Option(form === TEXT ? `text (.${form})` : form.toUpperCase(), form)),
  );
}

function tellPly(ply, at) {
  const { scores, is_over, winners } = ply.facts;
  ply.score = (scores ?? []).map((points, seat) => `${game.seats[seat]} ${points}`).join(" \u00b7 ");
  ply.to_move = is_over ? ended(winners, at) : `${called(ply.mover)} to move`;
}

function ended(winners, at) {
  const won = winners.length ? `Won by ${winners.map(called).join(" and ")}` : "Nobody has won";
  return at === steps.last && game.ending ? `${won} \u00b7 ${game.ending}` : won;
}

// Whose turn it is, and what can be done.

function computerToMove() {
  const { is_over, mover } = steps.plies[steps.last];
  return is_over || game.ending ? null : game.computers[mover];
}

// Whether a person may move after the ply.
function isMine(at) {
  return at === steps.last && !game.ending && !steps.plies[at].is_over && !computerToMove();
}

function tellTurn(at) {
  const { facts, mover } = steps.plies[at];
  if (!facts) {
    return; // they are told with the picture
  }
  const isLast = at === steps.last;
  const endings = isLast && !facts.is_over ? (facts.endings ?? []) : [];
  const result = steps.plies[steps.last].facts?.result ?? UNFINISHED;
  page.result.textContent = result === UNFINISHED ? "unfinished" : result;
  page.instruction.textContent = instructionAt(at);
  page.undo.textContent = isLast ? "Undo" : "Go on from here";
  page.undo.setAttribute("aria-disabled", isLast && undoneTo() === null);
  page.redo.setAttribute("aria-disabled", !isLast || !taken.length);
  page.resign.hidden = !(isMine(at) && endingOf("resigns", endings, mover));
  page.agree.hidden = !(isMine(at) && endings.includes("agreement"));
  page.computer.hidden = !(isLast && computerToMove());
  page.computer.textContent = thinking === null ? "Let the computer move" : "Stop the computer";
  page.typed.hidden = !isLast || facts.is_over;
  page.position.value = steps.plies[at].position;
  tellPicks();
  if (document.activeElement === page.text) {
    suggest();
  }
}

function instructionAt(at) {
  const { facts, mover } = steps.plies[at];
  if (at !== steps.last) {
    return "This is an earlier position.";
  }
  if (facts.is_over) {
    return facts.explanation ?? "";
  }
  if (thinking !== null) {
    return `${called(mover)} is thinking \u2026`;
  }
  return computerToMove() ? "It is the computer's turn." : facts.instruction;
}

// While a comment is written, it stays that on its ply.
function tellNote(at) {
  if (document.activeElement !== page.note) {
    noted = steps.plies[at];
    page.note.value = noted.comment;
  }
}

function say(text) {
  page.message.textContent = text;
}

function sayError({ message }) {
  say(`${message[0].toUpperCase()}${message.slice(1)}`);
}

// What is asked for is done in order, each thing when the one before is done; what is refused is said.
let done = Promise.resolve();

function attempt(action) {
  done = done.then(async () => {
    say("");
    await action();
  }).catch(sayError);
  return done;
}

// Moves and endings.

function checkTurn() {
  if (steps.ply !== steps.last) {
    throw new Refusal("this is an earlier position: press Go on from here to play from it");
  }
  if (game.ending) {
    throw new Refusal(`the game is over: ${game.ending}`);
  }
  if (computerToMove()) {
    throw new Refusal("it is the computer's turn");
  }
}

async function makeMove(move) {
  checkTurn();
  await goOn(await call("apply", { ...positionAt(steps.last), move }));
}

// Goes on with what the rules replied to a person's move.
async function goOn(reply) {
  clearPicks();
  await addPly(reply);
  letComputerMove();
}

// Adds what the rules replied to a move. Those who look at an earlier ply go on doing so.
async function addPly({ position, move, to_move: mover, is_over }) {
  const before = steps.plies[steps.last];
  const seat = before.mover;
  const follows = steps.ply === steps.last;
  // Whether a turn begins depends on the game; `keep` puts it right.
  const turn = seat > (before.seat ?? Infinity) ? before.turn : (before.turn ?? 0) + 1;
  taken = [];
  steps.append({ position, move, seat, turn, comment: "", mover, is_over });
  await steps.show(follows ? steps.last : steps.ply);
  keepSoon();
}

function endingOf(kind, endings, seat) {
  return endings.filter((ending) => ending.endsWith(kind))[seat];
}

async function end(ending) {
  stopThinking();
  clearPicks();
  const outcome = await call("outcome", { ...positionAt(steps.last), ending });
  const losing = game.computers.findIndex((player, seat) => player && !outcome.winners.includes(seat));
  if (ending === "agreement" && losing !== -1) {
    throw new Refusal(`${called(losing)} does not agree, since it would not win`);
  }
  taken = [];
  await setEnding(ending);
  focusBoard(); // the button is gone
}

async function setEnding(ending) {
  game.ending = ending;
  steps.plies[steps.last].facts = undefined;
  await steps.show(steps.last);
  keepSoon();
}

// The ply to which Undo goes back: the last one at which a person had to move.
function undoneTo() {
  if (game.ending) {
    return steps.last;
  }
  const persons = game.computers.includes(null);
  for (let at = steps.last - 1; at >= 0; at -= 1) {
    if (!persons || game.computers[steps.plies[at + 1].seat] === null) {
      return at;
    }
  }
  return null;
}

async function undo() {
  const at = steps.ply === steps.last ? undoneTo() : steps.ply;
  if (at === null) {
    return;
  }
  stopThinking();
  clearPicks();
  if (game.ending) {
    taken.push(game.ending);
    if (steps.ply === steps.last) {
      await setEnding(null);
      return;
    }
    game.ending = null;
  }
  taken.push(...steps.plies.slice(at + 1).reverse());
  halted = !game.computers.includes(null) || Boolean(game.computers[steps.plies[at + 1].seat]);
  await reopen(steps.plies.slice(0, at + 1));
}

async function redo() {
  if (steps.ply !== steps.last || !taken.length) {
    return;
  }
  stopThinking();
  clearPicks();
  const plies = [...steps.plies];
  while (taken.length) {
    const next = taken.pop();
    if (typeof next === "string") {
      game.ending = next;
      plies.at(-1).facts = undefined;
    } else {
      plies.push(next);
    }
    const seat = taken.at(-1)?.seat;
    if (seat === undefined || game.computers[seat] === null) {
      break;
    }
  }
  await reopen(plies);
  letComputerMove();
}

async function reopen(plies) {
  plies.at(-1).facts = undefined; // it was not the last ply, or another ending was
  steps.open(plies, game.seats.length);
  await steps.show(steps.last);
  keepSoon();
}

// Computer players.

async function letComputerMove() {
  const player = computerToMove();
  if (!player || thinking !== null || halted) {
    return;
  }
  const ply = steps.plies[steps.last];
  thinking = ply;
  tellTurn(steps.ply);
  const params = { ...positionAt(steps.last), player };
  const asked = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "choose", params });
  const reply = rules.think(asked).then(JSON.parse);
  const answered = await reply.catch((error) => ({ error }));
  done = done.then(() => (thinking === ply ? answer(ply, answered) : null)).catch(sayError);
}

// Makes the move that a computer player has chosen after a ply.
async function answer(ply, { result, error }) {
  thinking = null;
  if (error) {
    halted = true;
    tellTurn(steps.ply);
    say(`${called(ply.mover)} cannot move: ${error.message}`);
  } else {
    await addPly(result);
    letComputerMove();
  }
}

function stopThinking() {
  if (thinking !== null) {
    thinking = null;
    rules.stopThinking();
  }
}

page.computer.addEventListener("click", () =>
  attempt(() => {
    halted = thinking !== null;
    stopThinking();
    tellTurn(steps.ply);
    letComputerMove();
  }),
);
page.undo.addEventListener("click", () => attempt(undo));
page.redo.addEventListener("click", () => attempt(redo));
page.resign.addEventListener("click", () =>
  attempt(async () => {
    checkTurn();
    const { facts, mover } = steps.plies[steps.last];
    await end(endingOf("resigns", facts.endings, mover));
  }),
);
page.agree.addEventListener("click", () =>
  attempt(async () => {
    checkTurn();
    await end("agreement");
  }),
);
page.hints.addEventListener("change", () => attempt(() => steps.show(steps.ply)));
page.note.addEventListener("input", () => {
  noted.comment = page.note.value;
  const link = steps.links[steps.plies.indexOf(noted)];
  if (link) {
    link.title = noted.comment;
  }
  keepSoon();
});
page.note.addEventListener("blur", () => tellNote(steps.ply));
window.addEventListener("hashchange", () => {
  const asked = new URLSearchParams(location.hash.slice(1)).get("ply");
  if (game && asked !== null) {
    steps.show(clamp(Math.trunc(asked) || 0, steps.last));
  }
});
