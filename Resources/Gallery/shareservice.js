// SPDX-License-Identifier: Apache-2.0

import { send } from "./actions.js";
import { ask } from "./photos.js";

/** How many links are read at once. */
const pageCount = 500;

/**
 * Reads the account's links that have not expired, the newest first.
 *
 * @param {object} target What they lead to, as `{album: id}` or `{photo: id}`; all where it is empty.
 */
export async function readLinks(target = {}) {
  const links = [];
  let after = null;
  do {
    const query = new URLSearchParams({ ...target, limit: pageCount, ...(after && { after }) });
    const page = await ask(`/v1/links?${query}`);
    links.push(...page.items);
    after = page.next ?? null;
  } while (after !== null);
  return links;
}

/** Makes a link, and gives it with its address, which is told this once. */
export function makeLink(draft) { return send("/v1/links", "POST", JSON.stringify(draft)); }

/** Changes the rules of a link, and gives it as it is then. */
export function editLink(id, change) { return send(path(id), "PATCH", JSON.stringify(change)); }

/** Revokes a link: it shows nothing any more. */
export async function revokeLink(id) { await ask(path(id), { method: "DELETE" }); }

function path(id) { return `/v1/links/${encodeURIComponent(id)}`; }
