// How the page to play on begins: with the game of its address, the game it had before it was loaded
// again, what the program that serves it gives, the game that was played last, or else one against the
// computer.
// May import: all scripts of the page.

import { call } from "./calls.js";
import { clamp, page } from "./elements.js";
import "./files.js";
import { SEAT_TAGS } from "./game.js";
import { sayError } from "./panel.js";
import { draw } from "./picture.js";
import { openRecord } from "./records.js";
import { rules } from "./rules.js";
import { OPPONENT, listGames } from "./setup.js";
import { state } from "./state.js";
import { Steps } from "./steps.js";
import { keptIn, recordOfAddress } from "./storage.js";

state.steps = new Steps({ draw, address: (at) => `#ply=${at}` });

async function openFirst(given) {
  const failures = [];
  const sources = [addressed, () => keptIn("sessionStorage"), () => given, () => keptIn("localStorage")];
  for (const source of sources) {
    try {
      const first = await source();
      if (first?.record) {
        await openRecord(first.record, first.players ?? [], { line: first.line, first: first.number });
        return failures;
      }
    } catch (error) {
      failures.push(error.message);
    }
  }
  const { record } = await call("record", { tags: { [SEAT_TAGS[1]]: OPPONENT } });
  await openRecord(record, ["me", OPPONENT]);
  return failures;
}

async function addressed() {
  return { record: await recordOfAddress() };
}

async function startPage() {
  try {
    await rules.start((text) => {
      page.loading.textContent = text;
    });
    const given = await rules.given();
    page.game.hidden = false;
    const failures = await openFirst(given);
    page.loading.hidden = true;
    page.reach.textContent = rules.reach ?? "";
    failures.forEach((message) => sayError({ message }));
    listGames().catch(sayError); // last, since it takes longest
  } catch (error) {
    page.game.hidden = true;
    page.loading.hidden = false;
    page.loading.textContent = `The page cannot begin: ${error.message}`;
  }
}

window.addEventListener("hashchange", () => {
  const asked = new URLSearchParams(location.hash.slice(1)).get("ply");
  if (state.game && asked !== null) {
    state.steps.show(clamp(Math.trunc(asked) || 0, state.steps.last));
  }
});

startPage();
