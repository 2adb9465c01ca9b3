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
    views: { photos: "Photos", mine: "Mine", albums: "Albums", links: "Shared", likes: "Likes", trash: "Trash" },
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
    shared: {
      until: (date) => `until ${date}`,
      download: (dimensions) => `Download, ${dimensions}`,
      gone: "This link does not work any more. Whoever sent it to you can make another one.",
      locked: "These photos have a password",
      lockedHint: "Whoever sent you the link knows it.",
      password: "Password",
      open: "Open",
      wrong: "That is not the password.",
      wait: (duration) => `Those were too many passwords. Try again in ${duration}.`,
      empty: "No photos here yet.",
    },
    sharing: {
      action: "Share",
      album: (title) => `Share ${title}`,
      photo: "Share this photo",
      sees: {
        album: (count, hidden, isLocked) => {
          const all = count === 1 ? "1 photo of this album" : `${count} photos of this album`;
          const some = hidden === count ? ", all of them private," : `, ${hidden} of them private,`;
          const photos = count === 0 ? "this album, which has no photos yet,"
            : hidden === 0 ? all : all + (count === 1 ? ", which is private," : some);
          return `Whoever has this link${isLocked ? " and the password" : ""} sees ${photos} and what is added later.`;
        },
        photo: (isHidden, isLocked) => `Whoever has this link${isLocked ? " and the password" : ""} sees this photo${
          isHidden ? ", which is private" : ""}.`,
      },
      bare: "They see no places, no camera serial numbers and no file names.",
      named: "They see the names of files.",
      namedFully: "They see the names of files, and places and camera serial numbers are in what they download.",
      looks: "They cannot download originals.",
      downloadsCopies: "They can download the photos in full size, without these details.",
      downloads: "They can download originals.",
      worksUntil: (date) => `It works until ${date}.`,
      period: "How long it works",
      periods: { week: "7 days", month: "30 days", year: "1 year", date: "Until a day" },
      lastDay: "Last day",
      lastDayWrong: "Choose a day to come, within ten years.",
      password: "Password (optional)",
      passwordHint: "Tell it in another way than the link.",
      passwordShort: "A password has four letters or more.",
      allows: "Let them download the photos",
      location: "Show places and file names",
      locationWarning: "Places can tell where somebody lives. Photos of others never tell theirs.",
      create: "Create link",
      address: "Address of the link",
      copy: "Copy",
      copied: "Copied.",
      copyByKey: "The address is selected. Copy it from there.",
      send: "Send",
      once: "This address cannot be shown again. Who loses it needs another link.",
      done: "Done",
      links: { album: "Links to this album", photo: "Links to this photo" },
      none: "There is no link yet.",
      until: (date) => `Until ${date}`,
      made: (date) => `Made ${date}`,
      opened: (count, last) => (count === 0 ? "never opened"
        : count === 1 ? `opened once, ${last}` : `opened ${count} times, last ${last}`),
      flags: { password: "Password", download: "Downloads", location: "Places and file names" },
      hidden: "Addresses of links cannot be shown again.",
      change: "Change",
      changeHeading: "Change this link",
      changed: "What you have changed counts from now on.",
      passwords: { keep: "Keep the password", none: "No password", new: "New password" },
      revoke: "Revoke",
      revokeQuestion: "Revoke this link?",
      revokeWarning: "Whoever has it sees nothing any more. This cannot be undone.",
      revoked: "The link is revoked.",
      refusals: {
        403: "Only its owner can share it.", 404: "It is not there any more.", 410: "It is not there any more.",
        507: "You have 1,000 links, and there can be no more. Revoke one first.",
      },
      unreachable: "The service does not answer. Try again when it does.",
      all: "Your links",
      allNone: "You have made no links. Share an album or a photo, and its link is here.",
      toAlbum: (title) => `Album ${title}`,
      toPhoto: (title) => `Photo ${title}`,
      untitled: "without a caption",
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
    views: { photos: "Fotos", mine: "Meine", albums: "Alben", links: "Geteilt", likes: "Herzen", trash: "Papierkorb" },
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
    shared: {
      until: (date) => `bis ${date}`,
      download: (dimensions) => `Herunterladen, ${dimensions}`,
      gone: "Dieser Link gilt nicht mehr. Wer ihn Ihnen geschickt hat, kann einen neuen machen.",
      locked: "Diese Fotos haben ein Passwort",
      lockedHint: "Wer Ihnen den Link geschickt hat, kennt es.",
      password: "Passwort",
      open: "Öffnen",
      wrong: "Das ist nicht das Passwort.",
      wait: (duration) => `Das waren zu viele Passwörter. Versuchen Sie es in ${duration} noch einmal.`,
      empty: "Hier sind noch keine Fotos.",
    },
    sharing: {
      action: "Teilen",
      album: (title) => `${title} teilen`,
      photo: "Dieses Foto teilen",
      sees: {
        album: (count, hidden, isLocked) => {
          const all = count === 1 ? "1 Foto dieses Albums" : `${count} Fotos dieses Albums`;
          const some = hidden === count ? ", die alle privat sind," : `, davon ${hidden} private,`;
          const photos = count === 0 ? "dieses Album, das noch keine Fotos hat,"
            : hidden === 0 ? all : all + (count === 1 ? ", das privat ist," : some);
          return `Wer diesen Link${isLocked ? " und das Passwort" : ""} hat, sieht ${photos} und was noch hinzukommt.`;
        },
        photo: (isHidden, isLocked) => `Wer diesen Link${isLocked ? " und das Passwort" : ""} hat, sieht dieses Foto${
          isHidden ? ", das privat ist" : ""}.`,
      },
      bare: "Orte, Seriennummern von Kameras und Dateinamen sieht niemand.",
      named: "Die Dateinamen sind zu sehen.",
      namedFully: "Die Dateinamen sind zu sehen; Orte und Seriennummern stehen in dem, was heruntergeladen wird.",
      looks: "Originale lassen sich nicht herunterladen.",
      downloadsCopies: "Die Fotos lassen sich in voller Größe herunterladen, ohne diese Angaben.",
      downloads: "Originale lassen sich herunterladen.",
      worksUntil: (date) => `Der Link gilt bis ${date}.`,
      period: "Wie lange er gilt",
      periods: { week: "7 Tage", month: "30 Tage", year: "1 Jahr", date: "Bis zu einem Tag" },
      lastDay: "Letzter Tag",
      lastDayWrong: "Wählen Sie einen Tag, der noch kommt, in den nächsten zehn Jahren.",
      password: "Passwort (nicht nötig)",
      passwordHint: "Sagen Sie es auf anderem Weg als den Link.",
      passwordShort: "Ein Passwort hat mindestens vier Zeichen.",
      allows: "Herunterladen erlauben",
      location: "Orte und Dateinamen zeigen",
      locationWarning: "Orte können verraten, wo jemand wohnt. Fotos von anderen verraten ihre nie.",
      create: "Link anlegen",
      address: "Adresse des Links",
      copy: "Kopieren",
      copied: "Kopiert.",
      copyByKey: "Die Adresse ist ausgewählt. Kopieren Sie sie von dort.",
      send: "Senden",
      once: "Diese Adresse lässt sich nicht noch einmal zeigen. Wer sie verliert, braucht einen neuen Link.",
      done: "Fertig",
      links: { album: "Links zu diesem Album", photo: "Links zu diesem Foto" },
      none: "Es gibt noch keinen Link.",
      until: (date) => `Bis ${date}`,
      made: (date) => `Angelegt am ${date}`,
      opened: (count, last) => (count === 0 ? "nie geöffnet"
        : count === 1 ? `einmal geöffnet, ${last}` : `${count}-mal geöffnet, zuletzt ${last}`),
      flags: { password: "Passwort", download: "Herunterladen", location: "Orte und Dateinamen" },
      hidden: "Adressen von Links lassen sich nicht noch einmal zeigen.",
      change: "Ändern",
      changeHeading: "Diesen Link ändern",
      changed: "Was Sie geändert haben, gilt ab jetzt.",
      passwords: { keep: "Passwort behalten", none: "Kein Passwort", new: "Neues Passwort" },
      revoke: "Widerrufen",
      revokeQuestion: "Diesen Link widerrufen?",
      revokeWarning: "Wer ihn hat, sieht dann nichts mehr. Das lässt sich nicht rückgängig machen.",
      revoked: "Der Link ist widerrufen.",
      refusals: {
        403: "Nur wem es gehört, kann es teilen.", 404: "Das ist nicht mehr da.", 410: "Das ist nicht mehr da.",
        507: "Sie haben 1.000 Links, und mehr können es nicht sein. Widerrufen Sie erst einen.",
      },
      unreachable: "Der Dienst antwortet nicht. Versuchen Sie es später noch einmal.",
      all: "Ihre Links",
      allNone: "Sie haben keine Links angelegt. Teilen Sie ein Album oder ein Foto; der Link ist dann hier.",
      toAlbum: (title) => `Album ${title}`,
      toPhoto: (title) => `Foto ${title}`,
      untitled: "ohne Bildunterschrift",
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
