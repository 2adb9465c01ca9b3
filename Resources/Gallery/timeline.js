// SPDX-License-Identifier: Apache-2.0

import { isBefore, Month, monthOf, momentOf, ratioByte } from "./month.js";
import { looksOtherwise } from "./photos.js";
import { TimelineService } from "./timelineservice.js";

/** How many places are read at once: whole blocks of so many. */
const blockCount = 50;
/** How many months are read at the same time. */
const atOnce = 6;
/** How much metadata is kept, and of how much the oldest is forgotten then. */
const [largestKept, smallestKept] = [3000, 2000];
/** How often what was read is compared with what the service has, at most, in milliseconds. */
const [checkDelay, checkInterval] = [150, 1000];
/** How often months and shapes are read where they do not fit each other, as photos come at this moment. */
const attempts = 3;

/**
 * All photos of a source by the time when they were taken, the latest first. The shape of each is known from the beginning;
 * its id and metadata are read when it comes near the window, and metadata of what is far is forgotten. To its users it has
 * what ``Photos`` has.
 */
export class Timeline {
  /** Called after photos have changed; with a photo's id where it is only that photo's likes. */
  changed = (_id) => {};

  #service;
  #has;
  #isFound;
  #months = [];
  /** The metadata of photos by id, as far as it was read and not forgotten. */
  #photos = new Map();
  /** The month of each photo whose id was read. */
  #monthOf = new Map();
  /** The ids of photos that have left it. */
  #gone = new Set();
  /** The ids of photos whose metadata is from before everything was read anew. */
  #stale = new Set();
  /** What is near the window: `{section, first, end}` each. */
  near = [];

  /** What came while something was read, which may be older than that. */
  #late = [];
  #isRead = false;
  #isComplete = false;
  #reading = null;
  #filling = null;
  #checking = null;
  #checkedAt = -Infinity;
  #isTelling = false;
  #find = { photo: (id) => this.#photos.get(id), isStale: (id) => this.#stale.has(id) };

  /**
   * @param {object} source Its `timeline`, `path` and `filters`, and `has`, which says whether a photo belongs to it; `isFound`
   *   where a photo's metadata do not tell.
   */
  constructor({ timeline, path, filters, has, isFound = false }) {
    this.#service = new TimelineService(timeline, path, filters);
    [this.#has, this.#isFound] = [has, isFound];
  }

  /** The months that have photos. */
  get sections() { return this.#months; }

  /** How many photos there are. */
  get length() { return this.#months.reduce((sum, { count }) => sum + count, 0); }

  /** `true` once it is known where each photo is. */
  get isComplete() { return this.#isComplete; }

  /** `true` once the first photos were read. */
  get isRead() { return this.#isRead; }

  /** A photo that was read; `undefined` where there is none. */
  get sample() { return this.#photos.values().next().value; }

  /** The ids of the photos in order; `undefined` for what was not read. */
  get ids() { return [].concat(...this.#months.map(({ ids }) => ids)); }

  /** The photo of an id, where it was read. */
  photo(id) { return this.#photos.get(id); }

  /** `true` if a photo is in it, or may be. */
  has(id) { return !this.#gone.has(id); }

  /**
   * The photos before and after another one: `null` for one that was not read, and `undefined` where there is none or nobody
   * knows.
   */
  neighbours(id) {
    return this.#beside(id).map((place) => place && (place.month.photo(place.index) ?? null));
  }

  // MARK: Reading

  /** Reads where all photos are, once however many ask for it, unless `signal` says that nobody needs it any more. */
  more(signal = null) {
    if (this.#isComplete) return Promise.resolve();
    return this.#begin(() => (this.near.length > 0 ? this.#renew(true) : this.#readAll(signal)));
  }

  /** Reads anew where photos are. What is known stays until that is there. */
  async refresh() {
    if (this.#isComplete) await this.#begin(() => this.#renew(false));
  }

  /** Reads everything anew, as somebody else may have signed in. What is known stays until that is there. */
  async reload() {
    await this.#reading?.catch(() => {});
    this.#isComplete = false;
    for (const id of this.#photos.keys()) this.#stale.add(id);
    await this.more();
  }

  /** Reads what is near the window. What was near before need not be read any more. */
  fill() {
    this.#filling ??= this.#fill().finally(() => {
      this.#filling = null;
      this.#takeLate();
    });
    return this.#filling;
  }

  /** Reads the photos before and after another one. */
  async readNeighbours(photo) {
    await this.find(photo);
    const places = this.#beside(photo.id).filter((place) => place && place.month.photo(place.index) === undefined);
    await this.#read(places.map(({ month, index }) => ({ section: month, first: index, end: index + 1 })));
  }

  /** Reads where a photo is, if it is in it. */
  async find(photo) {
    await this.more();
    const month = this.#months.find(({ key }) => key === monthOf(photo));
    if (month && !this.#monthOf.has(photo.id)) await this.#readColumns({ section: month, first: 0, end: month.count });
  }

  /** Reads the ids of all photos from the first to the last of some of them; of all photos where none is given. */
  async identify(ids = []) {
    const places = ids.filter((id) => this.#monthOf.has(id)).map((id) => {
      const month = this.#monthOf.get(id);
      return [this.#months.indexOf(month), month.indexOf(id)];
    }).sort(([month, index], [otherMonth, otherIndex]) => month - otherMonth || index - otherIndex);
    const [first, last] = [places[0] ?? [0, 0], places.at(-1) ?? [this.#months.length - 1, Infinity]];
    const gaps = this.#months.slice(first[0], last[0] + 1).map((section, number) => ({
      section,
      first: number === 0 ? first[1] : 0,
      end: number === last[0] - first[0] ? Math.min(section.count, last[1] + 1) : section.count,
    }));
    for (let next = 0; next < gaps.length; next += atOnce) {
      await Promise.all(gaps.slice(next, next + atOnce).map((gap) => this.#readColumns(gap)));
    }
  }

  #begin(read) {
    if (this.#reading) return this.#reading;
    const reading = read().finally(() => {
      this.#reading = null;
      this.#takeLate();
    });
    return this.#reading = reading;
  }

  async #readAll(signal) {
    // All at the same time, as the first photos are shown before it is known where the others are.
    const [items, { months, bytes }] = await Promise.all([this.#readFirst(signal), this.#readShapes(null, signal)]);
    this.#months = this.#made(months, bytes);
    if (!this.#placeFirst(items)) this.#check();
    this.#isComplete = true;
    this.#tell();
  }

  /** Reads the first photos, and shows them as if there were no others. */
  async #readFirst(signal) {
    const items = await this.#service.first(signal);
    for (const photo of items) this.#keep(photo);
    const months = Map.groupBy(items, monthOf);
    this.#months = [...months].map(([key, photos]) => this.#make(key, Uint8Array.from(photos, ratioByte)));
    this.#placeFirst(items);
    this.#isRead = true;
    this.#tell();
    return items;
  }

  /** Gives the first photos their places, and says whether they fit. */
  #placeFirst(items) {
    this.#monthOf.clear();
    let start = 0;
    for (const month of this.#months) {
      const photos = items.slice(start, start += month.count);
      const fitting = photos.findIndex((photo) => monthOf(photo) !== month.key);
      this.#hold(month, 0, (fitting < 0 ? photos : photos.slice(0, fitting)).map(({ id }) => id));
      if (fitting >= 0) return false;
    }
    return true;
  }

  /** Reads months and shapes until they fit each other. */
  async #readShapes(known = null, signal = null) {
    for (let attempt = 1; ; attempt += 1) {
      const [months, bytes] = await Promise.all([known ?? this.#service.months(signal), this.#service.ratios(signal)]);
      known = null;
      const total = months.reduce((sum, { count }) => sum + count, 0);
      if (bytes.length === total) return { months, bytes };
      // While photos come one after the other they never do; the next check has the rest.
      if (attempt === attempts && bytes.length > 0) {
        const fitted = new Uint8Array(total).fill(127);
        fitted.set(bytes.subarray(0, total));
        return { months, bytes: fitted };
      }
    }
  }

  #make(key, bytes) { return new Month(key, bytes, this.#find); }

  #made(months, bytes) {
    let start = 0;
    return months.map(({ month, count }) => this.#make(month, bytes.slice(start, start += count)));
  }

  /** Reads months and shapes anew, and the ids of what is near the window; of all months where `isAnew`, else of others. */
  async #renew(isAnew, known = null) {
    const { months, bytes } = await this.#readShapes(known);
    const before = new Map(this.#months.map((month) => [month.key, month]));
    const near = new Set(this.near.map(({ section }) => section.key));
    let start = 0;
    const renewed = months.map(({ month: key, count }) => {
      const own = bytes.slice(start, start += count);
      return !isAnew && before.get(key)?.matches(own) ? before.get(key) : this.#make(key, own);
    });
    const others = renewed.filter((month) => before.get(month.key) !== month && near.has(month.key));
    const columns = await Promise.all(others.map(({ key, count }) => this.#service.columns(key, 0, count)));
    this.#months = renewed;
    this.#monthOf.clear();
    for (const month of renewed) for (const id of month.ids) if (id !== undefined) this.#monthOf.set(id, month);
    others.forEach((month, index) => this.#hold(month, 0, columns[index].ids, columns[index].colours));
    for (const id of this.#photos.keys()) if (!this.#monthOf.has(id)) this.#forget(id);
    this.#isRead = this.#isComplete = true;
    this.#tell();
  }

  async #fill() {
    for (let places = null; places !== this.near;) {
      places = this.near;
      await this.#read(places);
    }
  }

  /** Reads ids and metadata. */
  async #read(places) {
    const blocks = places.map(({ section, first, end }) => ({
      section,
      first: Math.floor(first / blockCount) * blockCount,
      end: Math.min(section.count, Math.ceil(end / blockCount) * blockCount),
    }));
    await Promise.all(blocks.map((block) => this.#readColumns(block)));
    const ids = [...idsAt(blocks)].filter((id) => !this.#photos.has(id) || this.#stale.has(id));
    if (ids.length === 0) return;
    for (const { id, photo } of await this.#service.photos(ids)) {
      if (photo) this.#keep(photo); else this.#leave(id, true);
    }
    this.#thin();
    this.#takeLate();
    this.#tell();
  }

  /** Reads the ids of places of a month, where they were not read. */
  async #readColumns({ section, first, end }) {
    const unread = section.unread(first, end);
    if (unread === null) return;
    const revision = section.revision;
    const { count, ids, colours } = await this.#service.columns(section.key, ...unread);
    // Photos have come or gone meanwhile.
    if (count !== section.count || section.revision !== revision) return this.#check();
    if (!this.#months.includes(section)) return;
    this.#hold(section, unread[0], ids, colours);
    this.#tell();
  }

  #hold(month, offset, ids, colours = []) {
    month.hold(offset, ids, colours);
    for (const id of ids) this.#monthOf.set(id, month);
  }

  #keep(photo) {
    const known = this.#photos.get(photo.id);
    if (!known || this.#stale.has(photo.id)) this.#photos.set(photo.id, photo);
    else if (known.version < photo.version) Object.assign(known, photo);
    this.#stale.delete(photo.id);
  }

  /** Forgets the metadata of photos that were read long ago and are far from the window. */
  #thin() {
    if (this.#photos.size <= largestKept) return;
    const needed = idsAt(this.near);
    for (const id of this.#photos.keys()) {
      if (this.#photos.size <= smallestKept) return;
      if (!needed.has(id)) this.#forget(id);
    }
  }

  #forget(id) {
    this.#photos.delete(id);
    this.#stale.delete(id);
  }

  /** The places before and after a photo. */
  #beside(id) {
    const month = this.#monthOf.get(id);
    if (!month) return [undefined, undefined];
    const [number, index] = [this.#months.indexOf(month), month.indexOf(id)];
    const [before, after] = [this.#months[number - 1], this.#months[number + 1]];
    return [
      index > 0 ? { month, index: index - 1 } : before && { month: before, index: before.count - 1 },
      index + 1 < month.count ? { month, index: index + 1 } : after && { month: after, index: 0 },
    ];
  }

  // MARK: Changing

  /** Takes a photo as it is by now. What is older than what is known changes nothing. */
  take(photo) {
    if (this.#isReading) this.#late.push(photo);
    this.#apply(photo);
  }

  get #isReading() { return this.#reading !== null || this.#filling !== null || !this.#isComplete; }

  /** Takes again what came while something was read. */
  #takeLate() {
    const late = this.#late;
    if (!this.#isReading) this.#late = [];
    for (const photo of late) this.#apply(photo);
  }

  #apply(photo) {
    const known = this.#photos.get(photo.id);
    if (known?.version > photo.version) return;
    if (this.#isStrange(photo)) {
      if (photo.deleted && this.#months.some(({ isRead }) => !isRead)) this.#check();
      return;
    }
    const whole = { ...known, ...photo };
    if (!this.#has(whole)) {
      // Of likes alone nobody can tell whether it belongs.
      if (photo.deleted || whole.visibility !== undefined) this.#leave(photo.id, photo.deleted);
      return;
    }
    const stood = known && { ...known };
    if (known && known.version < photo.version) Object.assign(known, photo);
    if (!this.#monthOf.has(photo.id)) return this.#isComplete && this.#insert(known ?? whole);
    if (!known) this.#keep(whole);
    else if (momentOf(stood) !== momentOf(known) || ratioByte(stood) !== ratioByte(known)) {
      this.#takeOut(photo.id);
      this.#insert(known);
    } else if (!looksOtherwise(stood, known)) return this.changed(photo.id);
    this.#tell();
  }

  /** `true` for a photo of which nobody knows whether it is among what was found. */
  #isStrange({ id }) { return this.#isFound && !this.#monthOf.has(id) && !this.#gone.has(id); }

  /** Takes a photo out for good. */
  remove(id) { this.#leave(id, true); }

  #leave(id, mayBeUnread) {
    this.#gone.add(id);
    if (this.#takeOut(id)) this.#tell();
    else if (mayBeUnread && this.#months.some(({ isRead }) => !isRead)) this.#check();
    this.#forget(id);
  }

  #takeOut(id) {
    const month = this.#monthOf.get(id);
    if (!month) return false;
    month.remove(month.indexOf(id));
    if (month.count === 0) this.#months = this.#months.filter((other) => other !== month);
    return this.#monthOf.delete(id);
  }

  /** Puts a photo in its place, where it is known what stands before and after it there; else the service is asked. */
  #insert(photo) {
    this.#gone.delete(photo.id);
    const key = monthOf(photo);
    let month = this.#months.find((month) => month.key === key);
    if (!month) {
      month = this.#make(key, new Uint8Array());
      const next = this.#months.findIndex((other) => other.key < key);
      this.#months = this.#months.toSpliced(next < 0 ? this.#months.length : next, 0, month);
    }
    const index = this.#placeIn(month, photo);
    if (index === null) return this.#check();
    month.insert(index, photo);
    this.#monthOf.set(photo.id, month);
    this.#photos.set(photo.id, photo);
    this.#tell();
  }

  /** The place of a new photo in a month; `null` where what would be beside it was not read. */
  #placeIn(month, photo) {
    let before = -1;
    for (let index = 0; index < month.count; index += 1) {
      const other = month.photo(index);
      if (other && isBefore(photo, other)) return before === index - 1 ? index : null;
      if (other) before = index;
    }
    return before === month.count - 1 ? month.count : null;
  }

  /** Compares soon what was read with what the service has, and reads it anew where that is something else. */
  #check() {
    if (this.#checking !== null) return;
    const delay = Math.max(checkDelay, this.#checkedAt + checkInterval - performance.now());
    this.#checking = setTimeout(async () => {
      this.#checking = null;
      this.#checkedAt = performance.now();
      if (!this.#isComplete) return;
      // Where the service does not answer, the end of its stream has everything read anew.
      await this.#begin(() => this.#compare()).catch(() => {});
    }, delay);
  }

  async #compare() {
    const months = await this.#service.months();
    const isSame = months.length === this.#months.length && months.every(({ month, count, ratioSum }, index) => {
      const known = this.#months[index];
      return known.key === month && known.count === count && Math.abs(known.ratioSum - ratioSum) < 0.01 + 1e-6 * ratioSum;
    });
    if (!isSame) await this.#renew(false, months);
  }

  /** Tells of changes once a frame, however many there are. */
  #tell() {
    if (this.#isTelling) return;
    this.#isTelling = true;
    requestAnimationFrame(() => {
      this.#isTelling = false;
      this.changed();
    });
  }
}

/** The ids of places, as far as they were read. */
function idsAt(places) {
  const ids = new Set(places.flatMap(({ section, first, end }) => section.ids.slice(first, end)));
  ids.delete(undefined);
  return ids;
}
