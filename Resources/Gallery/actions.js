// SPDX-License-Identifier: Apache-2.0

import "./morewords.js";
import { ask, largestCount } from "./photos.js";
import { text } from "./words.js";

/** How many photos are erased at the same time. */
const atOnce = 4;

/**
 * Changes photos, and gives for each what has become of it, in their order.
 *
 * @param {string[]} ids The photos.
 * @param {object} change What is changed, as `{visibility: "public"}`.
 * @returns {Promise<{id: string, status: number, photo?: object, problem?: object}[]>}
 */
export function change(ids, change) { return sendBatches(ids, { change }); }

/** What the service knows of photos by id, without those that the reader may not see. */
export async function readPhotos(ids) { return (await sendBatches(ids)).map(({ photo }) => photo).filter(Boolean); }

async function sendBatches(ids, fields = {}) {
  const items = [];
  for (let first = 0; first < ids.length; first += largestCount) {
    const batch = { ids: ids.slice(first, first + largestCount), ...fields };
    items.push(...(await send("/v1/photos/batch", "POST", batch)).items);
  }
  return items;
}

/** Erases photos from the trash, and gives for each what has become of it, as ``change`` does. */
export async function erase(ids) {
  const items = ids.map((id) => ({ id }));
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) Object.assign(item, await eraseOne(item.id));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return items;
}

/** Likes a photo, or no longer, and gives it as it is then. */
export function like(id, isFavourite) {
  return ask(`/v1/photos/${encodeURIComponent(id)}/favourite`, { method: isFavourite ? "PUT" : "DELETE" });
}

/** Changes a photo as long as nobody else has, and gives it as it is then. */
export function edit(photo, revision, change) {
  return send(`/v1/photos/${encodeURIComponent(photo.id)}`, "PATCH", change, {
    "If-Match": `"r${revision}"`,
  });
}

/** A photo with what it says of itself, for its owner. */
export function annotated(id) { return ask(`/v1/photos/${encodeURIComponent(id)}?annotations`); }

/** `true` if what was wanted has happened to a photo. */
export function hasHappened(item) { return item.status < 300; }

/**
 * What has happened, in words.
 *
 * @param {{status: number, problem?: object}[]} items What has become of each photo.
 * @param {(count: number) => string} done Says what has happened to so many.
 * @param {object} refusals Says by reason what has not, where that is not as ``text.refusals`` has it.
 */
export function report(items, done, refusals = {}) {
  const count = items.filter(hasHappened).length;
  const sentences = count > 0 ? [done(count)] : [];
  const refused = Map.groupBy(items.filter((item) => !hasHappened(item)), reasonOf);
  for (const [reason, { length }] of refused) sentences.push(sentence(refusals, reason, length, items.length));
  return sentences.join(" ");
}

async function eraseOne(id) {
  try {
    await ask(`/v1/me/trash/${encodeURIComponent(id)}`, { method: "DELETE" });
    return { status: 204 };
  } catch (error) {
    if (error.status === undefined) throw error;
    return { status: error.status, problem: error.problem };
  }
}

/** Why a photo was left as it is: what it is to the reader, or else what the service says. */
function reasonOf(item) { return { 403: "notOwn", 404: "notThere", 410: "notThere" }[item.status] ?? detail(item); }

function sentence(refusals, reason, count, all) {
  const words = { ...text.refusals, ...refusals };
  return words[reason]?.(count, all) ?? words.other(count, all, reason);
}

function detail({ problem, status }) { return problem?.detail ?? problem?.title ?? `HTTP ${status}`; }

/** Sends a value as JSON to the service, and gives that of its response. */
export function send(path, method, value, fields = {}) {
  const headers = { Accept: "application/json", "Content-Type": "application/json", ...fields };
  return ask(path, { method, body: JSON.stringify(value), headers });
}
