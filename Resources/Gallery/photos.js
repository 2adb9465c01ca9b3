// SPDX-License-Identifier: Apache-2.0

/** A request that the service has refused, in its words. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.status = status;
    /** What the service says of it (RFC 9457). */
    this.problem = problem;
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

/** How many photos are read at once. */
const pageCount = 100;
/** The time for which changes are gathered before the first page is read anew, in milliseconds. */
const gatheringTime = 150;

/**
 * Photos of one source in its order, as far as they were read. A source has
 * - `path`, from which pages are read;
 * - `has`, which says whether a photo belongs to it;
 * - `isBefore`, which says whether a photo comes before another; absent where a photo's metadata do not tell, as with what
 *   was liked last. Then the service is asked for the order.
 */
export class Photos {
  /** The photos in order. */
  list = [];
  /** Called after the list or a photo in it has changed; with the photo's id where it is only that photo's likes. */
  changed = (_id) => {};

  #source;
  #byID = new Map();
  #next = null;
  #isComplete = false;
  #isRead = false;
  #reading = null;
  #gathering = null;
  #isTelling = false;

  constructor(source) { this.#source = source; }

  /** `true` if there are no further photos. */
  get isComplete() { return this.#isComplete; }

  /** `true` once the first page was read. */
  get isRead() { return this.#isRead; }

  /** The photo of an id, where it was read. */
  photo(id) { return this.#byID.get(id); }

  /** Reads the next page, once however many ask for it. */
  more() {
    if (this.#isComplete) return Promise.resolve();
    this.#reading ??= this.#read().finally(() => { this.#reading = null; });
    return this.#reading;
  }

  /** Reads everything anew, as somebody else may have signed in. */
  async reload() {
    await this.#reading?.catch(() => {});
    [this.list, this.#next, this.#isComplete, this.#isRead] = [[], null, false, false];
    this.#byID.clear();
    await this.more();
  }

  /** Takes a photo as it is by now. What is older than what is known changes nothing. */
  take(photo) {
    const known = this.#byID.get(photo.id);
    if (known?.version > photo.version) return;
    const belongs = this.#source.has({ ...known, ...photo });
    if (known && belongs) this.#update(known, photo);
    else if (known) this.remove(photo.id);
    else if (belongs && this.#isRead) this.#insert(photo);
  }

  /** Takes a photo out, which is gone for good. */
  remove(id) {
    if (!this.#byID.delete(id)) return;
    this.list = this.list.filter((photo) => photo.id !== id);
    this.#tell();
  }

  async #read() {
    const page = await this.#ask(this.#next);
    this.#next = page.next ?? null;
    this.#isComplete = this.#next === null;
    this.#isRead = true;
    for (const photo of page.items) {
      if (this.#byID.has(photo.id)) continue;
      this.#byID.set(photo.id, photo);
      this.list.push(photo);
    }
    this.#tell();
  }

  #ask(after) {
    const query = new URLSearchParams({ limit: pageCount });
    if (after) query.set("after", after);
    return ask(`${this.#source.path}?${query}`);
  }

  #update(known, photo) {
    if (known.version >= photo.version) return;
    const before = { ...known };
    Object.assign(known, photo);
    const looksOtherwise = before.caption !== known.caption || !before.variants !== !known.variants;
    if (looksOtherwise) this.#tell(); else this.changed(photo.id);
  }

  #insert(photo) {
    if (!this.#source.isBefore) return this.#gather();
    const next = this.list.findIndex((other) => this.#source.isBefore(photo, other));
    // It comes with a page that has not been read yet.
    if (next < 0 && !this.#isComplete) return;
    const own = { ...photo };
    this.#byID.set(own.id, own);
    this.list.splice(next < 0 ? this.list.length : next, 0, own);
    this.#tell();
  }

  #gather() {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null;
      this.#readBeginning().catch(() => {});
    }, gatheringTime);
  }

  /** Reads pages from the first on, until one has something that was known: what is new stands before that. */
  async #readBeginning() {
    const items = [];
    let [next, isJoined] = [null, false];
    do {
      const page = await this.#ask(next);
      items.push(...page.items);
      isJoined = page.items.some(({ id }) => this.#byID.has(id));
      next = page.next ?? null;
    } while (!isJoined && next !== null);
    const beginning = items.map((photo) => this.photo(photo.id) ?? photo);
    const ids = new Set(items.map(({ id }) => id));
    this.list = [...beginning, ...this.list.filter(({ id }) => !ids.has(id))];
    for (const photo of beginning) this.#byID.set(photo.id, photo);
    this.#tell();
  }

  /** Tells of the list once a frame, however many photos of it have changed meanwhile. */
  #tell() {
    if (this.#isTelling) return;
    this.#isTelling = true;
    requestAnimationFrame(() => {
      this.#isTelling = false;
      this.changed();
    });
  }
}

/** Who may see a photo, the fewest first. */
export const visibilities = ["private", "unlisted", "public"];

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
