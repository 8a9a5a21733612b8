// The list of the games kept on this device. The back button returns to the game before.

import { allGames, deleteGame, getGame } from "./database.js";
import { make, page } from "./elements.js";
import { button, enqueue } from "./queue.js";
import { openSaved } from "./records.js";
import { state } from "./state.js";
import { t } from "./words.js";

/** @import { SavedGame } from "./database.js" */

/** @param {SavedGame} kept */
function rowOf({ id, name, title, plies, result, changed }) {
  const { lang } = document.documentElement;
  const locale = navigator.languages.find((each) => each.startsWith(lang)) ?? lang;
  const when = new Date(changed).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
  const about = make("small", "", `${name} \u00b7 ${t("Moves: {0}", plies)} \u00b7 ${result} \u00b7 ${when}`);
  const open = button("", async () => {
    const kept = await getGame(id);
    if (kept) {
      await openSaved(kept);
      page.library.open = false;
    } else {
      await listSaved(); // another tab has deleted it
    }
  });
  open.className = "kept";
  open.append(make("strong", "", title), about);
  const remove = button(t("Delete"), async () => {
    if (remove.textContent === t("Delete")) {
      remove.textContent = t("Really delete");
    } else {
      await deleteGame(id);
      await listSaved();
    }
  });
  remove.hidden = id === state.game.id; // it would be kept again with the next move
  return make("li", "with-button", open, remove);
}

export async function listSaved() {
  const games = await allGames();
  page.kept.replaceChildren(...games.map(rowOf));
  page["no-games"].hidden = games.length > 0;
}

page.library.addEventListener("toggle", () => page.library.open && enqueue(listSaved));
window.addEventListener("popstate", ({ state: entry }) => {
  const id = entry?.id;
  if (state.opened && id && id !== state.opened.id) {
    enqueue(async () => {
      const kept = await getGame(id);
      if (kept) {
        await openSaved(kept, { replaces: true });
      }
    });
  }
});
