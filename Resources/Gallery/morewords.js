// SPDX-License-Identifier: Apache-2.0

import { language, text } from "./words.js";

/** What reads the further texts of a language. */
const tables = {
  en: async () => (await import("./moreenglish.js")).moreEnglish,
  de: async () => (await import("./moregerman.js")).moreGerman,
};

// Whatever imports this has all texts before it begins.
Object.assign(text, await tables[language]());
