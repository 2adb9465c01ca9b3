// SPDX-License-Identifier: Apache-2.0

import { change, hasHappened, report } from "./actions.js";
import { addsTo, owns } from "./albumheader.js";
import { chooseAlbum } from "./albummenu.js";
import { editAlbum, placePhoto } from "./albumservice.js";
import { Arranging } from "./arranging.js";
import "./morewords.js";
import { albumView } from "./views.js";
import { quoted, text } from "./words.js";

/** What is done with photos that are selected and albums: into one, out of it, to another place, to be its cover. */
export class AlbumSelection {
  #gallery;
  #pages;

  constructor(gallery, pages) { [this.#gallery, this.#pages] = [gallery, pages]; }

  /** Has photos be dragged to other places of the album that is open, which `open` gives. */
  arrange(open) {
    const { main, views, selection, notice, attempt } = this.#gallery;
    const arranging = new Arranging(main);
    arranging.allows = (id) => open() !== undefined && this.moves(open(), views.photos.photo(id));
    arranging.order = () => views.photos.ids;
    arranging.companions = (id) => {
      if (!selection.has(id)) return [id];
      return arranging.order().filter((other) => selection.has(other) && arranging.allows(other));
    };
    arranging.dropped = (ids, before) => {
      attempt(() => this.move(open(), ids, before), (words) => notice.show(words));
    };
  }

  /** What can be done to photos in an album that is open. */
  offered(album, photos) {
    const { account } = this.#gallery.views;
    const names = photos.some((photo) => this.removes(album, photo)) ? ["remove"] : [];
    if (photos.length !== 1) return names;
    if (owns(account, album)) names.push("cover");
    if (this.moves(album, photos[0])) names.push("earlier", "later");
    return names;
  }

  /** `true` if the reader may move a photo of an album. */
  moves(album, photo) { return this.removes(album, photo) && addsTo(this.#gallery.views.account, album); }

  /** `true` if the reader may take a photo out of an album. */
  removes(album, photo) {
    const { account } = this.#gallery.views;
    return owns(account, album) || (account !== null && photo?.owner === account);
  }

  /** Adds photos to an album that somebody chooses for them. */
  async addToChosen(ids) {
    let album = await chooseAlbum(text.albums.addHow(ids.length));
    if (album === "new") album = await this.#pages.create();
    if (album === null) return;
    await this.add(album, ids);
    this.#gallery.selection.clear();
  }

  /** Adds photos to an album, in the order in which they are shown. */
  async add(album, ids) {
    const items = await change(this.#inOrder(ids), { addToAlbum: album.id });
    this.#gallery.notice.show(this.#reportAdded(album, items));
    await this.#pages.check(album.id);
  }

  /** Takes photos out of the album that is open, and offers to put them back. */
  async remove(album, ids) {
    const { selection, notice, views } = this.#gallery;
    const items = await change(this.#inOrder(ids), { removeFromAlbum: album.id });
    const gone = items.filter(hasHappened).map(({ id }) => id);
    const places = this.#placesOf(gone);
    views.drop(albumView(album.id), gone);
    selection.clear();
    const undo = () => this.#gallery.attempt(() => this.#putBack(album, places), (words) => notice.show(words));
    notice.show(report(items, text.albums.removed, text.albums.refusals.remove), gone.length > 0 ? undo : null);
    await this.#pages.check(album.id);
  }

  /** Makes a photo the cover of the album that is open. */
  async cover(album, id) {
    this.#pages.take(await editAlbum(album.id, { cover: id }));
    this.#gallery.selection.clear();
    this.#gallery.notice.show(text.albums.covered);
  }

  /** Moves a photo by a place, forth or back. */
  async step(album, id, step) {
    const { photos } = this.#gallery.views;
    const index = photos.list.findIndex((photo) => photo.id === id);
    if (step > 0 && index + 2 >= photos.list.length) await photos.more();
    const last = photos.list.length - 1;
    const to = Math.min(last, Math.max(0, index + step));
    if (to !== index) await this.move(album, [id], photos.list[step < 0 ? to : to + 1]?.id ?? null);
    this.#gallery.notice.show(text.albums.moved(to + 1, Math.max(album.photoCount, last + 1)));
    this.#gallery.wall.reveal(id);
  }

  /** Moves photos before another one of the album; to the end where that is `null`. */
  async move(album, ids, before) {
    const { views } = this.#gallery;
    const { photos } = views;
    if (before === null && !photos.isComplete) {
      const { length } = photos.list;
      await photos.more();
      before = photos.list[length]?.id ?? null;
    }
    photos.move(ids, before);
    try {
      for (const id of ids) this.#pages.take(await placePhoto(album.id, id, before));
    } catch (error) {
      await views.refresh(albumView(album.id));
      throw error;
    }
  }

  #inOrder(ids) {
    const chosen = new Set(ids);
    const ordered = this.#gallery.views.photos.ids.filter((id) => chosen.has(id));
    return [...new Set([...ordered, ...ids])];
  }

  /** Photos of the album that is open, each with the next one that is not of them; `null` where there is none. */
  #placesOf(ids) {
    const gone = new Set(ids);
    let before = null;
    const places = [];
    for (const { id } of this.#gallery.views.photos.list.toReversed()) {
      if (gone.has(id)) places.unshift({ id, before }); else before = id;
    }
    return places;
  }

  async #putBack(album, places) {
    const items = await change(places.map(({ id }) => id), { addToAlbum: album.id });
    const isBack = new Set(items.filter(hasHappened).map(({ id }) => id));
    for (const { id, before } of places) if (before !== null && isBack.has(id)) await placePhoto(album.id, id, before);
    this.#gallery.notice.show(report(items, text.albums.back, text.albums.refusals.add));
    await this.#pages.check(album.id);
  }

  #reportAdded({ title }, items) {
    return report(items, (count) => text.albums.added(count, quoted(title)), text.albums.refusals.add);
  }
}
