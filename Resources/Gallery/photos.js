// SPDX-License-Identifier: Apache-2.0

/** A request that the service has refused, in its words. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.status = status;
  }
}

/**
 * Asks the service. Where it wants to know who asks, the browser asks the person.
 *
 * @returns {Promise<any>} The JSON of the response.
 * @throws {Refusal} if it is not a success.
 * @throws {TypeError} if the service cannot be reached.
 */
export async function ask(path, options = {}) {
  const response = await fetch(path, { headers: { Accept: "application/json" }, ...options });
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, body);
  return body;
}

/** The photos that the service shows whoever asks, newest first, as far as they were read. */
export class Photos {
  /** The photos in order. */
  list = [];
  /** Called after the list or a photo in it has changed; with the photo's id where it is only that photo's likes. */
  changed = (_id) => {};

  #byID = new Map();
  #next = null;
  #isComplete = false;
  #reading = null;

  /** `true` if there are no further photos. */
  get isComplete() { return this.#isComplete; }

  /** The photo of an id, where it was read. */
  photo(id) { return this.#byID.get(id); }

  /** Reads the next page, once however many ask for it. */
  more() {
    if (this.#isComplete) return Promise.resolve();
    this.#reading ??= this.#read().finally(() => { this.#reading = null; });
    return this.#reading;
  }

  /** Reads a photo by itself, which need not be in the list. */
  async read(id) { return this.photo(id) ?? await ask(`/v1/photos/${encodeURIComponent(id)}`); }

  /** Reads everything anew, as somebody else may have signed in. */
  async reload() {
    await this.#reading?.catch(() => {});
    [this.list, this.#next, this.#isComplete] = [[], null, false];
    this.#byID.clear();
    await this.more();
  }

  /** Likes a photo, or no longer, and gives it as it is then. */
  async like(id, isFavourite) {
    const method = isFavourite ? "PUT" : "DELETE";
    const photo = await ask(`/v1/photos/${encodeURIComponent(id)}/favourite`, { method });
    this.#update(photo);
    return photo;
  }

  /** Takes a change of which the service tells. What is older than what is known changes nothing. */
  take(change) {
    if (change.deleted) return this.#remove(change.id);
    if (this.#byID.has(change.id)) return this.#update(change);
    if (change.kind !== "photo") return;
    const index = this.list.findIndex(({ createdAt }) => createdAt <= change.createdAt);
    // What is older than all that was read comes with what is read next.
    if (index < 0 && this.list.length > 0 && !this.#isComplete) return;
    this.list.splice(index < 0 ? this.list.length : index, 0, change);
    this.#byID.set(change.id, change);
    this.changed();
  }

  async #read() {
    const query = new URLSearchParams({ limit: "100" });
    if (this.#next) query.set("after", this.#next);
    const page = await ask(`/v1/photos?${query}`);
    this.#next = page.next ?? null;
    this.#isComplete = this.#next === null;
    for (const photo of page.items) {
      if (this.#byID.has(photo.id)) continue;
      this.#byID.set(photo.id, photo);
      this.list.push(photo);
    }
    this.changed();
  }

  #update(photo) {
    const known = this.#byID.get(photo.id);
    if (!known || known.version >= photo.version) return;
    const looksOtherwise = known.caption !== photo.caption || !known.variants !== !photo.variants;
    Object.assign(known, photo);
    this.changed(looksOtherwise ? undefined : photo.id);
  }

  #remove(id) {
    if (!this.#byID.delete(id)) return;
    this.list = this.list.filter((photo) => photo.id !== id);
    this.changed();
  }
}

/** The address of a photo's bytes: of its preview, or its original where there is none. */
export function preview(photo) {
  return photo.variants?.preview ? variant(photo, "preview") : original(photo);
}

/** The address of a photo's original. */
export function original(photo) { return `/v1/photos/${photo.id}/original`; }

/** The sizes in which a photo can be had, for `srcset`; empty where there is only the original. */
export function sizes(photo) {
  return Object.entries(photo.variants ?? {})
    .filter(([name]) => name !== "moving" && name !== "shareable")
    .map(([name, { width }]) => `${variant(photo, name)} ${width}w`)
    .join(", ");
}

function variant(photo, name) {
  return `/v1/photos/${photo.id}/variants/${encodeURIComponent(name)}`;
}
