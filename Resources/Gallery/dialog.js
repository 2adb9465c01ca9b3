// SPDX-License-Identifier: Apache-2.0

import { element } from "./elements.js";

/** Makes a dialog with a heading. It is in the document until it is closed. */
export function makeDialog(className, heading) {
  const dialog = element("dialog", `dialog ${className}`);
  const title = element("h2", "", heading);
  title.id = `${className}-title`;
  dialog.setAttribute("aria-labelledby", title.id);
  dialog.append(title);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  return dialog;
}

/** Shows a dialog, and gives the value with which it is closed. */
export function shown(dialog) {
  dialog.showModal();
  return new Promise((done) => { dialog.addEventListener("close", () => done(dialog.returnValue)); });
}
