// SPDX-License-Identifier: Apache-2.0

import { makePicture } from "./cell.js";
import { element, written } from "./elements.js";
import { original } from "./photos.js";
import { date, day, text } from "./words.js";

/** What a share link shows, in a few words beside the photos. */
export class SharedHead {
  /** The element. */
  element = element("header", "shared-head");

  #about = element("p", "");
  #summary = null;

  /** Shows what there is, and gives the title of the page. */
  show(summary) {
    this.#summary = summary;
    const words = summary.title || text.photo(summary.owner);
    this.#say(summary.kind === "album" ? [text.albums.count(summary.photoCount)] : []);
    const group = element("div", "");
    group.append(written("h1", "", words), this.#about);
    this.element.replaceChildren(group);
    return `${words} · Woof`;
  }

  /** Shows what is known of the only photo that there is, and where it can be downloaded. */
  add(photo) {
    this.#say([day.format(new Date(photo.takenAt ?? photo.createdAt)), photo.fileName]);
    if (photo.allowsDownload) this.element.append(downloadLink(photo));
  }

  #say(parts) {
    const { title, owner, expiresAt } = this.#summary;
    const all = [title && text.albums.by(owner), ...parts, text.shared.until(date.format(new Date(expiresAt)))];
    this.#about.textContent = all.filter(Boolean).join(" · ");
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
    this.element.append(this.#link);
  }

  /** Shows a photo, and gives its image. */
  show(photo) {
    const image = makePicture(photo, { width: Math.min(innerWidth, photo.width) });
    [image.width, image.height] = [photo.width, photo.height];
    this.#link.href = photo.page;
    this.#link.replaceChildren(image);
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
