// SPDX-License-Identifier: Apache-2.0

import { readPhotos } from "./actions.js";
import { readOwnAlbums } from "./albumservice.js";
import { element } from "./elements.js";
import "./morewords.js";
import { ShareRows } from "./sharerows.js";
import { readLinks } from "./shareservice.js";
import { quoted, text } from "./words.js";

/** All links of the account, each with where it leads. */
export class LinkList {
  #gallery;
  #element = element("section", "link-list");
  #rows = new ShareRows();

  /** @param {object} gallery What pages ask of the gallery. */
  constructor(gallery) {
    this.#gallery = gallery;
    const [heading, note] = [element("h2", "", text.sharing.all), element("p", "note", text.sharing.hidden)];
    this.#element.append(heading, this.#rows.element, note);
    this.#rows.changed = () => this.#sayWhetherEmpty();
  }

  /** Reads the links, and shows them where the view is still the same. */
  async show() {
    const { main, views, say } = this.#gallery;
    const links = await readLinks();
    const [albums, photos] = await Promise.all([titlesOfAlbums(links), captionsOfPhotos(links)]);
    if (views.name !== "links") return;
    this.#rows.lead = (link) => {
      const [path, words] = link.album
        ? [`/albums/${link.album}`, text.sharing.toAlbum(quoted(albums.get(link.album) ?? ""))]
        : [`/photos/${link.photo}`, text.sharing.toPhoto(named(photos.get(link.photo)))];
      return Object.assign(element("a", "link-lead", words), { href: path });
    };
    this.#rows.show(links);
    main.replaceChildren(this.#element);
    say("");
    this.#sayWhetherEmpty();
  }

  #sayWhetherEmpty() {
    const isEmpty = this.#rows.count === 0;
    this.#element.classList.toggle("none", isEmpty);
    this.#gallery.sayEmpty(isEmpty ? text.sharing.allNone : null);
  }
}

function named(caption) { return caption ? quoted(caption) : text.sharing.untitled; }

async function titlesOfAlbums(links) {
  if (!links.some(({ album }) => album)) return new Map();
  return new Map((await readOwnAlbums()).map(({ id, title }) => [id, title]));
}

async function captionsOfPhotos(links) {
  const ids = new Set(links.map(({ photo }) => photo).filter(Boolean));
  return new Map((await readPhotos([...ids])).map(({ id, caption }) => [id, caption]));
}
