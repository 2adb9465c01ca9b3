// SPDX-License-Identifier: Apache-2.0

import { makePicture } from "./cell.js";
import { element, logo, written } from "./elements.js";
import "./morewords.js";
import { text } from "./words.js";
import { albumView, Views } from "./views.js";

/** One album in the grid of albums: its cover and what it is, which are one link. */
export class AlbumCard {
  /** The element. */
  element = element("li", "album-card");

  #link = element("a", "album-link");
  #cover = element("span", "album-cover");
  #title = written("strong", "album-title", "");
  #about = element("span", "album-about");
  #coverLooks = "";

  constructor(album) {
    this.element.dataset.album = album.id;
    this.#link.href = Views.address(albumView(album.id));
    this.#link.append(this.#cover, this.#title, this.#about);
    this.element.append(this.#link);
  }

  /** Shows an album as it is by now. */
  show(album, account) {
    this.#title.firstChild.textContent = album.title;
    const parts = [text.albums.count(album.photoCount)];
    if (album.owner !== account) parts.push(text.albums.by(album.owner));
    if (album.visibility !== "public") parts.push(text.actions[album.visibility]);
    this.#about.textContent = parts.join(" · ");
  }

  /** Shows the photo that stands for the album, `undefined` where there is none. */
  showCover(photo) {
    const looks = JSON.stringify([photo?.id, Object.keys(photo?.variants ?? {})]);
    if (looks === this.#coverLooks) return;
    this.#coverLooks = looks;
    if (photo === undefined) return this.#cover.replaceChildren(logo("nothing"));
    const { width, height } = this.#cover.getBoundingClientRect();
    // The picture covers the box, so that of a wide one there is more than is seen.
    const image = makePicture(photo, { width: Math.max(width, height * photo.width / photo.height) });
    [image.alt, image.loading] = ["", "lazy"];
    this.#cover.replaceChildren(image);
  }
}
