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
    adding: {
      add: "Add",
      title: "Add photos",
      choose: "Choose photos",
      hint: "Or drop photos and folders anywhere on the page, or paste a picture.",
      visibility: "Visibility",
      private: ["Private", "Only you see them."],
      unlisted: ["Unlisted", "Whoever has the address sees them."],
      public: ["Public", "Everybody sees them."],
      drop: "Drop to add",
      progress: (done, count, percent) => `${done} of ${count} · ${percent}`,
      begun: (count) => (count === 1 ? "Adding 1 photo" : `Adding ${count} photos`),
      result: { added: (count) => `${count} added`, here: (count) => `${count} already here`,
        refused: (count) => `${count} not added`, failed: (count) => `${count} failed` },
      state: { waiting: "Waiting", added: "Added", here: "Already here", cancelled: "Cancelled" },
      why: {
        noPicture: () => "Not a picture that Woof knows: JPEG, PNG, GIF, WebP, HEIF or AVIF.",
        tooLarge: (limit) => `Too large: at most ${limit} here.`,
        unreadable: () => "It cannot be read; it may have changed or gone.",
        unreachable: () => "The service does not answer.",
        signedOut: () => "Sign in to add photos.",
      },
      pausedBy: (words) => `${words} Trying again…`,
      more: (count) => `and ${count} more`,
      cancel: (name) => `Cancel ${name}`,
      cancelAll: "Cancel all",
      retry: (name) => `Try ${name} again`,
      retryAll: "Try again",
      collapse: "Show or hide the files",
    },
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
    adding: {
      add: "Hinzufügen",
      title: "Fotos hinzufügen",
      choose: "Fotos auswählen",
      hint: "Oder Fotos und Ordner irgendwo auf der Seite ablegen, oder ein Bild einfügen.",
      visibility: "Sichtbarkeit",
      private: ["Privat", "Nur Sie sehen sie."],
      unlisted: ["Nicht gelistet", "Wer die Adresse hat, sieht sie."],
      public: ["Öffentlich", "Alle sehen sie."],
      drop: "Zum Hinzufügen ablegen",
      progress: (done, count, percent) => `${done} von ${count} · ${percent}`,
      begun: (count) => (count === 1 ? "1 Foto wird hinzugefügt" : `${count} Fotos werden hinzugefügt`),
      result: { added: (count) => `${count} hinzugefügt`, here: (count) => `${count} schon hier`,
        refused: (count) => `${count} abgelehnt`, failed: (count) => `${count} fehlgeschlagen` },
      state: { waiting: "Wartet", added: "Hinzugefügt", here: "Schon hier", cancelled: "Abgebrochen" },
      why: {
        noPicture: () => "Kein Bild, das Woof kennt: JPEG, PNG, GIF, WebP, HEIF oder AVIF.",
        tooLarge: (limit) => `Zu groß: höchstens ${limit} sind hier erlaubt.`,
        unreadable: () => "Nicht lesbar; vielleicht geändert oder gelöscht.",
        unreachable: () => "Der Dienst antwortet nicht.",
        signedOut: () => "Zum Hinzufügen bitte anmelden.",
      },
      pausedBy: (words) => `${words} Neuer Versuch …`,
      more: (count) => `und ${count} weitere`,
      cancel: (name) => `${name} abbrechen`,
      cancelAll: "Alle abbrechen",
      retry: (name) => `${name} noch einmal versuchen`,
      retryAll: "Noch einmal versuchen",
      collapse: "Dateien zeigen oder verbergen",
    },
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
