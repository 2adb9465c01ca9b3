// SPDX-License-Identifier: Apache-2.0

import { showLikes } from "./cell.js";
import { button, element } from "./elements.js";
import "./morewords.js";
import { original, preview } from "./photos.js";
import { picture } from "./placeholder.js";
import { readStyles } from "./styles.js";
import { day, size, text } from "./words.js";

/** How far a finger has to go for the next photo, in pixels. */
const swipe = 60;

/** One photo on the whole window, with its neighbours a key, click or swipe away. */
export class Viewer {
  /** Called with -1 for the photo before, 1 for the one after. */
  moved = (_step) => {};
  /** Called when somebody closes it. */
  closed = () => {};
  /** Called with a photo's id when somebody likes it, or no longer. */
  liked = (_id) => {};
  /** Says whether the reader is the owner of a photo. */
  owns = (_photo) => false;
  /** Called with a photo after its owner has changed it here. */
  edited = (_photo) => {};
  /** Called with a photo that its owner wants to share. */
  shares = (_photo) => {};
  /** Called with a photo and its image where the picture does not come. */
  failed = (_photo, _image) => {};

  #isForStrangers;
  #dialog = document.createElement("dialog");
  #stage = element("div", "stage");
  #likes = button("likes", "");
  #words = element("p", "words");
  #original = element("a", "original");
  #before = button("before", "‹", text.before);
  #after = button("after", "›", text.after);
  #info = button("info", "i", text.info);
  /** What is known of the photo, beside it; read when somebody first wants to know. */
  #panel = null;
  #reading = null;
  #photo = null;
  #neighbours = [];
  #start = null;

  /**
   * @param {object} options
   * @param {boolean} options.isForStrangers Whether it is for whoever holds a share link: without the panel, and with likes and
   *   the original only where the photo has `favouriteCount` and `allowsDownload`.
   */
  constructor({ isForStrangers = false } = {}) {
    this.#isForStrangers = isForStrangers;
    this.#dialog.className = "viewer";
    const close = button("close", "×", text.close);
    const caption = element("div", "caption");
    caption.append(this.#words, this.#original, this.#likes);
    this.#likes.hidden = this.#info.hidden = isForStrangers;
    this.#dialog.append(this.#stage, close, this.#before, this.#after, this.#info, caption);
    document.body.append(this.#dialog);
    close.addEventListener("click", () => this.closed());
    this.#before.addEventListener("click", () => this.moved(-1));
    this.#after.addEventListener("click", () => this.moved(1));
    this.#likes.addEventListener("click", () => this.liked(this.#photo.id));
    this.#dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      // Escape first takes back what was written.
      if (this.#panel?.isEdited) this.#panel.discard(); else this.closed();
    });
    this.#dialog.addEventListener("keydown", (event) => this.#press(event));
    this.#info.setAttribute("aria-controls", "panel");
    this.#info.setAttribute("aria-expanded", "false");
    this.#info.addEventListener("click", () => this.#inform());
    new ResizeObserver(() => this.#fit()).observe(this.#stage);
    this.#stage.addEventListener("dblclick", () => this.#zoom());
    this.#stage.addEventListener("pointerdown", (event) => { this.#start = event.isPrimary ? event : null; });
    this.#stage.addEventListener("pointerup", (event) => this.#swipe(event));
  }

  /** The photo that is shown; `null` while it is closed. */
  get photo() { return this.#photo; }

  /** Shows a photo. `neighbours` are those before and after it, where there are any; `null` for one that was not read. */
  show(photo, neighbours) {
    this.#photo = photo;
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#stage.classList.remove("zoomed");
    this.#stage.replaceChildren(this.#image());
    this.meet(neighbours);
    this.#fit();
    this.#offerOriginal();
    this.refresh(photo);
  }

  /** Takes what by now is before and after the photo. */
  meet(neighbours) {
    this.#neighbours = neighbours;
    const image = this.#stage.querySelector("img");
    if (image?.dataset.isDecoded) this.#fetchNeighbours(image);
    [this.#before.hidden, this.#after.hidden] = neighbours.map((neighbour) => neighbour === undefined);
  }

  /** Shows what is said of a photo anew, where it is the one that is shown. */
  refresh(photo) {
    if (photo.id !== this.#photo?.id) return;
    this.#photo = photo;
    const about = element("span", "about");
    const words = text.about(photo.owner, day.format(new Date(photo.takenAt ?? photo.createdAt)));
    const more = this.#isForStrangers ? photo.fileName : photo.guest && text.albums.addedBy(photo.guest);
    about.textContent = more ? `${words} · ${more}` : words;
    const caption = element("span", "said", photo.caption);
    caption.dir = "auto";
    this.#words.replaceChildren(caption, about);
    // A long one is scrolled by keys too.
    if (caption.scrollHeight > caption.clientHeight) caption.tabIndex = 0;
    this.#dialog.setAttribute("aria-label", photo.caption || text.photo(photo.owner));
    this.#likes.hidden = photo.favouriteCount === undefined;
    if (!this.#likes.hidden) showLikes(this.#likes, photo);
    this.#panel?.show(photo);
  }

  /** Closes it without a call of ``closed``. */
  close() {
    this.#photo = null;
    this.#stage.replaceChildren();
    this.#dialog.close();
  }

  get #hasOriginal() { return !this.#isForStrangers || this.#photo.allowsDownload; }

  #offerOriginal() {
    const [photo, link] = [this.#photo, this.#original];
    const dimensions = `${photo.width} × ${photo.height}`;
    link.hidden = !this.#hasOriginal;
    // Strangers may get a copy, whose size is not known before.
    link.textContent = this.#isForStrangers
      ? text.shared.download(dimensions) : text.original(`${dimensions}, ${size(photo.byteCount)}`);
    [link.href, link.download, link.title] = [original(photo), "", text.zoom];
    if (this.#isForStrangers) link.href += "?download";
  }

  #image() {
    const photo = this.#photo;
    const image = new Image();
    image.alt = photo.caption || text.photo(photo.owner);
    if (photo.placeholder) image.style.backgroundImage = `url("${picture(photo.placeholder)}")`;
    image.addEventListener("error", () => this.failed(photo, image));
    image.src = preview(photo);
    // Neighbours that came sooner would delay the photo that is waited for.
    image.decode().then(() => this.#fetchNeighbours(image)).catch(() => {});
    return image;
  }

  #fetchNeighbours(image) {
    image.dataset.isDecoded = true;
    if (!image.isConnected) return;
    for (const neighbour of this.#neighbours.filter(Boolean)) new Image().src = preview(neighbour);
  }

  /** Makes the photo as large as there is room for it beside the panel. */
  #fit() {
    const image = this.#stage.querySelector("img");
    if (!image || this.#stage.classList.contains("zoomed")) return;
    const { width, height } = this.#photo;
    const scale = Math.min(1, this.#stage.clientWidth / width, this.#stage.clientHeight / height);
    [image.width, image.height] = [Math.round(width * scale), Math.round(height * scale)];
  }

  async #inform() {
    this.#reading ??= this.#readPanel().catch(() => { this.#reading = null; });
    await this.#reading;
    if (this.#panel === null || this.#photo === null) return;
    this.#panel.toggle();
    this.#dialog.classList.toggle("informing", !this.#panel.element.hidden);
    this.#info.setAttribute("aria-expanded", !this.#panel.element.hidden);
  }

  async #readPanel() {
    const [{ Panel }] = await Promise.all([import("./panel.js"), readStyles("panel.css")]);
    this.#panel = new Panel();
    [this.#panel.owns, this.#panel.edited, this.#panel.shares] = [this.owns, this.edited, this.shares];
    this.#dialog.append(this.#panel.element);
    if (this.#photo) this.#panel.show(this.#photo);
  }

  #zoom() {
    if (!this.#hasOriginal) return;
    const image = this.#stage.querySelector("img");
    if (!this.#stage.classList.toggle("zoomed")) {
      this.#stage.replaceChildren(this.#image());
      return this.#fit();
    }
    [image.width, image.height] = [this.#photo.width, this.#photo.height];
    image.src = original(this.#photo);
    const { clientWidth, clientHeight } = this.#stage;
    this.#stage.scrollTo((image.width - clientWidth) / 2, (image.height - clientHeight) / 2);
  }

  #press(event) {
    if (event.target.closest("textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = getComputedStyle(this.#dialog).direction === "rtl" ? -1 : 1;
    const step = { ArrowLeft: -direction, ArrowRight: direction }[event.key];
    const isZoomed = this.#stage.classList.contains("zoomed");
    if (step !== undefined && !isZoomed) this.moved(step);
    if (event.key === "z") this.#zoom();
    if (event.key === "l" && !this.#likes.hidden) this.liked(this.#photo.id);
    if (event.key === "i" && !this.#isForStrangers) this.#inform();
  }

  #swipe(event) {
    const start = this.#start;
    this.#start = null;
    if (!start || start.pointerId !== event.pointerId || this.#stage.classList.contains("zoomed")) return;
    const [across, down] = [event.clientX - start.clientX, event.clientY - start.clientY];
    if (down > 2 * swipe && down > Math.abs(across)) return this.closed();
    if (Math.abs(across) < swipe || Math.abs(across) < Math.abs(down)) return;
    const direction = getComputedStyle(this.#dialog).direction === "rtl" ? -1 : 1;
    this.moved(across < 0 ? direction : -direction);
  }
}
