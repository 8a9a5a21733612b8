// How the page to play on begins: with the game of its address, the game it had before it was loaded
// again, what the program that serves it gives, the game that was played last, or else one against the
// computer, below the choice of another.

import { call } from "./calls.js";
import "./drag.js";
import { clamp, page } from "./elements.js";
import "./files.js";
import { SEAT_TAGS } from "./game.js";
import { loadLanguage } from "./languages.js";
import "./learn.js";
import "./library.js";
import { addressHoldsGame, gameInAddress } from "./links.js";
import { playPremove } from "./picking.js";
import { premove } from "./picks.js";
import "./picture.js";
import "./players.js";
import { enqueue, enqueueSilently, queueDone, sayError } from "./queue.js";
import { openLink, openRecord, rehearse, resumeGame } from "./records.js";
import "./review.js";
import { rules } from "./rules.js";
import { hasSavedGame, savedIn } from "./saved.js";
import { OPPONENT } from "./seats.js";
import { listGames, showStart } from "./start.js";
import { state } from "./state.js";
import { t, translated } from "./words.js";
import "./zoom.js";

/** @import { Given } from "./rules.js" */

rules.rehearses(rehearse);

/** @param {Given | null} given */
async function openFirst(given) {
  const failures = [];
  const sources = [
    async () => openIfThere(await gameInAddress(), openLink),
    () => openIfThere(savedIn("sessionStorage"), resumeGame),
    () => openIfThere(given?.record ? given : null, openGiven),
    () => openIfThere(savedIn("localStorage"), resumeGame),
  ];
  for (const open of sources) {
    try {
      if (await open()) {
        return failures;
      }
    } catch (error) {
      failures.push(/** @type {Error} */ (error).message);
    }
  }
  const { record } = await call("record", { tags: { [SEAT_TAGS[1]]: OPPONENT } });
  await openRecord(record, ["me", OPPONENT]);
  return failures;
}

/**
 * @template T
 * @param {T | null} found
 * @param {(found: T) => Promise<void>} open
 */
async function openIfThere(found, open) {
  if (found) {
    await open(found);
  }
  return Boolean(found);
}

/** @param {Given} given */
function openGiven({ record, players, line, number }) {
  return openRecord(record ?? "", players ?? [], { line, first: number });
}

async function startPage() {
  try {
    await loadLanguage();
    const given = await rules.given();
    const listing = listGames();
    if (!given?.record && !addressHoldsGame() && !hasSavedGame()) {
      await listing;
      showStart(); // a game can be chosen before the rules are there
    }
    loadRules();
    const failures = await openFirst(given); // the usual start may be there before the rules are
    page.game.hidden = false;
    page.reach.textContent = translated(rules.reach ?? "");
    failures.forEach((message) => sayError({ message }));
    listing.catch(sayError);
  } catch (error) {
    fail(/** @type {Error} */ (error));
  }
}

async function loadRules() {
  try {
    await rules.start((text) => {
      page.loading.textContent = translated(text);
    });
    await queueDone();
    page.loading.hidden = true;
    if (premove.length) {
      enqueue(playPremove); // a click that came before
    }
  } catch (error) {
    fail(/** @type {Error} */ (error));
  }
}

/** @param {{ message: string }} error */
function fail({ message }) {
  page.start.close();
  page.game.hidden = true;
  page.loading.hidden = false;
  page.loading.textContent = t("The page cannot begin: {0}", translated(message));
}

window.addEventListener("hashchange", () => {
  const asked = new URLSearchParams(location.hash.slice(1)).get("ply");
  const isOfAnother = history.state?.id && history.state.id !== state.opened?.id; // library.js opens it
  if (state.opened && asked !== null && !isOfAnother) {
    state.steps.show(clamp(Math.trunc(Number(asked)) || 0, state.steps.last));
  }
});

enqueueSilently(startPage); // whatever is chosen meanwhile comes afterwards
