// SPDX-License-Identifier: Apache-2.0

import { button, element, whileBusy, written } from "./elements.js";
import "./morewords.js";
import { names, text } from "./words.js";

/** `true` if an account is the owner of an album. */
export function owns(account, album) { return account !== null && album.owner === account; }

/** `true` if an account may add its photos to an album. */
export function addsTo(account, album) {
  return owns(account, album) || (account !== null && (album.contributors ?? []).includes(account));
}

/** What can be done with an album that has so many photos, by whom. */
const actions = [
  ["addPhotos", addsTo], ["share", owns], ["download", (_account, _album, count) => count > 0],
  ["edit", owns], ["people", owns], ["delete", owns],
  ["leave", (account, album) => addsTo(account, album) && !owns(account, album)],
];

/** What buttons say that other places have too. */
const labels = { share: text.sharing.action, download: "" };

/** What an album is, above its photos, and what can be done with it. */
export class AlbumHeader {
  /** The element. */
  element = element("header", "album-head");
  /** Called with the name of what somebody wants to do. */
  chosen = (_action) => {};

  #title = written("h2", "", "");
  #about = element("p", "album-about");
  #people = element("p", "album-with");
  #buttons = new Map();

  constructor() {
    this.#title.tabIndex = -1;
    const [words, group] = [element("div", "album-words"), element("div", "album-actions")];
    words.append(this.#title, this.#about, this.#people);
    for (const [name] of actions) {
      const made = button(`album-${name.toLowerCase()}`, text.albums[name] ?? labels[name]);
      made.addEventListener("click", () => this.chosen(name));
      this.#buttons.set(name, made);
      group.append(made);
    }
    this.element.append(words, group);
  }

  /** Shows an album to an account. `count` is how many photos of it there are. */
  show(album, account, count) {
    this.#title.firstChild.textContent = album.title;
    const isOwn = owns(account, album);
    const parts = [text.albums.count(count), isOwn ? "" : text.albums.by(album.owner), text.actions[album.visibility]];
    this.#about.textContent = parts.filter(Boolean).join(" · ");
    const others = (album.contributors ?? []).filter((name) => name !== account);
    this.#people.textContent = others.length > 0 ? text.albums.with(names.format(others)) : "";
    for (const [name, isFor] of actions) this.#buttons.get(name).hidden = !isFor(account, album, count);
    this.#buttons.get("download").textContent = text.download.album(count);
  }

  /** Does what a button is for, which is busy meanwhile. */
  whileBusy(name, action) { return whileBusy(this.#buttons.get(name), action); }

  /** Gives the focus to the title, which screen readers then read. */
  focus() { this.#title.focus({ preventScroll: true }); }
}
