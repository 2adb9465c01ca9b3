// SPDX-License-Identifier: Apache-2.0

import { makeDialog, shown } from "./dialog.js";
import { DialogForm } from "./dialogform.js";
import { element } from "./elements.js";
import "./morewords.js";
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
  const title = titleField(album?.title ?? "");
  const readers = readersField(album?.visibility ?? visibilities[0]);
  const note = element("p", "note", album ? text.albums.stays : "");
  const form = new DialogForm("", [title.label, readers, note], action, reasonOf);
  dialog.append(form.element);
  about?.then((words) => { note.textContent = `${text.albums.stays} ${words}`; }).catch(() => {});
  let result = null;
  form.cancelled = () => dialog.close();
  form.submit = async () => {
    const values = { title: title.input.value.trim(), visibility: new FormData(form.element).get("visibility") };
    try {
      if (values.title === "") throw new RangeError(text.albums.titleMissing);
      result = await submit(values);
    } catch (error) {
      throw Object.assign(error, { field: title.input });
    }
    dialog.close();
  };
  const closed = shown(dialog);
  title.input.focus();
  title.input.select();
  await closed;
  return result;
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
  field.append(element("legend", "", text.albums.readers));
  for (const name of visibilities) {
    const [label, input, words] = [element("label", "reader"), document.createElement("input"), element("span", "")];
    Object.assign(input, { type: "radio", name: "visibility", value: name, checked: name === chosen });
    words.append(element("strong", "", text.actions[name]), element("span", "", text.albums.reader[name]));
    label.append(input, words);
    field.append(label);
  }
  return field;
}
