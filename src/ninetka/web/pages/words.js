// The words of the page and of the rules, in the language of the user as far as they are translated.
// Imports nothing.

/** @type {Record<string, string>} */
export const dictionary = {}; // by the English text
/** @type {{ pattern: RegExp, translation: string }[]} */
const sentences = []; // of the rules, those with the longest texts first
/** @type {Record<string, string>} */
const PARTS = {
  "1/2": "\u00bd",
  "1/3": "\u2153",
  "2/3": "\u2154",
  "1/4": "\u00bc",
  "3/4": "\u00be",
  "1/5": "\u2155",
  "2/5": "\u2156",
  "3/5": "\u2157",
  "4/5": "\u2158",
};
const LIST = /^((?:[A-Za-z\d-]+, )*[A-Za-z\d-]+) (and|or) ([A-Za-z\d-]+)$/; // of names, numbers or places

/**
 * A text in the user's language, with values in place of {0}, {1} and so on.
 * @param {string} text
 * @param {...(string | number)} values
 */
export function t(text, ...values) {
  return filled(known(text), values);
}

/**
 * A text that may have been written elsewhere, in the user's language if it is one of the page's.
 * @param {string} text
 */
export function known(text) {
  return Object.hasOwn(dictionary, text) ? dictionary[text] : text;
}

/**
 * Points in a text as players read them: a whole number and a part of one for 50/3.
 * @param {string} text
 */
export function readable(text) {
  return text.replace(/\b(\d{1,9})\/([2-5])\b/g, (fraction, over, under) => {
    const [whole, part] = [Math.floor(over / under), PARTS[`${over % under}/${under}`]];
    return part ? `${whole || ""}${part}` : fraction;
  });
}

/**
 * @param {string} text
 * @param {(string | number)[]} values
 */
function filled(text, values) {
  return text.replace(/\{(\d)\}/g, (_, at) => String(values[at]));
}

/**
 * Takes the translations of what the rules say, by the English text, in which {0} is anything.
 * @param {Record<string, string>} translations
 */
export function learnRules(translations) {
  /** @param {string} text */
  const plain = (text) => text.replace(/\{\d\}/g, "");
  const texts = Object.keys(translations).sort((one, other) => plain(other).length - plain(one).length);
  for (const text of texts) {
    const source = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\\\{\d\\\}/g, "(.*?)");
    sentences.push({ pattern: RegExp(`^${source}$`, "su"), translation: translations[text] });
  }
}

/**
 * What the rules say, in the user's language. A sentence that is not known stays English.
 * @param {string} text
 * @returns {string}
 */
export function translated(text) {
  const paragraphs = text.split("\n").map((each) => each.split(/(?<=[.!?]) (?=\p{Lu})/u));
  return paragraphs.map((each) => each.map(sentence).join(" ")).join("\n");
}

/**
 * @param {string} text
 * @returns {string}
 */
function sentence(text) {
  for (const { pattern, translation } of sentences) {
    const found = pattern.exec(text);
    if (found) {
      return filled(translation, found.slice(1).map(translatedPart));
    }
  }
  return text.endsWith(".") ? `${sentence(text.slice(0, -1))}.` : text;
}

/**
 * A part of a sentence: words that are translated, a list, or a name that stays as it is.
 * @param {string} text
 * @returns {string}
 */
export function translatedPart(text) {
  const [, others, word, last] = LIST.exec(text) ?? [];
  if (word) {
    return word === "and" ? t("{0} and {1}", others, last) : t("{0} or {1}", others, last);
  }
  return sentence(text);
}

/** @type {Map<string, string>} */
const places = new Map(); // what the rules say of places, once it is translated

/**
 * What the rules say of a place: its name, what is there, and what can be done.
 * @param {string} text
 */
export function translatedPlace(text) {
  const [name, ...said] = text.split(", ");
  return sentences.length ? [name, ...said.map(remembered)].join(", ") : text;
}

/** @param {string} text */
function remembered(text) {
  if (!places.has(text)) {
    places.set(text, sentence(text));
  }
  return places.get(text);
}
