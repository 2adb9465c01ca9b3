// SPDX-License-Identifier: Apache-2.0

import { makePicture, showLikes } from "./cell.js";
import { button, element, whileBusy, written } from "./elements.js";
import "./morewords.js";
import { original } from "./photos.js";
import { date, day, quoted, text } from "./words.js";

/** What a share link shows, in a few words beside the photos. */
export class SharedHead {
  /** The element. */
  element = element("header", "shared-head");
  /** Called before all of it is downloaded; says whether it can be. */
  prepare = async () => true;

  /** Called when somebody wants to add photos. */
  adds = () => {};
  /** Called when somebody wants to be called otherwise. */
  renames = () => {};

  #about = element("p", "");
  #add = button("download add", text.adding.title);
  #name = button("guest-name", "");
  #summary = null;

  constructor() {
    this.#add.addEventListener("click", () => this.adds());
    this.#name.addEventListener("click", () => this.renames());
  }

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
    const offers = archive === null ? [] : [this.#archiveLink(archive)];
    if (summary.allows.includes("add")) offers.unshift(this.#add);
    this.element.replaceChildren(group, this.#name, ...offers);
    this.greet(summary.guest ?? null);
    return `${words} · Woof`;
  }

  /** Shows the name that somebody goes by here; `null` for none. */
  greet(name) {
    this.#name.hidden = name === null;
    if (name !== null) this.#name.textContent = text.shared.named(quoted(name));
  }

  /** Shows how many photos there are by now. */
  count() { this.#say([text.albums.count(this.#summary.photoCount)]); }

  /** Gives the focus to what adds photos. */
  focus() { this.#add.focus(); }

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
  /** Called with the photo's id when somebody likes it, or no longer. */
  liked = (_id) => {};

  #link = element("a", "cover");
  #likes = button("likes", "");

  constructor() {
    this.#link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.opened(this.#link.hash.slice(1));
    });
    this.#likes.addEventListener("click", () => this.liked(this.#link.hash.slice(1)));
    this.element.append(this.#link, this.#likes);
  }

  /** Shows a photo, and gives its image. */
  show(photo) {
    const image = makePicture(photo, { width: Math.min(innerWidth, photo.width) });
    [image.width, image.height] = [photo.width, photo.height];
    this.#link.href = photo.page;
    this.#link.replaceChildren(image);
    this.refresh(photo);
    return image;
  }

  /** Shows the likes of the photo anew. */
  refresh(photo) {
    this.#likes.hidden = photo.favouriteCount === undefined;
    if (!this.#likes.hidden) showLikes(this.#likes, photo);
  }

  /** Gives the focus to the photo. */
  focus() { this.#link.focus({ preventScroll: true }); }
}

function downloadLink(address, words) {
  const link = element("a", "download", words);
  [link.href, link.download] = [address, ""];
  return link;
}
