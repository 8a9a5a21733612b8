// Shows a ply: its picture, and the facts that come with it. One is drawn at a time.

import { shownPicture, showPicture } from "./board.js";
import { renderBranches } from "./branches.js";
import { renderShapes } from "./drawing.js";
import { closeEditor } from "./editor.js";
import { renderEnd } from "./end.js";
import { isPersonsTurn } from "./game.js";
import { fitLabels } from "./labels.js";
import { describePly, renderNote, renderTurn } from "./panel.js";
import { playPremove, renderPicks, suggest } from "./picking.js";
import { clearPicks, premove } from "./picks.js";
import { askAbout } from "./plies.js";
import { enqueue, sayError } from "./queue.js";
import { tellPly } from "./spoken.js";
import { state } from "./state.js";
import { study } from "./study.js";
import { renderReviewed } from "./verdict.js";

/** @import { Drawn } from "./board.js" */

/** @type {{ at: number, drawn?: Drawn }} */
let wanted; // the ply that is to be shown, with the rules' reply if it came with the move
/** @type {Promise<void> | null} */
let drawing = null; // while a picture is being drawn

/**
 * @param {number} at
 * @param {Drawn} [drawn]
 */
function draw(at, drawn) {
  wanted = { at, drawn };
  closeEditor();
  if (at !== state.steps.last) {
    clearPicks();
  }
  renderNote(at);
  drawing ??= drawWanted().catch(failed).finally(() => {
    drawing = null;
  });
  return drawing;
}

/**
 * The list of moves goes back to the ply on the board.
 * @param {Error} error
 */
function failed(error) {
  sayError(error);
  const { steps } = state;
  const at = steps.plies.findIndex(({ position }) => position === shownPicture?.position);
  if (at >= 0 && at !== steps.ply) {
    steps.pause();
    steps.point(at);
    renderNote(at);
  }
}

async function drawWanted() {
  let now;
  do {
    now = wanted;
    await drawPly(now);
  } while (now !== wanted);
}

/** @param {typeof wanted} now */
async function drawPly(now) {
  const { at, drawn } = now;
  const ply = state.steps.plies[at];
  const isUsable = drawn !== undefined && drawn.since === shownPicture; // its changes are to what is on the board
  const { picture, reply } = isUsable ? drawn : await askAbout(state.steps.plies, at, state.game.ending);
  if (now !== wanted) {
    return; // something else is to be shown by now
  }
  const { svg, changes, ...facts } = reply;
  ply.facts = facts;
  describePly(ply, facts);
  showPicture(at, picture, { svg, changes });
  fitLabels();
  renderShapes();
  renderTurn(at);
  renderPicks();
  renderEnd(at);
  renderReviewed();
  renderBranches(at);
  tellPly(at);
  suggest();
  study(at);
  if (premove.length && isPersonsTurn(at)) {
    enqueue(playPremove);
  }
}

state.steps.draw = draw;
