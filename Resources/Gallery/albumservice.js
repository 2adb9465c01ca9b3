// SPDX-License-Identifier: Apache-2.0

import { send } from "./actions.js";
import { ask, contents, largestCount, pageAddress, readPages } from "./photos.js";
import { request } from "./session.js";

function path(...parts) { return ["/v1/albums", ...parts.map(encodeURIComponent)].join("/"); }

/**
 * Reads an album, and the tag of what it is now.
 *
 * @param {?string} tag The tag of what is known of it.
 * @returns {Promise<?{album: object, tag: ?string}>} `null` where it is still as it is known.
 */
export async function readAlbum(id, tag = null) {
  const headers = { Accept: "application/json", ...(tag && { "If-None-Match": tag }) };
  const response = await request(path(id), { headers });
  if (response.status === 304) return null;
  return { album: await contents(response), tag: response.headers.get("ETag") };
}

/** Reads a page of albums: of the account's own, and those that it adds to, or of all. */
export function readAlbums(isOwn, after, limit) {
  return ask(pageAddress(isOwn ? "/v1/me/albums" : "/v1/albums", after, limit));
}

/** Reads all albums that the account owns or adds to, the newest first. */
export async function readOwnAlbums() {
  return (await readPages((after) => readAlbums(true, after, largestCount))).items;
}

/** Counts the photos of an album, and those of them that are private. */
export async function countPhotos(id) {
  const { items } = await readPages((after) => ask(pageAddress(path(id, "photos"), after, largestCount)));
  return { all: items.length, hidden: items.filter(({ visibility }) => visibility === "private").length };
}

/** Makes an album of a title and a visibility, and gives it. */
export function makeAlbum(draft) { return send("/v1/albums", "POST", draft); }

/** Changes title, visibility or cover of an album, and gives it as it is then. */
export function editAlbum(id, change) { return send(path(id), "PATCH", change); }

/** Deletes an album; its photos stay. */
export function deleteAlbum(id) { return remove(path(id)); }

/** Puts a photo of an album before another one, at the end where that is `null`, and gives the album as it is then. */
export function placePhoto(id, photo, before) {
  return send(path(id, "photos", photo), "PUT", { before });
}

/** Lets an account add to an album, and gives the album as it is then. */
export function addContributor(id, name) {
  return ask(path(id, "contributors", name), { method: "PUT" });
}

/** Lets an account add to an album no longer. */
export function removeContributor(id, name) { return remove(path(id, "contributors", name)); }

async function remove(path) { await ask(path, { method: "DELETE" }); }
