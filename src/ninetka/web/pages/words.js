// The words of the page, in the language of the user as far as they are translated.

/** @type {Record<string, string>} */
export const dictionary = {}; // by the English text
/** @type {Record<string, string>} */
const FRACTIONS = {
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

/**
 * A text in the user's language, with values in place of {0}, {1} and so on.
 * @param {string} text
 * @param {...(string | number)} values
 */
export function t(text, ...values) {
  return translated(text).replace(/\{(\d)\}/g, (_, at) => String(values[at]));
}

/**
 * A text that may have been written elsewhere, in the user's language if it is one of the page's.
 * @param {string} text
 */
export function translated(text) {
  return Object.hasOwn(dictionary, text) ? dictionary[text] : text;
}

/**
 * Points in a text as players read them: a whole number and a part of one for 50/3.
 * @param {string} text
 */
export function readable(text) {
  return text.replace(/\b(\d{1,9})\/([2-5])\b/g, (fraction, over, under) => {
    const [whole, part] = [Math.floor(over / under), FRACTIONS[`${over % under}/${under}`]];
    return part ? `${whole || ""}${part}` : fraction;
  });
}

/** @param {number} share */
export function percent(share) {
  return `${Math.round(100 * share)} %`;
}
