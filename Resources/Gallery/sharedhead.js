// SPDX-License-Identifier: Apache-2.0

import { makePicture } from "./cell.js";
import { element, whileBusy, written } from "./elements.js";
import "./morewords.js";
import { original } from "./photos.js";
import { date, day, text } from "./words.js";

/** What a share link shows, in a few words beside the photos. */
export class SharedHead {
  /** The element. */
  element = element("header", "shared-head");
  /** Called before all of it is downloaded; says whether it can be. */
  prepare = async () => true;

  #about = element("p", "");
  #summary = null;

  /**
   * Shows what there is, and gives the title of the page.
   *
   * @param {object} summary What there is.
   * @param {?string} archive The address of all of it in one file, where it can be downloaded.
   */
  show(summary, archive) {
    this.#summary = summary;
    const words = summary.title || text.photo(summary.owner);
    this.#say(summary.kind === "album" ? [text.albums.count(summary.photoCount)] : []);
    const group = element("div", "");
    group.append(written("h1", "", words), this.#about);
    this.element.replaceChildren(group, ...(archive === null ? [] : [this.#archiveLink(archive)]));
    return `${words} · Woof`;
  }

  /** Shows what is known of the only photo that there is, and where it can be downloaded. */
  add(photo) {
    this.#say([day.format(new Date(photo.takenAt ?? photo.createdAt)), photo.fileName]);
    if (!photo.allowsDownload) return;
    const words = text.shared.download(`${photo.width} × ${photo.height}`);
    this.element.append(downloadLink(`${original(photo)}?download`, words));
  }

  #archiveLink(archive) {
    const link = downloadLink(archive, text.shared.downloadAll);
    let isReady = false;
    link.addEventListener("click", async (event) => {
      if (isReady) return;
      event.preventDefault();
      if (link.hasAttribute("aria-busy")) return;
      await whileBusy(link, async () => { isReady = await this.prepare(); });
      if (isReady) link.click();
      isReady = false;
    });
    return link;
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

function downloadLink(address, words) {
  const link = element("a", "download", words);
  [link.href, link.download] = [address, ""];
  return link;
}
