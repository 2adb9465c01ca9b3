// SPDX-License-Identifier: Apache-2.0

import { readStyles } from "./styles.js";

/** The way to all that there is of albums, which is read when it is first needed. */
export class AlbumEntry {
  #gallery;
  #pages = null;

  /** @param {object} gallery What pages of albums ask of the gallery. */
  constructor(gallery) { this.#gallery = gallery; }

  /** `true` if the wall has nothing to read, as the view has albums on it or an album that is not there yet. */
  get takesOver() { return this.#isNeeded && (this.#pages?.takesOver ?? true); }

  /** Shows what the view has of albums, and says whether it has photos too. */
  async show() {
    let hasPhotos = true;
    const id = this.#choosingFor;
    if (!this.#isNeeded && id === null && this.#pages === null) return hasPhotos;
    await this.#gallery.attempt(async () => { hasPhotos = await (await this.#read()).show(id); });
    return hasPhotos;
  }

  /** Takes off what the view has of albums, as another one comes. */
  leave() { this.#pages?.leave(); }

  /** Forgets what was read, as somebody else may have signed in. */
  forget() { this.#pages?.forget(); }

  /** Shows how many photos there are by now. */
  drawn() { this.#pages?.drawn(); }

  /** Takes what the service tells of an album: how it is by now, or that it is gone. */
  told(change) { this.#pages?.told(change); }

  /** Reads more albums, where the end of the page is near. */
  more() { this.#pages?.more(); }

  /** Says that the album that is open has no photos. */
  sayEmpty() { this.#pages?.sayEmpty(); }

  /** Says what can be done to photos in the album that is open. */
  offered(photos) { return this.#pages?.offered(photos) ?? []; }

  /** Does something with photos and albums. */
  async arrange(name, ids) { await (await this.#read()).arrange(name, ids); }

  /** Adds a photo that was uploaded to an album. */
  async collect(album, id) { (await this.#read()).collect(album, id); }

  /** `true` if the view is that of all albums, or of one. */
  get #isNeeded() { return this.#gallery.views.name === "albums" || this.#gallery.views.kind.album !== undefined; }

  /** The id of the album for which the address has photos chosen; `null` where it does not. */
  get #choosingFor() {
    return this.#gallery.views.name === "mine" ? new URLSearchParams(location.search).get("for") : null;
  }

  async #read() {
    // Its styles refine those of selecting, and come after them.
    const [, { AlbumPages }] = await Promise.all([
      this.#gallery.readSelecting(), import("./albumpages.js"), readStyles("albums.css"),
    ]);
    this.#pages ??= new AlbumPages(this.#gallery);
    return this.#pages;
  }
}
