// What the user has chosen for the page itself: marks, sound, and whether moves are confirmed.

import { page } from "./elements.js";
import { store, stored } from "./storage.js";

/** @typedef {{ hints: boolean, sound: boolean, confirm: boolean }} Settings */

const SETTINGS_KEY = "ninetka-settings"; // in the storage

/** @type {Settings} */
export const settings = { hints: true, sound: true, confirm: false, ...stored(SETTINGS_KEY) };

for (const name of /** @type {const} */ (["hints", "sound", "confirm"])) {
  page[name].checked = settings[name] === true;
  page[name].addEventListener("change", () => {
    settings[name] = page[name].checked;
    store(SETTINGS_KEY, settings);
  });
}
