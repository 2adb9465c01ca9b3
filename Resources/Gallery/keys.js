// SPDX-License-Identifier: Apache-2.0

import { makeDialog } from "./dialog.js";
import { button, element } from "./elements.js";
import "./morewords.js";
import { readStyles } from "./styles.js";
import { text } from "./words.js";

/** Takes the key that asks which keys there are, unless somebody writes. */
export async function press({ target }) { if (!target.closest("input, textarea, select, .dialog")) await showKeys(); }

/** Says which keys do what. */
async function showKeys() {
  await Promise.all(["selecting.css", "albums.css"].map(readStyles));
  if (document.querySelector(".keys")) return;
  const dialog = makeDialog("keys", text.keys.title);
  const [list, buttons, close] = [element("dl", ""), element("div", "buttons"), button("primary", text.close)];
  for (const [key, words] of text.keys.list) {
    const name = element("dt", "");
    name.append(element("kbd", "", key));
    list.append(name, element("dd", "", words));
  }
  close.autofocus = true;
  close.addEventListener("click", () => dialog.close());
  buttons.append(close);
  dialog.append(list, buttons);
  dialog.showModal();
}
