// SPDX-License-Identifier: Apache-2.0

import { readPhotos } from "./actions.js";
import { AlbumCard } from "./albumcard.js";
import { addsTo } from "./albumheader.js";
import { readAlbums } from "./albumservice.js";
import { button, element } from "./elements.js";
import "./morewords.js";
import { largestCount, readPages } from "./photos.js";
import { text } from "./words.js";

/** How many albums are read at once. */
const pageCount = 50;

/** The grid of albums: first those that the reader owns or adds to, then what is public of others; the newest first. */
export class Albums {
  /** The element. */
  element = element("div", "albums");
  /** Called with an album's id when somebody opens it. */
  opened = (_id) => {};
  /** Called when somebody wants to make one. */
  creates = () => {};
  /** Says of a photo's id what is known of it already. */
  known = (_id) => undefined;
  /** Called after albums were read. */
  changed = () => {};

  #account = null;
  #own = new Section();
  #others = new Section();
  #create = button("create-album", text.albums.create);
  #covers = new Map();
  #reading = null;

  constructor() {
    this.#own.heading.textContent = text.albums.own;
    const head = element("div", "albums-head");
    head.append(this.#own.heading, this.#create);
    this.#own.element.prepend(head);
    this.#others.element.prepend(this.#others.heading);
    this.element.append(this.#own.element, this.#others.element);
    this.#create.addEventListener("click", () => this.creates());
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("keydown", (event) => this.#press(event));
  }

  /** `true` if all was read, and there is nothing. */
  get isEmpty() { return this.#isComplete && this.#own.albums.length + this.#others.albums.length === 0; }

  /** Begins anew for an account, or for whoever has not signed in. */
  begin(account) {
    this.#account = account;
    for (const section of [this.#own, this.#others]) section.begin();
    this.#covers.clear();
    this.#draw();
  }

  /** Reads the next page, once however many ask for it, where the end of the page is near. */
  async more() {
    if (this.#reading !== null) return this.#reading;
    this.#reading = this.#fill().finally(() => { this.#reading = null; });
    return this.#reading;
  }

  /** Reads anew as far as it was read. */
  async refresh() {
    await this.#reading?.catch(() => {});
    for (const section of this.#sections) {
      if (section.isRead) await section.refresh((after) => this.#read(section, after, largestCount));
    }
    this.#draw();
    await this.#cover();
    this.changed();
  }

  /** Takes an album as it is by now, which is one of the reader's own where it is new. */
  take(album) {
    const section = [this.#own, this.#others].find(({ albums }) => albums.some(({ id }) => id === album.id));
    if (section) section.albums = section.albums.map((other) => (other.id === album.id ? album : other));
    else if (this.#own.isRead && addsTo(this.#account, album)) this.#own.albums.unshift(album);
    this.#draw();
  }

  /** Puts an album, as the service tells it, where it belongs by now; ``complete`` shows it. */
  put(album) {
    const home = addsTo(this.#account, album) ? this.#own : this.#others;
    for (const section of [this.#own, this.#others]) if (section !== home) section.remove(album.id);
    home.put(album);
  }

  /** Shows what was put, with its covers. */
  async complete() {
    this.#draw();
    await this.#cover();
    this.changed();
  }

  /** Takes an album out that is gone. */
  remove(id) {
    for (const section of [this.#own, this.#others]) section.remove(id);
    this.#draw();
  }

  /** Gives the focus to an album. */
  focus(id) { this.element.querySelector(`[data-album="${id}"] a`)?.focus({ preventScroll: true }); }

  get #sections() { return this.#account === null ? [this.#others] : [this.#own, this.#others]; }

  get #isComplete() { return this.#sections.every(({ isComplete }) => isComplete); }

  async #fill() {
    // What is read is drawn before the next page, which may not be needed then.
    while (!this.#isComplete && this.element.isConnected && this.#endIsNear) {
      const section = this.#sections.find(({ isComplete }) => !isComplete);
      await section.more((after) => this.#read(section, after, pageCount));
      this.#draw();
      await this.#cover();
    }
    this.changed();
  }

  get #endIsNear() { return this.element.getBoundingClientRect().bottom < 3 * innerHeight; }

  async #read(section, after, limit) {
    const page = await readAlbums(section === this.#own, after, limit);
    // Those of the reader's own that are public stand above.
    if (section === this.#others) page.items = page.items.filter((album) => !addsTo(this.#account, album));
    return page;
  }

  /** Reads what the covers are of that are not known yet, and shows them. */
  async #cover() {
    const wanted = new Set(this.#all.map(({ cover }) => cover).filter((id) => id && !this.#photo(id)));
    for (const photo of await readPhotos([...wanted])) this.#covers.set(photo.id, photo);
    this.#draw();
  }

  #photo(id) { return this.known(id) ?? this.#covers.get(id); }

  get #all() { return [...this.#own.albums, ...this.#others.albums]; }

  #draw() {
    const isSignedIn = this.#account !== null;
    this.#others.heading.textContent = isSignedIn ? text.albums.others : text.albums.public;
    this.#own.element.hidden = !isSignedIn || this.isEmpty;
    this.#others.element.hidden = this.#others.albums.length === 0;
    for (const section of [this.#own, this.#others]) section.draw(this.#account, (id) => this.#photo(id));
  }

  #click(event) {
    const id = event.target.closest(".album-card")?.dataset.album;
    if (id === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.opened(id);
  }

  /** Arrows go from album to album, up and down too. */
  #press(event) {
    const list = event.target.closest("ul");
    if (!list || event.ctrlKey || event.metaKey || event.altKey) return;
    const columnCount = getComputedStyle(list).gridTemplateColumns.split(" ").length;
    const forth = getComputedStyle(list).direction === "rtl" ? -1 : 1;
    const steps = { ArrowRight: forth, ArrowLeft: -forth, ArrowDown: columnCount, ArrowUp: -columnCount };
    const links = [...this.element.querySelectorAll("section:not([hidden]) a")];
    const next = links[links.indexOf(document.activeElement) + steps[event.key]];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }
}

/** Albums of one list as far as they were read, and their cards. */
class Section {
  element = element("section", "");
  heading = document.createElement("h2");
  albums = [];
  isRead = false;
  isComplete = false;

  #list = element("ul", "album-list");
  #next = null;
  #cards = new Map();

  constructor() { this.element.append(this.#list); }

  begin() { [this.albums, this.isRead, this.isComplete, this.#next] = [[], false, false, null]; }

  async more(read) {
    const page = await read(this.#next);
    const ids = new Set(this.albums.map(({ id }) => id));
    this.#end([...this.albums, ...page.items.filter(({ id }) => !ids.has(id))], page.next);
  }

  async refresh(read) {
    const { items, next } = await readPages(read, this.albums.length);
    this.#end(items, next);
  }

  /** Puts an album among those that were read: in its place, or where its age has it, the newest first. */
  put(album) {
    const place = this.albums.findIndex(({ id }) => id <= album.id);
    if (this.albums[place]?.id === album.id) this.albums[place] = album;
    else if (place >= 0) this.albums.splice(place, 0, album);
    // What is older than all that was read is read in its turn.
    else if (this.isComplete) this.albums.push(album);
  }

  remove(id) { this.albums = this.albums.filter((album) => album.id !== id); }

  draw(account, photoOf) {
    const cards = new Map();
    for (const album of this.albums) {
      const card = this.#cards.get(album.id) ?? new AlbumCard(album);
      card.show(album, account);
      cards.set(album.id, card);
    }
    for (const [id, card] of this.#cards) if (!cards.has(id)) card.element.remove();
    this.#cards = cards;
    // Only what is not in its place is moved, as what is moved would lose the focus.
    [...cards.values()].forEach((card, index) => {
      const there = this.#list.children[index];
      if (there !== card.element) this.#list.insertBefore(card.element, there ?? null);
    });
    for (const { id, cover } of this.albums) cards.get(id).showCover(cover && photoOf(cover));
  }

  #end(albums, next = null) {
    [this.albums, this.#next, this.isRead, this.isComplete] = [albums, next, true, next === null];
  }
}
