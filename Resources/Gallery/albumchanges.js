// SPDX-License-Identifier: Apache-2.0

import { askAlbum } from "./albumdialog.js";
import { countPhotos, deleteAlbum, editAlbum, makeAlbum, removeContributor } from "./albumservice.js";
import "./morewords.js";
import { confirmed } from "./notice.js";
import { quoted, text } from "./words.js";

/** Makes an album as somebody says, and gives it; `null` where nobody does. */
export function createAlbum() {
  return askAlbum({ heading: text.albums.create, action: text.albums.make, submit: makeAlbum });
}

/** Changes title and visibility of an album as its owner says, and gives it as it is then; `null` where it stays. */
export function changeAlbum(album) {
  const submit = (values) => editAlbum(album.id, values);
  return askAlbum({ heading: text.albums.editHeading, action: text.save, album, about: hiddenWords(album), submit });
}

/** Deletes an album after a question, and says whether it did. */
export async function dropAlbum({ id, title }) {
  const { deleteQuestion, deleteWarning, deleteAction } = text.albums;
  if (!await confirmed(deleteQuestion(quoted(title)), deleteWarning, deleteAction)) return false;
  await deleteAlbum(id);
  return true;
}

/** Leaves an album to which an account adds after a question, and says whether it did. */
export async function leaveAlbum({ id, title }, account) {
  const { leaveQuestion, leaveWarning, leave } = text.albums;
  if (!await confirmed(leaveQuestion(quoted(title)), leaveWarning, leave)) return false;
  await removeContributor(id, account);
  return true;
}

/** How many photos of an album strangers do not see, in words. */
async function hiddenWords({ id }) {
  const { all, hidden } = await countPhotos(id);
  return text.albums.hidden(hidden, all);
}
