// SPDX-License-Identifier: Apache-2.0

import { element } from "./elements.js";
import "./morewords.js";
import { readStyles } from "./styles.js";
import { Views } from "./views.js";
import { text } from "./words.js";

/** What shows photos that look alike, once it was read. */
let pages = null;

/** Offers above one's own photos to show those that look alike. */
export function offerDuplicates({ main, views, choose }) {
  if (views.name !== "mine" || main.querySelector(".to-duplicates")) return;
  const link = element("a", "to-duplicates", text.duplicates.title);
  link.href = Views.address("duplicates");
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pages?.begin();
    choose("duplicates");
  });
  main.prepend(link);
}

/** Shows photos that look alike in the gallery's view of them. What that takes is read when it is first needed. */
export async function showDuplicates(gallery) {
  const [{ Duplicates }] = await Promise.all([
    import("./duplicates.js"), readStyles("duplicates.css"), gallery.readSelecting(),
  ]);
  pages ??= new Duplicates(gallery);
  await pages.show();
}
