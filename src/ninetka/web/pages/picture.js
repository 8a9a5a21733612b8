// Shows a ply: its picture, and the facts that come with it. One is drawn at a time.
// May import: board.js, calls.js, game.js, panel.js, picking.js, state.js.

import { reachedBy, showPicture, wantedPicture } from "./board.js";
import { call } from "./calls.js";
import { clearPicks, positionAt } from "./game.js";
import { sayError, renderNote, describePly, renderTurn } from "./panel.js";
import { suggest, renderPicks } from "./picking.js";
import { state } from "./state.js";

export function draw(at) {
  state.wanted = { at };
  if (at !== state.steps.last) {
    clearPicks();
  }
  renderNote(at);
  state.drawing ??= drawWanted().catch(sayError).finally(() => {
    state.drawing = null;
  });
  return state.drawing;
}

async function drawWanted() {
  let now;
  do {
    now = state.wanted;
    await drawPly(now);
  } while (now !== state.wanted);
}

async function drawPly(now) {
  const { at } = now;
  const ply = state.steps.plies[at];
  const { picture, reply } = repliedWith(ply) ?? (await askAt(at));
  if (now !== state.wanted) {
    return; // something else is to be shown by now
  }
  const { svg, changes, ...facts } = reply;
  ply.facts = facts;
  describePly(ply, at);
  showPicture(at, picture, { svg, changes });
  renderTurn(at);
  renderPicks();
  suggest();
}

// The picture that came with the move to a ply, if it changes the one on the board.
function repliedWith(ply) {
  const { lastReply, shown } = state;
  state.lastReply = null;
  return lastReply?.ply === ply && lastReply.shown === shown ? lastReply : null;
}

async function askAt(at) {
  const { game, steps } = state;
  const isLast = at === steps.last;
  const reached = reachedBy(at);
  const picture = wantedPicture(reached.previous);
  const wish = isLast ? picture : { ...picture, marks: [] };
  const ending = isLast && game.ending ? { ending: game.ending } : {};
  const params = { ...positionAt(at), ...reached, ...ending, ply: at, picture: wish };
  const reply = await call("facts", params);
  return { picture: wish, reply };
}
