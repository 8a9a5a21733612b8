// The words of the page, in the language of the user as far as they are translated.
// Imports nothing.

export const dictionary = {}; // by the English text

// A text in the user's language, with values in place of {0}, {1} and so on.
export function t(text, ...values) {
  const known = Object.hasOwn(dictionary, text) ? dictionary[text] : text;
  return known.replace(/\{(\d)\}/g, (_, at) => values[at]);
}
