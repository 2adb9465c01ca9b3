// SPDX-License-Identifier: Apache-2.0

import { makeDialog, shown } from "./dialog.js";
import { DialogForm } from "./dialogform.js";
import { element } from "./elements.js";
import "./morewords.js";
import { duration, text } from "./words.js";

/** How many characters a name has at most. */
const longestName = 40;

/**
 * Asks for the name under which somebody likes and adds photos.
 *
 * @param {import("./sharedservice.js").SharedService} service What is told the name.
 * @returns {Promise<boolean>} Whether a name was given.
 */
export async function askName(service) {
  const dialog = makeDialog("name-dialog", text.shared.nameHeading);
  const [field, input] = [element("label", "field", text.shared.name), element("input", "")];
  Object.assign(input, { autocomplete: "name", maxLength: 2 * longestName, value: service.guest ?? "", autofocus: true });
  field.append(input, element("span", "hint", text.shared.nameHint(service.summary.owner)));
  const form = new DialogForm("name-form", [field], text.shared.nameGive, reasonOf);
  form.cancelled = () => dialog.close();
  form.submit = async () => {
    const name = input.value.trim();
    if (name === "" || [...name].length > longestName) throw wrong(input);
    await service.introduce(name).catch((error) => { throw error.status === 400 ? wrong(input) : error; });
    dialog.close("given");
  };
  dialog.append(form.element);
  return await shown(dialog) === "given";
}

function wrong(field) { return Object.assign(new RangeError(text.shared.nameWrong), { field }); }

function reasonOf(error) {
  if (error instanceof RangeError) return error.message;
  if (error.status === 429) return text.shared.namesWait(duration(error.pause));
  return error.status === undefined ? text.sharing.unreachable : text.shared.refusals[error.status] ?? error.message;
}
