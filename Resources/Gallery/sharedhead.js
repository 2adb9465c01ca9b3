// SPDX-License-Identifier: Apache-2.0

import { makePicture } from "./cell.js";
import { element, written } from "./elements.js";
import { original } from "./photos.js";
import { date, day, text } from "./words.js";

/** What a share link shows, in a few words above the photos. */
export class SharedHead {
  /** The element. */
  element = element("header", "shared-head");

  /** Shows what there is, and gives the title of the page. */
  show({ kind, title, owner, photoCount, expiresAt }) {
    const words = title || text.photo(owner);
    const about = element("p", "");
    const parts = [
      title && text.albums.by(owner), kind === "album" && text.albums.count(photoCount),
      text.shared.until(date.format(new Date(expiresAt))),
    ];
    about.textContent = parts.filter(Boolean).join(" · ");
    this.element.replaceChildren(written("h1", "", words), about);
    return `${words} · Woof`;
  }
}

/** The only photo that a share link shows, as large as there is room. */
export class SharedPhoto {
  /** The element. */
  element = element("figure", "shared-photo");
  /** Called with the photo's id when somebody opens it. */
  opened = (_id) => {};

  #link = element("a", "cover");

  constructor() {
    this.#link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.opened(this.#link.hash.slice(1));
    });
  }

  /** Shows a photo, and gives its image. */
  show(photo) {
    const image = makePicture(photo, { width: Math.min(innerWidth, photo.width) });
    [image.width, image.height] = [photo.width, photo.height];
    this.#link.href = photo.page;
    this.#link.replaceChildren(image);
    const about = element("figcaption", "");
    about.append(day.format(new Date(photo.takenAt ?? photo.createdAt)));
    if (photo.fileName) about.append(" · ", photo.fileName);
    this.element.replaceChildren(this.#link, about);
    if (photo.allowsDownload) this.element.append(downloadLink(photo));
    return image;
  }

  /** Gives the focus to the photo. */
  focus() { this.#link.focus({ preventScroll: true }); }
}

function downloadLink(photo) {
  const link = element("a", "download");
  link.href = `${original(photo)}?download`;
  link.download = "";
  link.textContent = text.shared.download(`${photo.width} × ${photo.height}`);
  return link;
}
