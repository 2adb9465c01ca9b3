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
    viewsLabel: "Views",
    views: { photos: "Photos", mine: "Mine", albums: "Albums", likes: "Likes", trash: "Trash" },
    empties: {
      mine: "You have no photos yet. Those that you upload are here, whoever may see them.",
      likes: "You have not liked a photo yet. The heart on a photo does.",
      trash: "Trash is empty.",
      signedOut: "Sign in to see what is yours.",
    },
    until: (date) => `Can be restored until ${date}`,
    selection: "Selection",
    select: (photo) => `Select: ${photo}`,
    selected: (count) => `${count} selected`,
    clear: "Clear the selection",
    actions: {
      private: "Private", unlisted: "Unlisted", public: "Public", like: "Like", unlike: "Unlike", delete: "Delete",
      restore: "Restore", erase: "Erase now",
    },
    done: {
      private: (count) => (count === 1 ? "1 photo is private now." : `${count} photos are private now.`),
      unlisted: (count) => (count === 1 ? "1 photo is unlisted now." : `${count} photos are unlisted now.`),
      public: (count) => (count === 1 ? "1 photo is public now." : `${count} photos are public now.`),
      like: (count) => (count === 1 ? "You like 1 photo." : `You like ${count} photos.`),
      unlike: (count) => (count === 1 ? "You no longer like 1 photo." : `You no longer like ${count} photos.`),
      delete: (count) => (count === 1 ? "1 photo is in the trash." : `${count} photos are in the trash.`),
      restore: (count) => (count === 1 ? "1 photo is back." : `${count} photos are back.`),
      erase: (count) => (count === 1 ? "1 photo is erased." : `${count} photos are erased.`),
    },
    refusals: {
      notOwn: (count, all) => (count === 1
        ? `1 of ${all} is not yours and stayed as it is.`
        : `${count} of ${all} are not yours and stayed as they are.`),
      notThere: (count, all) => `${count} of ${all} ${count === 1 ? "is" : "are"} not there any more.`,
      other: (count, all, why) => `${count} of ${all} stayed as ${count === 1 ? "it is" : "they are"}: ${why}`,
    },
    undo: "Undo",
    quotes: ["“", "”"],
    albums: {
      own: "Your albums",
      others: "Albums of others",
      public: "Public albums",
      create: "New album",
      none: "No albums yet. An album gathers photos under a title.",
      nonePublic: "No public albums yet.",
      gone: "This album is not here, or not for you.",
      all: "All albums",
      empty: "No photos in this album yet.",
      count: (count) => (count === 0 ? "No photos" : count === 1 ? "1 photo" : `${count} photos`),
      by: (owner) => `by ${owner}`,
      with: (names) => `with ${names}`,
      addPhotos: "Add photos",
      edit: "Edit",
      editHeading: "Edit album",
      people: "People",
      delete: "Delete",
      leave: "Leave",
      title: "Title",
      titleMissing: "An album needs a title.",
      readers: "Who sees it",
      reader: {
        private: "Only you, and those who add to it", unlisted: "Whoever has its address", public: "Everybody",
      },
      stays: "This changes none of its photos: each is seen by those who may see it anyway.",
      hidden: (hidden, count) => (hidden === 0 ? (count === 0 ? "" : "Strangers may see all its photos.")
        : hidden === 1 ? `1 of ${count} photos is private, and strangers do not see it here.`
          : `${hidden} of ${count} photos are private, and strangers do not see them here.`),
      make: "Make album",
      deleteQuestion: (title) => `Delete ${title}?`,
      deleteWarning: "The album is gone for good. Its photos stay.",
      deleteAction: "Delete album",
      deleted: (title) => `${title} is deleted. Its photos stay.`,
      leaveQuestion: (title) => `Leave ${title}?`,
      leaveWarning: "You can add to it no longer. What you have added stays in it.",
      left: (title) => `You have left ${title}.`,
      peopleHint: "They see the album and add their own photos. It opens no private photo to them.",
      alone: "Nobody else adds to this album.",
      person: "Name of the account",
      addPerson: "Add",
      removePerson: (name) => `Remove ${name}`,
      nobody: (name) => `There is no account ${name}.`,
      toAlbum: "Add to album",
      addHow: (count) => (count === 1 ? "Add 1 photo to" : `Add ${count} photos to`),
      find: "Find an album",
      noneFound: "No album has such a title.",
      added: (count, title) => (count === 1 ? `1 photo is in ${title} now.` : `${count} photos are in ${title} now.`),
      remove: ["Remove from album", "Remove"],
      removed: (count) => (count === 1 ? "1 photo is out of the album." : `${count} photos are out of the album.`),
      back: (count) => (count === 1 ? "1 photo is back in the album." : `${count} photos are back in the album.`),
      cover: ["Use as cover", "Cover"],
      covered: "This photo is the cover now.",
      earlier: "Move earlier",
      later: "Move later",
      moved: (place, count) => `The photo is at place ${place} of ${count}.`,
      choose: (title) => `Choose photos for ${title}`,
      pick: (count, title) => (count > 0 ? `Add ${count} to ${title}` : `Add to ${title}`),
      destination: (title) => `They are added to ${title}.`,
      refusals: {
        add: { notOwn: (count, all) => `${count} of ${all} ${count === 1 ? "is" : "are"} not yours and ${
          count === 1 ? "was" : "were"} not added.` },
        remove: { notOwn: (count, all) => `${count} of ${all} ${count === 1 ? "is" : "are"} not yours and stayed.` },
      },
    },
    cancel: "Cancel",
    eraseQuestion: (count) => (count === 1 ? "Erase 1 photo?" : `Erase ${count} photos?`),
    eraseWarning: "Nobody can bring back what is erased. This cannot be undone.",
    info: "Info",
    facts: {
      caption: "Caption", owner: "Owner", taken: "Taken", uploaded: "Uploaded", dimensions: "Dimensions", size: "Size",
      type: "Type", fileName: "File name", visibility: "Visibility", camera: "Camera", lens: "Lens", place: "Place",
      digest: "Digest",
    },
    visibilities: { private: "Private: only you", unlisted: "Unlisted: whoever has its address", public: "Public: everybody" },
    captionHint: "What is on this photo?",
    save: "Save",
    discard: "Discard",
    saved: "Saved.",
    changedElsewhere: (caption) =>
      `This photo was changed elsewhere. Its caption is now: “${caption}”. Save again to replace it.`,
    north: "N", south: "S", east: "E", west: "W",
    close: "Close",
    before: "Photo before",
    after: "Photo after",
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
      readers: {
        private: "Only you see them.", unlisted: "Whoever has the address sees them.", public: "Everybody sees them.",
      },
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
    viewsLabel: "Ansichten",
    views: { photos: "Fotos", mine: "Meine", albums: "Alben", likes: "Herzen", trash: "Papierkorb" },
    empties: {
      mine: "Sie haben noch keine Fotos. Was Sie hochladen, ist hier, wer auch immer es sehen darf.",
      likes: "Sie haben noch keinem Foto ein Herz gegeben. Das Herz auf einem Foto tut es.",
      trash: "Der Papierkorb ist leer.",
      signedOut: "Melden Sie sich an, um zu sehen, was Ihnen gehört.",
    },
    until: (date) => `Wiederherstellbar bis ${date}`,
    selection: "Auswahl",
    select: (photo) => `Auswählen: ${photo}`,
    selected: (count) => `${count} ausgewählt`,
    clear: "Auswahl aufheben",
    actions: {
      private: "Privat", unlisted: "Nicht gelistet", public: "Öffentlich", like: "Herz geben", unlike: "Herz nehmen",
      delete: "Löschen", restore: "Wiederherstellen", erase: "Endgültig löschen",
    },
    done: {
      private: (count) => (count === 1 ? "1 Foto ist jetzt privat." : `${count} Fotos sind jetzt privat.`),
      unlisted: (count) => (count === 1 ? "1 Foto ist jetzt nicht gelistet." : `${count} Fotos sind jetzt nicht gelistet.`),
      public: (count) => (count === 1 ? "1 Foto ist jetzt öffentlich." : `${count} Fotos sind jetzt öffentlich.`),
      like: (count) => (count === 1 ? "1 Foto hat Ihr Herz." : `${count} Fotos haben Ihr Herz.`),
      unlike: (count) => (count === 1 ? "1 Foto hat Ihr Herz nicht mehr." : `${count} Fotos haben Ihr Herz nicht mehr.`),
      delete: (count) => (count === 1 ? "1 Foto ist im Papierkorb." : `${count} Fotos sind im Papierkorb.`),
      restore: (count) => (count === 1 ? "1 Foto ist wieder da." : `${count} Fotos sind wieder da.`),
      erase: (count) => (count === 1 ? "1 Foto ist endgültig gelöscht." : `${count} Fotos sind endgültig gelöscht.`),
    },
    refusals: {
      notOwn: (count, all) => (count === 1
        ? `1 von ${all} gehört Ihnen nicht und blieb, wie es ist.`
        : `${count} von ${all} gehören Ihnen nicht und blieben, wie sie sind.`),
      notThere: (count, all) => `${count} von ${all} ${count === 1 ? "ist" : "sind"} nicht mehr da.`,
      other: (count, all, why) => `${count} von ${all} ${count === 1 ? "blieb, wie es ist" : "blieben, wie sie sind"}: ${why}`,
    },
    undo: "Rückgängig",
    quotes: ["„", "“"],
    albums: {
      own: "Ihre Alben",
      others: "Alben von anderen",
      public: "Öffentliche Alben",
      create: "Neues Album",
      none: "Noch keine Alben. Ein Album versammelt Fotos unter einem Titel.",
      nonePublic: "Noch keine öffentlichen Alben.",
      gone: "Dieses Album ist nicht hier, oder nicht für Sie.",
      all: "Alle Alben",
      empty: "Noch keine Fotos in diesem Album.",
      count: (count) => (count === 0 ? "Keine Fotos" : count === 1 ? "1 Foto" : `${count} Fotos`),
      by: (owner) => `von ${owner}`,
      with: (names) => `mit ${names}`,
      addPhotos: "Hinzufügen",
      edit: "Bearbeiten",
      editHeading: "Album bearbeiten",
      people: "Personen",
      delete: "Löschen",
      leave: "Verlassen",
      title: "Titel",
      titleMissing: "Ein Album braucht einen Titel.",
      readers: "Wer es sieht",
      reader: {
        private: "Nur Sie, und wer etwas hinzufügen darf", unlisted: "Wer die Adresse hat", public: "Alle",
      },
      stays: "Das ändert keines der Fotos: Jedes sieht, wer es ohnehin sehen darf.",
      hidden: (hidden, count) => (hidden === 0 ? (count === 0 ? "" : "Fremde dürfen alle Fotos darin sehen.")
        : hidden === 1 ? `1 von ${count} Fotos ist privat; Fremde sehen es hier nicht.`
          : `${hidden} von ${count} Fotos sind privat; Fremde sehen sie hier nicht.`),
      make: "Album anlegen",
      deleteQuestion: (title) => `${title} löschen?`,
      deleteWarning: "Das Album ist dann endgültig weg. Seine Fotos bleiben.",
      deleteAction: "Album löschen",
      deleted: (title) => `${title} ist gelöscht. Die Fotos bleiben.`,
      leaveQuestion: (title) => `${title} verlassen?`,
      leaveWarning: "Sie können dann nichts mehr hinzufügen. Was Sie hinzugefügt haben, bleibt darin.",
      left: (title) => `Sie haben ${title} verlassen.`,
      peopleHint: "Sie sehen das Album und fügen eigene Fotos hinzu. Private Fotos öffnet es ihnen nicht.",
      alone: "Niemand sonst fügt diesem Album etwas hinzu.",
      person: "Name des Kontos",
      addPerson: "Hinzufügen",
      removePerson: (name) => `${name} entfernen`,
      nobody: (name) => `Es gibt kein Konto ${name}.`,
      toAlbum: "Zum Album",
      addHow: (count) => (count === 1 ? "1 Foto hinzufügen zu" : `${count} Fotos hinzufügen zu`),
      find: "Album suchen",
      noneFound: "Kein Album hat einen solchen Titel.",
      added: (count, title) => (count === 1 ? `1 Foto ist jetzt in ${title}.` : `${count} Fotos sind jetzt in ${title}.`),
      remove: ["Aus Album nehmen", "Entfernen"],
      removed: (count) => (count === 1 ? "1 Foto ist nicht mehr im Album." : `${count} Fotos sind nicht mehr im Album.`),
      back: (count) => (count === 1 ? "1 Foto ist wieder im Album." : `${count} Fotos sind wieder im Album.`),
      cover: ["Als Titelbild", "Titelbild"],
      covered: "Dieses Foto ist jetzt das Titelbild.",
      earlier: "Nach vorn",
      later: "Nach hinten",
      moved: (place, count) => `Das Foto ist an Stelle ${place} von ${count}.`,
      choose: (title) => `Fotos für ${title} auswählen`,
      pick: (count, title) => (count > 0 ? `${count} zu ${title} hinzufügen` : `Zu ${title} hinzufügen`),
      destination: (title) => `Sie kommen in ${title}.`,
      refusals: {
        add: { notOwn: (count, all) => `${count} von ${all} ${
          count === 1 ? "gehört Ihnen nicht und wurde" : "gehören Ihnen nicht und wurden"} nicht hinzugefügt.` },
        remove: { notOwn: (count, all) => `${count} von ${all} ${
          count === 1 ? "gehört Ihnen nicht und blieb" : "gehören Ihnen nicht und blieben"}.` },
      },
    },
    cancel: "Abbrechen",
    eraseQuestion: (count) => (count === 1 ? "1 Foto endgültig löschen?" : `${count} Fotos endgültig löschen?`),
    eraseWarning: "Was endgültig gelöscht ist, kann niemand zurückholen. Das lässt sich nicht rückgängig machen.",
    info: "Angaben",
    facts: {
      caption: "Bildunterschrift", owner: "Von", taken: "Aufgenommen", uploaded: "Hochgeladen", dimensions: "Maße",
      size: "Größe", type: "Format", fileName: "Dateiname", visibility: "Sichtbarkeit", camera: "Kamera",
      lens: "Objektiv", place: "Ort", digest: "Prüfsumme",
    },
    visibilities: { private: "Privat: nur Sie", unlisted: "Nicht gelistet: wer die Adresse hat", public: "Öffentlich: alle" },
    captionHint: "Was ist auf diesem Foto?",
    save: "Speichern",
    discard: "Verwerfen",
    saved: "Gespeichert.",
    changedElsewhere: (caption) =>
      `Dieses Foto wurde anderswo geändert. Jetzt steht da: „${caption}“. Noch einmal speichern ersetzt das.`,
    north: "N", south: "S", east: "O", west: "W",
    close: "Schließen",
    before: "Foto davor",
    after: "Foto danach",
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
      choose: "Auswählen",
      hint: "Oder Fotos und Ordner irgendwo auf der Seite ablegen, oder ein Bild einfügen.",
      readers: { private: "Nur Sie sehen sie.", unlisted: "Wer die Adresse hat, sieht sie.", public: "Alle sehen sie." },
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

/** Names in a list, as “ada, bob and eve”. */
export const names = new Intl.ListFormat(language, { type: "conjunction" });

/** What somebody has written, for a place within a sentence: in quotes, whichever way its own letters run. */
export function quoted(words) { return text.quotes[0] + "\u2068" + words + "\u2069" + text.quotes[1]; }

/** A month, as “May 2026”. */
export const month = new Intl.DateTimeFormat(language, { month: "long", year: "numeric" });

/** A day, as “6 December 2026”. */
export const date = new Intl.DateTimeFormat(language, { dateStyle: "long" });

/** Degrees of a place, to ten metres. */
export const degrees = new Intl.NumberFormat(language, { minimumFractionDigits: 4, maximumFractionDigits: 4 });

/** A height above the sea. */
export const metres = new Intl.NumberFormat(language, { style: "unit", unit: "meter", maximumFractionDigits: 0 });

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
