// SPDX-License-Identifier: Apache-2.0

import { send } from "./actions.js";
import { ask, contents } from "./photos.js";

/** How many photos or albums are read at once where all are wanted. */
const largestCount = 500;

function path(...parts) { return ["/v1/albums", ...parts.map(encodeURIComponent)].join("/"); }

/**
 * Reads an album, and the tag of what it is now.
 *
 * @param {?string} tag The tag of what is known of it.
 * @returns {Promise<?{album: object, tag: ?string}>} `null` where it is still as it is known.
 */
export async function readAlbum(id, tag = null) {
  const headers = { Accept: "application/json", ...(tag && { "If-None-Match": tag }) };
  const response = await fetch(path(id), { headers });
  if (response.status === 304) return null;
  return { album: await contents(response), tag: response.headers.get("ETag") };
}

/** Reads a page of albums: of the account's own, and those that it adds to, or of all. */
export function readAlbums(isOwn, after, limit) {
  const query = new URLSearchParams({ limit });
  if (after) query.set("after", after);
  return ask(`${isOwn ? "/v1/me/albums" : "/v1/albums"}?${query}`);
}

/** Reads all albums that the account owns or adds to, the newest first. */
export async function readOwnAlbums() { return readAll((after) => readAlbums(true, after, largestCount)); }

/** Reads all photos of an album that the reader may see. */
export function readAlbumPhotos(id) {
  return readAll((after) => {
    const query = new URLSearchParams({ limit: largestCount, ...(after && { after }) });
    return ask(`${path(id, "photos")}?${query}`);
  });
}

/** Makes an album of a title and a visibility, and gives it. */
export function makeAlbum(draft) { return send("/v1/albums", "POST", JSON.stringify(draft)); }

/** Changes title, visibility or cover of an album, and gives it as it is then. */
export function editAlbum(id, change) { return send(path(id), "PATCH", JSON.stringify(change)); }

/** Deletes an album; its photos stay. */
export function deleteAlbum(id) { return remove(path(id)); }

/** Puts a photo of an album before another one, at the end where that is `null`, and gives the album as it is then. */
export function placePhoto(id, photo, before) {
  return send(path(id, "photos", photo), "PUT", JSON.stringify({ before }));
}

/** Lets an account add to an album, and gives the album as it is then. */
export function addContributor(id, name) {
  return ask(path(id, "contributors", name), { method: "PUT" });
}

/** Lets an account add to an album no longer. */
export function removeContributor(id, name) { return remove(path(id, "contributors", name)); }

/** What the service knows of photos by id, without those that the reader may not see. */
export async function readPhotos(ids) {
  if (ids.length === 0) return [];
  const { items } = await send("/v1/photos/batch", "POST", JSON.stringify({ ids }));
  return items.map(({ photo }) => photo).filter(Boolean);
}

async function remove(path) { await ask(path, { method: "DELETE" }); }

async function readAll(read) {
  const items = [];
  let next = null;
  do {
    const page = await read(next);
    items.push(...page.items);
    next = page.next ?? null;
  } while (next !== null);
  return items;
}
