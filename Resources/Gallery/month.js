// SPDX-License-Identifier: Apache-2.0

import { shownRatio } from "./layout.js";
import { month } from "./words.js";

/** By how much a clock may be ahead, as its time zone is not always known, in milliseconds. */
const largestLead = 86_400_000;

/** The width by height that each byte says, and the same as the wall shows it. */
const ratios = Float64Array.from({ length: 256 }, (_, byte) => 2 ** ((byte - 127) / 31.75));
const shownRatios = Float32Array.from(ratios, shownRatio);

/** The byte that says the width by height of a photo. */
export function ratioByte({ width, height }) {
  return Math.min(254, Math.max(0, Math.round(127 + 31.75 * Math.log2(width / height))));
}

/** The time by which a photo stands in a timeline: when it was taken or, where no right clock says that, came in. */
export function momentOf({ takenAt, createdAt }) {
  return takenAt !== undefined && Date.parse(takenAt) <= Date.parse(createdAt) + largestLead ? takenAt : createdAt;
}

/** The month of a photo, as `2026-05`. */
export function monthOf(photo) { return momentOf(photo).slice(0, 7); }

/** Later photos come first; of two of the same moment, the one of the greater id. */
export function isBefore(photo, other) {
  const [one, two] = [momentOf(photo), momentOf(other)];
  return one === two ? photo.id > other.id : one > two;
}

/** A month of a timeline: the shape of each of its photos, and as far as they were read the ids and colours. */
export class Month {
  /** Another number whenever photos have other places or shapes. */
  revision = 0;

  #bytes;
  #ratios = null;
  #ids;
  #colours;
  #unreadCount;
  #find;

  /**
   * @param {string} key The month, as `2026-05`.
   * @param {Uint8Array} bytes The width by height of each photo.
   * @param {{photo: (id: string) => ?object, isStale: (id: string) => boolean}} find What is known of photos.
   */
  constructor(key, bytes, find) {
    [this.key, this.#bytes, this.#find, this.#unreadCount] = [key, bytes, find, bytes.length];
    this.#ids = new Array(bytes.length).fill(undefined);
    this.#colours = new Int32Array(bytes.length).fill(-1);
    this.name = month.format(new Date(`${key}-15T00:00:00Z`));
  }

  /** How many photos it has. */
  get count() { return this.#bytes.length; }

  /** The ids of its photos in order; `undefined` for what was not read. */
  get ids() { return this.#ids; }

  /** `true` once all ids were read. */
  get isRead() { return this.#unreadCount === 0; }

  /** The width by height of each photo. */
  get ratios() { return this.#ratios ??= Float32Array.from(this.#bytes, (byte) => shownRatios[byte]); }

  id(index) { return this.#ids[index]; }

  photo(index) { return this.#find.photo(this.#ids[index]); }

  indexOf(id) { return this.#ids.indexOf(id); }

  /** `true` if there is something to be read of a photo. */
  lacks(index) { return this.photo(index) === undefined || this.#find.isStale(this.#ids[index]); }

  /** The colour of a photo; `null` where it is not known. */
  colour(index) {
    const colour = this.#colours[index];
    return colour < 0 ? null : `#${colour.toString(16).padStart(6, "0")}`;
  }

  /** `true` if photos have these shapes. */
  matches(bytes) { return bytes.length === this.count && bytes.every((byte, index) => byte === this.#bytes[index]); }

  /** The sum of the shapes. */
  get ratioSum() { return this.#bytes.reduce((sum, byte) => sum + ratios[byte], 0); }

  /** The part from one place up to another in which ids are to be read; `null` where all of them were. */
  unread(first, end) {
    if (this.isRead) return null;
    const [from, until] = [this.#ids.indexOf(undefined, first), this.#ids.lastIndexOf(undefined, end - 1)];
    return from < 0 || from >= end || until < from ? null : [from, until + 1];
  }

  /** Takes the ids of photos from a place on, and their colours. */
  hold(offset, ids, colours) {
    ids.forEach((id, index) => {
      if (offset + index >= this.count) return;
      if (this.#ids[offset + index] === undefined) this.#unreadCount -= 1;
      this.#ids[offset + index] = id;
      this.#colours[offset + index] = colours[index] ? parseInt(colours[index].slice(1), 16) : -1;
    });
  }

  /** Puts a photo into a place. */
  insert(index, photo) { this.#splice(index, 0, [photo]); }

  /** Takes a photo out. */
  remove(index) { this.#splice(index, 1, []); }

  #splice(index, removed, photos) {
    for (const id of this.#ids.splice(index, removed, ...photos.map(({ id }) => id))) {
      if (id === undefined) this.#unreadCount -= 1;
    }
    this.#bytes = Uint8Array.from(spliced(this.#bytes, index, removed, photos.map(ratioByte)));
    this.#colours = Int32Array.from(spliced(this.#colours, index, removed, photos.map(() => -1)));
    this.#ratios = null;
    this.revision += 1;
  }
}

function spliced(values, index, removed, added) {
  return [...values.subarray(0, index), ...added, ...values.subarray(index + removed)];
}
