// SPDX-License-Identifier: Apache-2.0

import { contents, pageAddress, Refusal } from "./photos.js";

/** How many photos are read at once. */
const pageCount = 50;
/** How long a service that does not say so is left alone, in seconds. */
const standardPause = 3;
/** How many times an archive is asked for of which copies are still to be made, some at each time. */
const preparations = 1000;

/** What a share link shows, as far as it was read. The link's address is kept here, and nowhere else. */
export class SharedService {
  /** The photos in their order. */
  photos = [];
  /** What there is in a few words, once it was read. */
  summary = null;

  #path;
  /** The key of the name that was given, for browsers that keep no cookies. */
  #guestKey = null;
  #next = null;
  #isComplete = false;
  #reading = null;

  /** @param {string} token The secret part of the link's address. */
  constructor(token) { this.#path = `/v1/shared/${token}`; }

  /** `true` if there are no further photos. */
  get isComplete() { return this.#isComplete; }

  /** The name that was given here; `null` before one was. */
  get guest() { return this.summary?.guest ?? null; }

  /** `true` if photos may be liked. */
  get allowsLikes() { return this.summary?.allows?.includes("like") === true; }

  /** `true` if photos may be added. */
  get allowsAdding() { return this.summary?.allows?.includes("add") === true; }

  /** The address to which photos are added. */
  get additions() { return `${this.#path}/photos`; }

  /** The fields by which the service knows again, on this page, who has given a name. */
  get fields() { return this.#guestKey === null ? {} : { "Woof-Link-Guest": this.#guestKey }; }

  /** `true` if the photos may be downloaded. */
  get allowsDownload() { return this.summary?.allows?.includes("download") === true; }

  /** The address of all photos in one file; `null` where they may not be downloaded, or there is but one. */
  get archive() {
    const isOffered = this.allowsDownload && this.summary.kind === "album" && this.summary.photoCount > 0;
    return isOffered ? `${this.#path}/archive` : null;
  }

  /** Waits for the archive, as copies of photos may have to be made first, and gives the status of the response. */
  async prepareArchive() {
    for (let left = preparations; ; left -= 1) {
      const response = await fetch(this.archive, { method: "HEAD" });
      if (response.status !== 503 || left === 0) return response.status;
      await new Promise((done) => setTimeout(done, pauseOf(response) * 1000));
    }
  }

  /** Reads what there is in a few words, which counts as a visit. */
  async read() { this.summary = await this.#ask(""); }

  /** Reads the next page, once however many ask for it. */
  more() {
    this.#reading ??= this.#read().finally(() => { this.#reading = null; });
    return this.#reading;
  }

  /** Asks whether the link still shows something, without visiting it. */
  async check() { await this.#ask("/photos?limit=1"); }

  /** Gives the password. From then on the browser has a cookie, which no script sees. */
  async unlock(password) {
    await this.#ask("/unlock", {
      method: "POST", body: JSON.stringify({ password }), headers: { "Content-Type": "application/json" },
    });
  }

  /** Gives a name, or another one. From then on the browser has a cookie, which no script sees. */
  async introduce(name) {
    const guest = await this.#ask("/guest", {
      method: "PUT", body: JSON.stringify({ name }), headers: { "Content-Type": "application/json" },
    });
    [this.summary.guest, this.#guestKey] = [guest.name, guest.key ?? this.#guestKey];
  }

  /** Likes a photo, or no longer; the photo tells of it then. */
  async like(photo, isLiked) {
    Object.assign(photo, likesOf(await this.#ask(`/photos/${photo.id}/like`, { method: isLiked ? "PUT" : "DELETE" })));
  }

  /** Takes a photo that was just added, which stands at the end. */
  take(photo) {
    this.summary.photoCount += 1;
    if (this.#isComplete && !this.photos.some(({ id }) => id === photo.id)) this.photos.push(this.#placed(photo));
  }

  /** Reads once more what was read of the photos, as they have pictures and likes by now that they had not. */
  async refresh() {
    let next = null;
    const known = new Map(this.photos.map((photo) => [photo.id, photo]));
    for (let left = this.photos.length; left > 0; left -= pageCount) {
      const page = await this.#ask(pageAddress("/photos", next, pageCount));
      for (const photo of page.items) if (known.has(photo.id)) Object.assign(known.get(photo.id), this.#placed(photo));
      if (page.next === undefined) return;
      next = page.next;
    }
  }

  async #read() {
    if (this.#isComplete) return;
    const page = await this.#ask(pageAddress("/photos", this.#next, pageCount));
    [this.#next, this.#isComplete] = [page.next ?? null, page.next === undefined];
    const known = new Set(this.photos.map(({ id }) => id));
    // Somebody may move a photo to a page that is still to be read.
    this.photos.push(...page.items.filter(({ id }) => !known.has(id)).map((photo) => this.#placed(photo)));
  }

  /** A photo that knows where its pictures are. */
  #placed(photo) {
    const folder = `${this.#path}/photos/${photo.id}`;
    const likes = this.allowsLikes ? likesOf({ likeCount: 0, isLiked: false, likedBy: [], ...photo }) : {};
    return { ...photo, ...likes, folder, page: `#${photo.id}`, allowsDownload: this.allowsDownload };
  }

  async #ask(path, options = {}) {
    const response = await fetch(this.#path + path, { ...options, headers: { ...options.headers, ...this.fields } });
    try {
      return await contents(response);
    } catch (error) {
      if (error instanceof Refusal) error.pause = pauseOf(response);
      throw error;
    }
  }
}

/** The likes of a photo, as the wall and the viewer show those of accounts. */
function likesOf({ likeCount, isLiked, likedBy }) {
  return { favouriteCount: likeCount, isFavourite: isLiked, likedBy };
}

/** How long the service wants to be left alone, in seconds. */
function pauseOf(response) { return Number(response.headers.get("Retry-After")) || standardPause; }

/** How long to wait before something that failed is tried again, in milliseconds; `null` where that would not help. */
export function pauseAfter(error) {
  if (error instanceof TypeError) return standardPause * 1000;
  return error.status === 429 || error.status >= 500 ? error.pause * 1000 : null;
}
