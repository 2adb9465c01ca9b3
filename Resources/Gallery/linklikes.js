// SPDX-License-Identifier: Apache-2.0

import { makeDialog, shown } from "./dialog.js";
import { button, element, written } from "./elements.js";
import "./morewords.js";
import { thumb } from "./photos.js";
import { readLikes } from "./shareservice.js";
import { reasonOf } from "./sharereasons.js";
import { shortDate, text } from "./words.js";

/** How many likes are listed, the newest. */
const listedCount = 200;

/** Shows its owner what those who have a link like, the newest first. */
export async function showLikes(link) {
  const dialog = makeDialog("likes-dialog", text.sharing.likesHeading);
  const [list, note] = [element("ul", "guest-likes"), element("p", "note", text.sharing.likesHint)];
  const [buttons, close] = [element("div", "buttons"), button("", text.close)];
  close.addEventListener("click", () => dialog.close());
  buttons.append(close);
  dialog.append(note, list, buttons);
  readLikes(link.id, listedCount).then(({ items }) => {
    list.replaceChildren(...items.map(makeRow));
    if (items.length < link.likeCount) note.textContent += ` ${text.sharing.likesSome(items.length)}`;
  }).catch((error) => { note.textContent = reasonOf(error); });
  await shown(dialog);
}

function makeRow({ photo, name, likedAt }) {
  const [row, cover, image] = [element("li", ""), element("a", ""), element("img", "")];
  [cover.href, image.src, image.alt, image.loading] = [`/photos/${photo}`, thumb({ id: photo }), text.sharing.likedPhoto, "lazy"];
  // Where there are no smaller pictures, the name is what is told.
  image.addEventListener("error", () => image.remove());
  cover.append(image, written("span", "", name));
  row.append(cover, element("span", "note", shortDate.format(new Date(likedAt))));
  return row;
}
