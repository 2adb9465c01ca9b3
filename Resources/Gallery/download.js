// SPDX-License-Identifier: Apache-2.0

import { send } from "./actions.js";
import "./morewords.js";
import { original } from "./photos.js";
import { size, text } from "./words.js";

const words = text.download;

/**
 * Has the browser download photos: one as it is, more in an archive.
 *
 * @param {string[]} ids The photos.
 * @param {(id: string) => ?object} photoOf What is known of a photo.
 * @param {import("./notice.js").Notice} notice Where it says what is downloaded, or why nothing is.
 */
export async function downloadPhotos(ids, photoOf, notice) {
  const photo = ids.length === 1 ? photoOf(ids[0]) : undefined;
  if (!photo) return downloadArchive({ photos: ids }, notice);
  save(original(photo), "");
  notice.show(words.begun(1, size(photo.byteCount)));
}

/** Has the browser download all photos of an album in an archive. */
export function downloadAlbum(id, notice) { return downloadArchive({ album: id }, notice); }

async function downloadArchive(contents, notice) {
  try {
    const { url, fileName, photoCount, byteCount } = await send("/v1/archives", "POST", contents);
    save(url, fileName);
    notice.show(words.begun(photoCount, size(byteCount)));
  } catch (error) {
    notice.show(reasonOf(error));
  }
}

/** Downloads as a click on a link does, so that the browser goes on by itself where the connection breaks. */
function save(address, name) {
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
}

/** Why nothing is downloaded, in words. */
function reasonOf(error) {
  if (error.status === undefined) return text.sharing.unreachable;
  return words.refusals[error.status] ?? error.message;
}
