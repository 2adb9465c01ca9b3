// SPDX-License-Identifier: Apache-2.0

/** What reads the texts of a language. */
const tables = {
  en: async () => (await import("./english.js")).english,
  de: async () => (await import("./german.js")).german,
};

/** The language of the page: the first of the reader's that there is a table for. */
export const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in tables) ?? "en";

/** The texts of the page. */
export const text = await tables[language]();

/** Names in a list, as “ada, bob and eve”. */
export const names = new Intl.ListFormat(language, { type: "conjunction" });

/** What somebody has written, for a place within a sentence: in quotes, whichever way its own letters run. */
export function quoted(words) { return text.quotes[0] + "\u2068" + words + "\u2069" + text.quotes[1]; }

/** A month, as “May 2026”, of a time in it in UTC. */
export const month = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" });

/** A day, as “6 December 2026”. */
export const date = new Intl.DateTimeFormat(language, { dateStyle: "long" });

/** A day in short, as “6 Dec 2026”. */
export const shortDate = new Intl.DateTimeFormat(language, { dateStyle: "medium" });

/** Degrees of a place, to ten metres. */
export const degrees = new Intl.NumberFormat(language, { minimumFractionDigits: 4, maximumFractionDigits: 4 });

/** A height above the sea. */
export const metres = new Intl.NumberFormat(language, { style: "unit", unit: "meter", maximumFractionDigits: 0 });

/** A day with its time. */
export const day = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" });

/** A time to wait, as “2 minutes”. */
export function duration(seconds) {
  const [unit, count] = seconds < 60 ? ["second", seconds] : ["minute", Math.ceil(seconds / 60)];
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
}

/** A part of a whole, as “45 %”. */
export const percent = new Intl.NumberFormat(language, { style: "percent" });

/** A number of bytes, as “3.4 MB”. */
export function size(byteCount) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, byteCount)) / 3));
  const format = new Intl.NumberFormat(language, {
    style: "unit", unit: units[step], maximumFractionDigits: step > 1 ? 1 : 0,
  });
  return format.format(byteCount / 1000 ** step);
}
