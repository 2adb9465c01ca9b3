// SPDX-License-Identifier: Apache-2.0

import { request } from "./session.js";

/** A request that the service has refused, in its words. */
export class Refusal extends Error {
  constructor(status, problem, retryAfter) {
    super(problem.detail ?? problem.title ?? `HTTP ${status}`);
    this.status = status;
    /** The seconds after which it is worth asking again; 0 where nothing is said of that. */
    this.retryAfter = Number(retryAfter) || 0;
    /** What the service says of it (RFC 9457). */
    this.problem = problem;
  }
}

/** Whether what was told last came from the service, or is what the browser has kept of a former visit, as that is away. */
export const source = {
  isKept: false,
  /** Called after that has changed. */
  changed: () => {},
  /** Takes whether something was kept. */
  note(isKept) {
    if (isKept === source.isKept) return;
    source.isKept = isKept;
    source.changed();
  },
};

/**
 * Asks the service. Where it wants to know who asks, the person is asked.
 *
 * @returns {Promise<any>} The JSON of the response.
 * @throws {Refusal} if it is not a success.
 * @throws {TypeError} if the service cannot be reached.
 */
export async function ask(path, options = {}) {
  const response = await request(path, { headers: { Accept: "application/json" }, ...options });
  source.note(response.headers.has("Woof-Kept"));
  return contents(response);
}

/**
 * The JSON of a response.
 *
 * @throws {Refusal} if it is not a success.
 */
export async function contents(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, body, response.headers.get("Retry-After"));
  return body;
}

/** How many items of a list are read or changed at once at most. */
export const largestCount = 500;

/** The address of a page of a list: of what comes after a cursor, of the first one where that is `null`. */
export function pageAddress(path, after, limit, filters = {}) {
  const query = new URLSearchParams({ ...filters, limit });
  if (after !== null) query.set("after", after);
  return `${path}?${query}`;
}

/**
 * Reads pages from the first on.
 *
 * @param {(after: ?string) => Promise<{items: object[], next?: string}>} read Reads the page after a cursor.
 * @param {number} count How many items are enough.
 * @returns {Promise<{items: object[], next: ?string}>} The items, and the cursor of those after them.
 */
export async function readPages(read, count = Infinity) {
  const items = [];
  let next = null;
  do {
    const page = await read(next);
    items.push(...page.items);
    next = page.next ?? null;
  } while (next !== null && items.length < count);
  return { items, next };
}

/** How many photos are read at once, and how many there are before more are, as whoever comes so far goes on. */
const [pageCount, manyCount] = [100, 1000];
/** The time for which changes are gathered before the first page is read anew, in milliseconds. */
const gatheringTime = 150;

/**
 * Photos of one source in its order, as far as they were read. A source has
 * - `path`, from which pages are read, and `filters` where it is asked for some of what there is;
 * - `has`, which says whether a photo belongs to it;
 * - `isBefore`, which says whether a photo comes before another; absent where a photo's metadata do not tell, as with what
 *   was liked last. Then the service is asked for the order;
 * - `isArranged`, which says that somebody has put the photos in order, so that a new one may come anywhere.
 */
export class Photos {
  /** The photos in order. */
  list = [];
  /** Called after the list or a photo in it has changed; with the photo's id where it is only that photo's likes. */
  changed = (_id) => {};

  #source;
  #byID = new Map();
  /** The ids of all photos that were in it, those that left it as they were deleted too. */
  #met = new Set();
  /** The versions of photos with which they left it: what is read may be from before that. */
  #left = new Map();
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

  /** The ids of the photos in order. */
  get ids() { return this.list.map(({ id }) => id); }

  /** A photo that was read; `undefined` where there is none. */
  get sample() { return this.list[0]; }

  /** How many photos were read. */
  get length() { return this.list.length; }

  /** The photo of an id, where it was read. */
  photo(id) { return this.#byID.get(id); }

  /** `true` if a photo is in it. */
  has(id) { return this.#byID.has(id); }

  /** The photos before and after another one; `undefined` where there is none, or it was not read. */
  neighbours(id) {
    const index = this.list.findIndex((photo) => photo.id === id);
    return index < 0 ? [undefined, undefined] : [this.list[index - 1], this.list[index + 1]];
  }

  /** `true` if a photo is in it, or was and comes back where it is restored. */
  hasMet(id) { return this.#met.has(id); }

  /** Reads the next page, once however many ask for it, unless `signal` says that nobody needs it any more. */
  more(signal = null) {
    if (this.#isComplete) return Promise.resolve();
    return this.#reading ?? this.#begin(() => this.#read(signal));
  }

  /** Reads anew as far as it was read, as the order may be another one. What is known stays until that is there. */
  async refresh() {
    await this.#reading?.catch(() => {});
    if (this.#isRead) await this.#begin(() => this.#readAgain());
  }

  /** Reads everything anew, as somebody else may have signed in. */
  async reload() {
    await this.#reading?.catch(() => {});
    [this.list, this.#next, this.#isComplete, this.#isRead] = [[], null, false, false];
    this.#byID.clear();
    await this.more();
  }

  /** Takes for all that there is photos that were read elsewhere, in this order. */
  hold(photos) {
    this.list = this.#current(photos).map((photo) => this.#merged(photo));
    this.#byID = new Map(this.list.map((photo) => [photo.id, photo]));
    for (const id of this.#byID.keys()) this.#met.add(id);
    this.#tell();
  }

  /** Takes a photo as it is by now. What is older than what is known changes nothing. */
  take(photo) {
    const known = this.#byID.get(photo.id);
    if (known?.version > photo.version) return;
    const belongs = this.#source.has({ ...known, ...photo });
    if (!belongs && (known || photo.deleted || this.#reading)) this.#left.set(photo.id, photo.version);
    if (known && belongs) this.#update(known, photo);
    else if (known) this.#drop(photo.id);
    else if (belongs && this.#isRead) this.#insert(photo);
  }

  /** Takes a photo out for good. */
  remove(id) {
    this.#met.delete(id);
    this.#drop(id);
  }

  /** Puts photos before another one, in this order; at the end where that is `null`. */
  move(ids, before) {
    const moved = ids.map((id) => this.photo(id)).filter(Boolean);
    const others = this.list.filter((photo) => !moved.includes(photo));
    const index = before === null ? others.length : others.findIndex(({ id }) => id === before);
    this.list = others.toSpliced(index < 0 ? others.length : index, 0, ...moved);
    this.#tell();
  }

  #drop(id) {
    if (!this.#byID.delete(id)) return;
    this.list = this.list.filter((photo) => photo.id !== id);
    this.#tell();
  }

  #begin(read) {
    const reading = read().finally(() => { if (this.#reading === reading) this.#reading = null; });
    this.#reading = reading;
    return reading;
  }

  async #read(signal) {
    const page = await this.#ask(this.#next, this.list.length < manyCount ? pageCount : largestCount, { signal });
    this.#next = page.next ?? null;
    this.#isComplete = this.#next === null;
    this.#isRead = true;
    for (const photo of this.#current(page.items)) {
      if (this.#byID.has(photo.id)) continue;
      this.#byID.set(photo.id, photo);
      this.#met.add(photo.id);
      this.list.push(photo);
    }
    this.#tell();
  }

  async #readAgain() {
    const limit = Math.min(largestCount, Math.max(pageCount, this.list.length));
    const { items, next } = await readPages((after) => this.#ask(after, limit), this.list.length);
    this.list = this.#current(items).map((photo) => this.#merged(photo));
    this.#byID = new Map(this.list.map((photo) => [photo.id, photo]));
    for (const id of this.#byID.keys()) this.#met.add(id);
    [this.#next, this.#isComplete] = [next, next === null];
    this.#tell();
  }

  /** Those of photos that have not left it since. */
  #current(photos) { return photos.filter(({ id, version }) => !(this.#left.get(id) >= version)); }

  /** What is known of a photo, with what the service says of it where that is newer. */
  #merged(photo) {
    const known = this.#byID.get(photo.id);
    if (known === undefined || known.version >= photo.version) return known ?? photo;
    return Object.assign(known, photo);
  }

  #ask(after, limit = pageCount, options = {}) {
    return ask(pageAddress(this.#source.path, after, limit, this.#source.filters), options);
  }

  #update(known, photo) {
    if (known.version >= photo.version) return;
    const before = { ...known };
    Object.assign(known, photo);
    if (looksOtherwise(before, known)) this.#tell(); else this.changed(photo.id);
  }

  #insert(photo) {
    if (!this.#source.isBefore) return this.#gather();
    const next = this.list.findIndex((other) => this.#source.isBefore(photo, other));
    // It comes with a page that has not been read yet.
    if (next < 0 && !this.#isComplete) return;
    const own = { ...photo };
    this.#byID.set(own.id, own);
    this.#met.add(own.id);
    this.list.splice(next < 0 ? this.list.length : next, 0, own);
    this.#tell();
  }

  #gather() {
    this.#gathering ??= setTimeout(() => {
      this.#gathering = null;
      (this.#source.isArranged ? this.refresh() : this.#readBeginning()).catch(() => {});
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
    const beginning = this.#current(items).map((photo) => this.photo(photo.id) ?? photo);
    const ids = new Set(items.map(({ id }) => id));
    this.list = [...beginning, ...this.list.filter(({ id }) => !ids.has(id))];
    for (const photo of beginning) {
      this.#byID.set(photo.id, photo);
      this.#met.add(photo.id);
    }
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

/** `true` if a cell shows a photo otherwise than it did before: by other words, or by images that were not there yet. */
export function looksOtherwise(before, photo) {
  const count = ({ variants }) => Object.keys(variants ?? {}).length;
  return before.caption !== photo.caption || count(before) !== count(photo);
}

/** Who may see a photo, the fewest first. */
export const visibilities = ["private", "unlisted", "public"];

/** The address of a photo's bytes: of its preview, or else of its original, or of its copy for others behind a link. */
export function preview(photo) {
  if (photo.variants?.preview) return variant(photo, "preview");
  return photo.folder === undefined ? original(photo) : variant(photo, "shareable");
}

/** The address of a photo's original. */
export function original(photo) { return `${folder(photo)}/original`; }

/** The most pixels a CSS pixel that a picture on a wall needs: on screens that have more nobody sees the difference. */
const enough = 1.6;

/**
 * The smallest image of a photo that is sharp where it is so many CSS pixels wide; the largest where none is, and the original
 * where there are none.
 *
 * @returns {{address: string, width: number}} Its address, and its width in pixels.
 */
export function imageFor(photo, width) {
  const all = Object.entries(photo.variants ?? {})
    .filter(([name]) => name !== "moving" && name !== "shareable")
    .sort(([, one], [, other]) => one.width - other.width);
  if (all.length === 0) return { address: preview(photo), width: Infinity };
  const wanted = Math.min(width * Math.min(devicePixelRatio, enough), all.at(-1)[1].width);
  const [name, image] = all.find(([, image]) => image.width >= wanted);
  return { address: variant(photo, name), width: image.width };
}

/** The address of a photo's thumbnail, whether it is there yet or not. */
export function thumb(photo) { return variant(photo, "thumb"); }

function variant(photo, name) { return `${folder(photo)}/variants/${encodeURIComponent(name)}`; }

/** The address below which a photo's pictures are. What a share link shows brings its own. */
function folder(photo) { return photo.folder ?? `/v1/photos/${photo.id}`; }
