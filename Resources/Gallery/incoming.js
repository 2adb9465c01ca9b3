// SPDX-License-Identifier: Apache-2.0

/** Where photos wait that another app has sent to this one. */
const name = "woof-incoming";
/** How many are taken at once, and how many bytes they have together, at most. */
const [countLimit, sizeLimit] = [100, 500_000_000];
/** How long they wait, in milliseconds. */
const waitingTime = 24 * 3_600_000;

/** Keeps the photos of a form that another app has sent, for the page that opens next. */
export async function keepIncoming(request) {
  const form = await request.formData();
  const cache = await caches.open(name);
  const before = (await cache.keys()).length;
  let room = sizeLimit;
  const files = form.getAll("photos").filter((file) => file instanceof File && file.size > 0);
  for (const [index, file] of files.slice(0, Math.max(0, countLimit - before)).entries()) {
    room -= file.size;
    if (room < 0) return;
    const headers = {
      "Content-Type": file.type, "Woof-Name": encodeURIComponent(file.name), "Woof-Time": String(Date.now()),
    };
    await cache.put(`/incoming/${before + index}`, new Response(file, { headers }));
  }
}

/** The photos that wait. */
export async function incoming() {
  if (!await caches.has(name)) return [];
  const cache = await caches.open(name);
  const files = [];
  for (const request of await cache.keys()) {
    const response = await cache.match(request);
    const arrivedAt = Number(response.headers.get("Woof-Time"));
    if (Date.now() - arrivedAt > waitingTime) continue;
    files.push(new File([await response.blob()], decodeURIComponent(response.headers.get("Woof-Name")), {
      type: response.headers.get("Content-Type"), lastModified: arrivedAt,
    }));
  }
  if (files.length === 0) await forgetIncoming();
  return files;
}

/** Forgets them. */
export function forgetIncoming() { return caches.delete(name); }
