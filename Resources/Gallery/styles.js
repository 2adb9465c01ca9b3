// SPDX-License-Identifier: Apache-2.0

/** Reads a style sheet of what is not on every page, once. */
export function readStyles(name) {
  const href = `${document.documentElement.dataset.assets}/${name}`;
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href });
  return new Promise((done) => {
    // Without its looks a dialog is still a dialog.
    link.addEventListener("load", done);
    link.addEventListener("error", done);
    document.head.append(link);
  });
}
