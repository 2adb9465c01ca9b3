// SPDX-License-Identifier: Apache-2.0

import { send } from "./actions.js";
import { ask, largestCount, pageAddress, readPages } from "./photos.js";

/**
 * Reads the account's links that have not expired, the newest first.
 *
 * @param {object} target What they lead to, as `{album: id}` or `{photo: id}`; all where it is empty.
 */
export async function readLinks(target = {}) {
  return (await readPages((after) => ask(pageAddress("/v1/links", after, largestCount, target)))).items;
}

/** Makes a link, and gives it with its address, which is told this once. */
export function makeLink(draft) { return send("/v1/links", "POST", draft); }

/** Changes the rules of a link, and gives it as it is then. */
export function editLink(id, change) { return send(path(id), "PATCH", change); }

/** Reads what those who have a link like, the newest first, and no more than so many. */
export function readLikes(id, count) { return ask(pageAddress(`${path(id)}/likes`, null, count)); }

function path(id) { return `/v1/links/${encodeURIComponent(id)}`; }
