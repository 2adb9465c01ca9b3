// SPDX-License-Identifier: Apache-2.0

import { readStyles } from "./styles.js";

/** Has its owner share an album. What that takes is read when it is first needed. */
export async function shareAlbum(album) { await (await readSharing()).shareAlbum(album); }

/** Has its owner share a photo. */
export async function sharePhoto(photo) { await (await readSharing()).sharePhoto(photo); }

async function readSharing() {
  const [sharing] = await Promise.all([import("./share.js"), readStyles("albums.css"), readStyles("share.css")]);
  return sharing;
}
