// SPDX-License-Identifier: Apache-2.0

import { makeDialog, shown } from "./dialog.js";
import { button, element } from "./elements.js";
import { visibilities } from "./photos.js";
import { text } from "./words.js";

/** How long a title may be. */
const longestTitle = 200;

/**
 * Asks for the title of an album and for who sees it.
 *
 * @param {object} options
 * @param {string} options.heading What the dialog is for.
 * @param {string} options.action What the button says that does it.
 * @param {?object} options.album The album that is changed; `null` where it is a new one.
 * @param {?Promise<string>} options.about What is to be known of its photos before strangers see it.
 * @param {(values: {title: string, visibility: string}) => Promise<object>} options.submit Does it; what it throws is shown.
 * @returns {Promise<?object>} What `submit` has given; `null` where somebody has thought better of it.
 */
export async function askAlbum({ heading, action, album = null, about = null, submit }) {
  const dialog = makeDialog("album-dialog", heading);
  const form = element("form", "");
  const title = titleField(album?.title ?? "");
  const readers = readersField(album?.visibility ?? visibilities[0]);
  const [note, error] = [element("p", "note"), errorLine()];
  note.textContent = album ? text.albums.stays : "";
  const [cancel, save] = [button("", text.cancel), button("primary", action)];
  save.type = "submit";
  const buttons = element("div", "buttons");
  buttons.append(cancel, save);
  form.noValidate = true;
  form.append(title.label, readers, note, error, buttons);
  dialog.append(form);
  about?.then((words) => { note.textContent = `${text.albums.stays} ${words}`; }).catch(() => {});
  let result = null;
  cancel.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (save.disabled) return;
    save.disabled = true;
    try {
      const values = { title: title.input.value.trim(), visibility: new FormData(form).get("visibility") };
      if (values.title === "") throw new RangeError(text.albums.titleMissing);
      result = await submit(values);
      dialog.close();
    } catch (reason) {
      error.textContent = reasonOf(reason);
      title.input.focus();
    }
    save.disabled = false;
  });
  const closed = shown(dialog);
  title.input.focus();
  title.input.select();
  await closed;
  return result;
}

/** A line that says, also to whoever does not see it, why something did not happen. */
export function errorLine() {
  const line = element("p", "alarm");
  line.setAttribute("role", "alert");
  return line;
}

/** Why something did not happen: in the service's words, unless there was no response. */
export function reasonOf(error) { return error instanceof TypeError ? text.unreachable : error.message; }

function titleField(value) {
  const [label, input] = [element("label", "field"), document.createElement("input")];
  Object.assign(input, { name: "title", value, maxLength: longestTitle, autocomplete: "off", dir: "auto" });
  label.append(text.albums.title, input);
  return { label, input };
}

function readersField(chosen) {
  const field = element("fieldset", "readers");
  const legend = document.createElement("legend");
  legend.textContent = text.albums.readers;
  field.append(legend);
  for (const name of visibilities) {
    const [label, input, words] = [element("label", "reader"), document.createElement("input"), element("span", "")];
    Object.assign(input, { type: "radio", name: "visibility", value: name, checked: name === chosen });
    const [short, long] = [document.createElement("strong"), document.createElement("span")];
    [short.textContent, long.textContent] = [text.actions[name], text.albums.reader[name]];
    words.append(short, long);
    label.append(input, words);
    field.append(label);
  }
  return field;
}
