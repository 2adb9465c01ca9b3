// SPDX-License-Identifier: Apache-2.0

import { looks, makePicture } from "./cell.js";
import { button, element } from "./elements.js";
import { ratio } from "./layout.js";
import "./morewords.js";
import { shortDate, size, text } from "./words.js";

/** The width of a picture on a wide window, in pixels. */
const pictureWidth = 220;

/** Photos that look alike, side by side: the best of them, and the others with what has them put in the trash. */
export class DuplicateGroup {
  /** The element. */
  element = element("div", "duplicate-group");
  /** Called with a photo's id, and with whether it is to be put in the trash. */
  ticked = (_id, _isTicked) => {};
  /** Called with a photo's id when somebody opens it. */
  opened = (_id) => {};
  /** Called when all of them are to stay. */
  kept = () => {};

  #heading = element("h3", "");
  #list = element("ul", "");
  #some = element("p", "note");
  #nothing = element("p", "nothing");
  #cells = new Map();

  /** @param {string} id What tells it from other groups. */
  constructor(id) {
    const [head, keep] = [element("div", "duplicate-head"), button("keep", text.duplicates.keep)];
    [this.#heading.id, keep.id] = [`duplicates-${id}`, `keep-${id}`];
    this.element.setAttribute("role", "group");
    this.element.setAttribute("aria-labelledby", this.#heading.id);
    keep.setAttribute("aria-labelledby", `${keep.id} ${this.#heading.id}`);
    this.#nothing.setAttribute("role", "status");
    head.append(this.#heading, keep);
    this.element.append(head, this.#list, this.#some, this.#nothing);
    keep.addEventListener("click", () => this.kept());
    this.#list.addEventListener("click", (event) => this.#click(event));
    this.#list.addEventListener("change", ({ target }) => this.ticked(photoID(target), target.checked));
  }

  /**
   * Shows photos.
   *
   * @param {object[]} photos Those that are here.
   * @param {number} count How many there are.
   * @param {object} best The best of them.
   * @param {(photo: object) => boolean} isTicked Says whether a photo is to be put in the trash.
   */
  show(photos, count, best, isTicked) {
    this.#heading.textContent = text.duplicates.group(count);
    this.#some.textContent = text.duplicates.some(photos.length);
    this.#some.hidden = photos.length >= count;
    const cells = new Map(photos.map((photo) => [photo.id, this.#cells.get(photo.id) ?? makeCell(photo)]));
    for (const [id, cell] of this.#cells) if (!cells.has(id)) cell.remove();
    this.#cells = cells;
    photos.forEach((photo, index) => {
      const cell = cells.get(photo.id);
      // What is moved would lose the focus.
      if (this.#list.children[index] !== cell) this.#list.insertBefore(cell, this.#list.children[index] ?? null);
      fill(cell, photo, photo.id === best.id, isTicked(photo));
    });
    const isNothingLeft = photos.length >= count && photos.every(isTicked);
    this.#nothing.textContent = isNothingLeft ? text.duplicates.nothing : "";
  }

  /** Gives the focus to the button by which all stay. */
  focus() { this.element.querySelector(".keep").focus(); }

  #click(event) {
    if (!event.target.closest("a") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    this.opened(photoID(event.target));
  }
}

function photoID(target) { return target.closest("li").dataset.photo; }

function makeCell(photo) {
  const [cell, label, tick] = [document.createElement("li"), element("label", "tick"), document.createElement("input")];
  tick.type = "checkbox";
  const [best, pixels, about] = ["best", "pixels", "about"].map((name) => element("span", name));
  best.textContent = text.duplicates.best;
  pixels.textContent = `${photo.width} × ${photo.height}`;
  about.textContent = `${size(photo.byteCount)} · ${shortDate.format(new Date(photo.takenAt ?? photo.createdAt))}`;
  // The width comes before the height, and a number before its unit, also on a page whose letters run the other way.
  [pixels.dir, about.dir] = ["ltr", "auto"];
  cell.dataset.photo = photo.id;
  label.append(tick, best, pixels, about);
  cell.append(element("a", "cover"), label);
  return cell;
}

function fill(cell, photo, isBest, isTicked) {
  if (cell.dataset.looks !== looks(photo)) {
    cell.dataset.looks = looks(photo);
    const link = cell.querySelector(".cover");
    link.href = photo.page ?? `/photos/${photo.id}`;
    link.style.aspectRatio = ratio(photo);
    link.replaceChildren(makePicture(photo, { width: pictureWidth }));
  }
  cell.classList.toggle("is-best", isBest);
  const words = ["pixels", "about"].map((name) => cell.querySelector(`.${name}`).textContent);
  const tick = cell.querySelector("input");
  tick.checked = isTicked;
  tick.ariaLabel = [text.duplicates.trash, ...(isBest ? [text.duplicates.best] : []), ...words].join(", ");
}
