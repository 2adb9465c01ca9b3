// SPDX-License-Identifier: Apache-2.0

import { readStyles } from "./styles.js";

/** Has its owner share an album. What that takes is read when it is first needed. */
export async function shareAlbum(album) { await (await readSharing()).shareAlbum(album); }

/** Has its owner share a photo. */
export async function sharePhoto(photo) { await (await readSharing()).sharePhoto(photo); }

/** Shows all links of the account in the gallery's view of them. */
export async function showLinks(gallery) {
  const [{ LinkList }] = await Promise.all([import("./linklist.js"), ...readLooks()]);
  await new LinkList(gallery).show();
}

async function readSharing() {
  const [sharing] = await Promise.all([import("./share.js"), ...readLooks()]);
  return sharing;
}

function readLooks() { return [readStyles("albums.css"), readStyles("share.css")]; }
