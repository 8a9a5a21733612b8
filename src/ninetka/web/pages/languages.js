// The language of the page: the one that was chosen, or the first of the browser's that there is.

import { page } from "./elements.js";
import { store, stored } from "./storage.js";
import { dictionary, t } from "./words.js";

const LANGUAGE_KEY = "ninetka-language"; // of the chosen language in the storage
const ENGLISH = "en";

/** @param {string} name */
async function fetched(name) {
  const response = await fetch(name);
  return response.json();
}

/**
 * Translates what the page says in its HTML.
 * @param {Element} root
 */
function translate(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    const text = node.data.trim();
    node.data = node.data.replace(text, () => t(text));
  }
  for (const name of ["aria-label", "placeholder", "title"]) {
    for (const element of root.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, t(element.getAttribute(name) ?? ""));
    }
  }
}

// Puts the words of the user's language into the page. English stays where there is no translation.
export async function loadLanguage() {
  const languages = await fetched("languages.json");
  const wanted = [stored(LANGUAGE_KEY), ...navigator.languages.map((each) => each.split("-")[0])];
  const code = wanted.find((each) => Object.hasOwn(languages, each ?? "")) ?? ENGLISH;
  if (code !== ENGLISH) {
    const { "": _, ...words } = await fetched(`words-${code}.json`); // without the language's name
    Object.assign(dictionary, words);
    translate(document.body);
    document.documentElement.lang = code;
  }
  page.language.replaceChildren(
    ...Object.entries(languages).map(([each, name]) => new Option(name, each, false, each === code)),
  );
}

page.language.addEventListener("change", () => {
  store(LANGUAGE_KEY, page.language.value);
  location.reload();
});
