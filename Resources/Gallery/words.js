// SPDX-License-Identifier: Apache-2.0

const words = {
  en: {
    skip: "Skip to the photos",
    signIn: "Sign in",
    signedIn: (name) => `Signed in as ${name}`,
    photo: (owner) => `Photo by ${owner}`,
    about: (owner, date) => `${owner} · ${date}`,
    likes: (count) => (count === 1 ? "1 like" : `${count} likes`),
    like: (likes) => `Like. ${likes}`,
    unlike: (likes) => `Liked. ${likes}`,
    close: "Close",
    before: "Newer photo",
    after: "Older photo",
    original: (size) => `Original, ${size}`,
    zoom: "Press Z, or click twice, for all pixels",
    empty: "No photos yet. Public photos appear here as soon as somebody uploads one.",
    loading: "Loading photos…",
    unreachable: "The service does not answer. Trying again…",
    gone: "This photo is not here, or not for you.",
    back: "All photos",
  },
  de: {
    skip: "Zu den Fotos",
    signIn: "Anmelden",
    signedIn: (name) => `Angemeldet als ${name}`,
    photo: (owner) => `Foto von ${owner}`,
    about: (owner, date) => `${owner} · ${date}`,
    likes: (count) => (count === 1 ? "1 Herz" : `${count} Herzen`),
    like: (likes) => `Herz geben. ${likes}`,
    unlike: (likes) => `Herz gegeben. ${likes}`,
    close: "Schließen",
    before: "Neueres Foto",
    after: "Älteres Foto",
    original: (size) => `Original, ${size}`,
    zoom: "Z oder zweimal klicken zeigt alle Pixel",
    empty: "Noch keine Fotos. Öffentliche Fotos erscheinen hier, sobald jemand eines hochlädt.",
    loading: "Fotos werden geladen …",
    unreachable: "Der Dienst antwortet nicht. Neuer Versuch …",
    gone: "Dieses Foto ist nicht hier, oder nicht für Sie.",
    back: "Alle Fotos",
  },
};

/** The language of the page: the first of the reader's that there is a table for. */
export const language = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in words) ?? "en";

/** The texts of the page. */
export const text = words[language];

/** A month, as “May 2026”. */
export const month = new Intl.DateTimeFormat(language, { month: "long", year: "numeric" });

/** A day with its time. */
export const day = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" });

/** A number of bytes, as “3.4 MB”. */
export function size(byteCount) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, byteCount)) / 3));
  const format = new Intl.NumberFormat(language, {
    style: "unit", unit: units[step], maximumFractionDigits: step > 1 ? 1 : 0,
  });
  return format.format(byteCount / 1000 ** step);
}
