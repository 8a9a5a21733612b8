// Shows a ply: its picture, and the facts that come with it. One is drawn at a time.
// May import: board.js, branches.js, editor.js, end.js, game.js, labels.js, marks.js, panel.js, picking.js, plies.js, spoken.js, state.js, study.js, verdict.js.

import { showPicture } from "./board.js";
import { renderBranches } from "./branches.js";
import { closeEditor } from "./editor.js";
import { renderEnd } from "./end.js";
import { clearPicks, isPersonsTurn } from "./game.js";
import { fitLabels } from "./labels.js";
import { renderMarks } from "./marks.js";
import { enqueue, sayError, renderNote, describePly, renderTurn } from "./panel.js";
import { playPremove, suggest, renderPicks } from "./picking.js";
import { askAbout } from "./plies.js";
import { tellPly } from "./spoken.js";
import { state } from "./state.js";
import { study } from "./study.js";
import { renderReviewed } from "./verdict.js";

/** @import { Ply } from "./state.js" */

/** @param {number} at */
export function draw(at) {
  state.wanted = { at };
  closeEditor();
  if (at !== state.steps.last) {
    clearPicks();
  }
  renderNote(at);
  state.drawing ??= drawWanted().catch(failed).finally(() => {
    state.drawing = null;
  });
  return state.drawing;
}

/**
 * The list of moves goes back to the ply on the board.
 * @param {Error} error
 */
function failed(error) {
  sayError(error);
  const { shown, steps } = state;
  const at = steps.plies.findIndex(({ position }) => position === shown?.position);
  if (at >= 0 && at !== steps.ply) {
    steps.pause();
    steps.point(at);
    renderNote(at);
  }
}

async function drawWanted() {
  let now;
  do {
    now = state.wanted;
    await drawPly(now);
  } while (now !== state.wanted);
}

/** @param {{ at: number }} now */
async function drawPly(now) {
  const { at } = now;
  const ply = state.steps.plies[at];
  const { picture, reply } = repliedWith(ply) ?? (await askAbout(state.steps.plies, at, state.game.ending));
  if (now !== state.wanted) {
    return; // something else is to be shown by now
  }
  const { svg, changes, ...facts } = reply;
  ply.facts = facts;
  describePly(ply, facts, at);
  showPicture(at, picture, { svg, changes });
  fitLabels();
  renderMarks();
  renderTurn(at);
  renderPicks();
  renderEnd(at);
  renderReviewed();
  renderBranches(at);
  tellPly(at);
  suggest();
  study(at);
  if (state.premove.length && isPersonsTurn(at)) {
    enqueue(playPremove);
  }
}

/**
 * The picture that came with the move to a ply, if it changes the one on the board.
 * @param {Ply} ply
 */
function repliedWith(ply) {
  const { lastReply, shown } = state;
  state.lastReply = null;
  return lastReply && lastReply.ply === ply && lastReply.shown === shown ? lastReply : null;
}
