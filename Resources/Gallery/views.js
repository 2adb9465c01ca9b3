// SPDX-License-Identifier: Apache-2.0

import { Photos } from "./photos.js";
import { Timeline } from "./timeline.js";
import { date, text } from "./words.js";

/**
 * The views by name, in the order of their tabs: what they show, and under which heading a photo stands, or else of which
 * `timeline` they have the months. One that has a `tab` is under that of another view.
 */
const kinds = {
  photos: { address: "/", path: "/v1/photos", isPersonal: false, timeline: "all" },
  mine: { address: "/?view=mine", path: "/v1/me/photos", isPersonal: true, timeline: "mine" },
  duplicates: { address: "/?view=duplicates", path: null, isPersonal: true, heading: () => "", tab: "mine" },
  albums: { address: "/?view=albums", path: null, isPersonal: false, heading: () => "" },
  links: { address: "/?view=links", path: null, isPersonal: true, heading: () => "" },
  likes: { address: "/?view=likes", path: "/v1/me/favourites", isPersonal: true, heading: () => text.views.likes },
  account: { address: "/?view=account", path: null, isPersonal: true, heading: () => "", tab: "" },
  trash: { address: "/?view=trash", path: "/v1/me/trash", isPersonal: true, heading: byEnd },
};

/** How the name of the view of an album begins, before the album's id. */
const albumPrefix = "album/";

/** The view of an album, which is under the tab of all albums. */
export function albumView(id) { return albumPrefix + id; }

/** How the name of the view of what was searched for begins, before the words. */
const searchPrefix = "search/";

/** The view of what is found by words, which is under no tab. */
export function searchView(query) { return searchPrefix + query; }

function isSearch(name) { return name.startsWith(searchPrefix); }

function kindOf(name) {
  if (isSearch(name)) return searchKind(name.slice(searchPrefix.length));
  if (!name.startsWith(albumPrefix)) return kinds[name];
  const album = name.slice(albumPrefix.length);
  const id = encodeURIComponent(album);
  return {
    address: `/albums/${id}`, path: `/v1/albums/${id}/photos`, isPersonal: false, heading: () => "", tab: "albums", album,
  };
}

function searchKind(query) {
  const address = `/?${new URLSearchParams({ view: "search", q: query })}`;
  return { address, path: "/v1/photos", filters: { q: query }, isPersonal: false, timeline: "all", query };
}

function byEnd(photo) { return text.until(date.format(new Date(photo.restorableUntil))); }

/** The name of the view that an address shows, the wall of all photos where it names none. */
export function viewName({ pathname, search }) {
  const query = new URLSearchParams(search);
  const album = pathname.match(/^\/albums\/([^/]+)$/)?.[1] ?? query.get("album");
  const [name, words] = [query.get("view"), query.get("q")?.trim()];
  if (album) return albumView(album);
  if (name === "search" && words) return searchView(words);
  return Object.hasOwn(kinds, name ?? "") ? name : "photos";
}

/** What says of photos whether they belong to what was searched for, as far as they tell. */
const found = { isFound: true, has: (photo) => !photo.deleted };

/** The lists of photos of all views that were opened, each kept right by what changes. */
export class Views {
  /** The name of the account that has signed in; `null` where nobody has, or it is not known yet. */
  account = null;
  /** The view that is shown. */
  name = "photos";
  /** Called after the photos of the view that is shown have changed, as ``Photos.changed`` is. */
  changed = (_id) => {};

  #lists = new Map();
  #sources = {
    photos: { has: (photo) => !photo.deleted && (photo.visibility === "public" || this.owns(photo)) },
    mine: { has: (photo) => !photo.deleted && this.owns(photo) },
    likes: { has: (photo) => !photo.deleted && photo.isFavourite === true },
    trash: { has: (photo) => photo.deleted && this.owns(photo) },
  };

  /** The address of a view. */
  static address(name) { return kindOf(name).address; }

  /** The words that a view is searched for; `""` where it is no search. */
  static query(name) { return kindOf(name).query ?? ""; }

  /** What the view that is shown is like. */
  get kind() { return kindOf(this.name); }

  /** The photos of the view that is shown. */
  get photos() { return this.#list(this.name); }

  /** Reads the first photos of a view that is to be shown next, unless `signal` says that it is not. */
  async prepare(name, signal) {
    const photos = this.#list(name);
    if (!photos.isRead) await photos.more(signal);
  }

  /** `true` if the view that is shown and another one are searches, of which the other's photos were read. */
  refines(name) { return isSearch(this.name) && isSearch(name) && this.#list(name).isRead; }

  /** `true` if a photo is of the account that has signed in. */
  owns(photo) { return this.account !== null && photo.owner === this.account; }

  /** A photo of whichever view has it. */
  photo(id) { return [this.photos, ...this.#lists.values()].map((photos) => photos.photo(id)).find(Boolean); }

  /** Takes a photo as it is by now into all views, or out of them. */
  take(photo) { for (const photos of this.#lists.values()) photos.take(photo); }

  /** Takes a photo that is gone for good out of all views. */
  remove(id) { for (const photos of this.#lists.values()) photos.remove(id); }

  /** Reads everything anew; what is not shown, when it is. */
  async reload() {
    const shown = this.photos;
    this.#lists = new Map([[this.name, shown]]);
    if (this.kind.path !== null) await shown.reload();
  }

  /** Takes photos out of a view, where it was opened. */
  drop(name, ids) { for (const id of ids) this.#lists.get(name)?.remove(id); }

  /** Reads a view anew as far as it was read. */
  async refresh(name) { await this.#lists.get(name)?.refresh(); }

  #list(name) {
    if (!this.#lists.has(name)) {
      // Of what was searched for while somebody typed, nobody asks again.
      if (isSearch(name)) this.#forgetSearches();
      const { path, filters, timeline } = kindOf(name);
      const source = { path, filters, timeline, ...(isSearch(name) ? found : this.#sources[name] ?? this.#arranged(name)) };
      const photos = timeline ? new Timeline(source) : new Photos(source);
      photos.changed = (id) => { if (name === this.name) this.changed(id); };
      this.#lists.set(name, photos);
    }
    return this.#lists.get(name);
  }

  #forgetSearches() {
    for (const name of this.#lists.keys()) if (isSearch(name) && name !== this.name) this.#lists.delete(name);
  }

  /** What is in an album is not told by its photos. */
  #arranged(name) {
    return { isArranged: true, has: (photo) => !photo.deleted && this.#lists.get(name).hasMet(photo.id) };
  }
}

/** The links to the views, of which one is the view that is shown. */
export class Tabs {
  /** Called with the name of a view when somebody chooses it. */
  chosen = (_name) => {};
  /** The element. */
  element = document.createElement("nav");

  constructor() {
    this.element.className = "tabs";
    this.element.setAttribute("aria-label", text.viewsLabel);
    for (const [name, { address, tab }] of Object.entries(kinds)) {
      if (tab !== undefined) continue;
      const link = document.createElement("a");
      link.href = address;
      link.dataset.view = name;
      link.textContent = text.views[name];
      this.element.append(link);
    }
    this.element.addEventListener("click", (event) => {
      const name = event.target.closest("a")?.dataset.view;
      if (name === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.chosen(name);
    });
  }

  /** Marks the view that is shown. */
  mark(name) {
    for (const link of this.element.children) {
      if (link.dataset.view === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }
}
