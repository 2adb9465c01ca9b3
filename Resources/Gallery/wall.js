// SPDX-License-Identifier: Apache-2.0

import { justified, ratio } from "./layout.js";
import { preview, sizes } from "./photos.js";
import { picture } from "./placeholder.js";
import { month, text } from "./words.js";

/** The time for which a photo has to be in sight before its placeholder is drawn, in milliseconds. */
const placeholderDelay = 100;

/**
 * The wall of photos: a list for each month, in rows. Only what is near the window is in the document, so that a wall of
 * a hundred thousand photos scrolls as one of a hundred does.
 */
export class Wall {
  /** Called with a photo's id when somebody opens it. */
  opened = (_id) => {};
  /** Called with a photo's id when somebody likes it, or no longer. */
  liked = (_id) => {};
  /** Called when the end of the wall comes near. */
  endIsNear = () => {};

  #root;
  #months = [];
  #width = 0;
  #isPlanned = false;

  constructor(root) {
    this.#root = root;
    const plan = () => this.#plan();
    addEventListener("scroll", plan, { passive: true });
    new ResizeObserver(plan).observe(root);
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("keydown", (event) => this.#press(event));
  }

  /** Shows photos, which stay in place as far as they were shown before. */
  show(photos) {
    const anchor = this.#anchor();
    const groups = grouped(photos);
    for (const old of this.#months.slice(groups.length)) old.section.remove();
    this.#months = groups.map((group, index) => {
      const shown = this.#months[index] ?? this.#makeMonth();
      shown.heading.textContent = group.name;
      return Object.assign(shown, { photos: group.photos });
    });
    this.#layOut();
    this.#restore(anchor);
    this.#draw();
    for (const { photos, cells } of this.#months) {
      for (const photo of photos.filter(({ id }) => cells.has(id))) this.refresh(photo);
    }
  }

  /** Shows the likes of a photo anew. */
  refresh(photo) {
    const cell = this.#cell(photo.id);
    if (cell) showLikes(cell.querySelector(".likes"), photo);
  }

  /** Gives the focus to a photo, and brings it in sight. */
  focus(id) {
    this.#reveal(id);
    this.#cell(id)?.querySelector("a").focus({ preventScroll: true });
  }

  #makeMonth() {
    const section = document.createElement("section");
    const heading = document.createElement("h2");
    const list = document.createElement("ul");
    list.className = "wall";
    section.append(heading, list);
    this.#root.append(section);
    return { section, heading, list, photos: [], cells: new Map(), boxes: [] };
  }

  #layOut() {
    this.#width = this.#root.clientWidth - paddingOf(this.#root);
    const isNarrow = this.#width < 600;
    const [target, gap] = isNarrow ? [130, 2] : [220, 4];
    for (const shown of this.#months) {
      const ratios = shown.photos.map(ratio);
      const { rows, height } = justified(ratios, this.#width, target, gap);
      shown.boxes = boxes(rows, ratios, gap);
      shown.list.style.height = `${height}px`;
    }
  }

  #plan() {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    requestAnimationFrame(() => {
      this.#isPlanned = false;
      if (this.#root.clientWidth - paddingOf(this.#root) !== this.#width) {
        const anchor = this.#anchor();
        this.#layOut();
        this.#restore(anchor);
      }
      this.#draw();
    });
  }

  /** Puts what is within a screen of the window into the document, and takes out the rest. */
  #draw() {
    const [above, below] = [-innerHeight, 2 * innerHeight];
    // All places are read before anything is changed, so that the browser lays out once.
    const tops = this.#months.map((shown) => shown.list.getBoundingClientRect().top);
    const isDeep = (this.#months.length ? this.#root.getBoundingClientRect().bottom : 0) > below + innerHeight;
    this.#months.forEach((shown, index) => drawMonth(shown, above - tops[index], below - tops[index]));
    if (!isDeep) this.endIsNear();
  }

  /** The first photo in sight and its place, which stays when the wall changes; `null` at the top, which also stays. */
  #anchor() {
    if (scrollY === 0) return null;
    for (const shown of this.#months) {
      const top = shown.list.getBoundingClientRect().top;
      const index = shown.boxes.findIndex((box) => top + box.top + box.height > 0);
      if (index >= 0) return { id: shown.photos[index].id, top: top + shown.boxes[index].top };
    }
    return null;
  }

  #restore(anchor) {
    const place = anchor && this.#place(anchor.id);
    if (place) scrollBy(0, place.top - anchor.top);
  }

  #place(id) {
    for (const shown of this.#months) {
      const index = shown.photos.findIndex((photo) => photo.id === id);
      if (index < 0) continue;
      const { top, height } = shown.boxes[index];
      return { top: shown.list.getBoundingClientRect().top + top, height };
    }
    return null;
  }

  #reveal(id) {
    const place = this.#place(id);
    if (!place) return;
    if (place.top < 80 || place.top + place.height > innerHeight) scrollBy(0, place.top - innerHeight / 3);
    this.#draw();
  }

  #cell(id) { return this.#months.map(({ cells }) => cells.get(id)).find(Boolean); }

  #click(event) {
    const id = event.target.closest("li")?.dataset.id;
    if (id === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest(".likes")) return this.liked(id);
    event.preventDefault();
    this.opened(id);
  }

  /** Arrows go from photo to photo, in the order in which they are read. */
  #press(event) {
    const id = event.target.closest("li")?.dataset.id;
    const isBackwards = getComputedStyle(this.#root).direction === "rtl";
    const step = { ArrowRight: isBackwards ? -1 : 1, ArrowLeft: isBackwards ? 1 : -1 }[event.key];
    if (id === undefined || step === undefined) return;
    const all = this.#months.flatMap(({ photos }) => photos);
    const next = all[all.findIndex((photo) => photo.id === id) + step];
    if (!next) return;
    event.preventDefault();
    this.focus(next.id);
  }
}

/** Shows how many like a photo, and whether the reader does. */
export function showLikes(button, photo) {
  const likes = text.likes(photo.favouriteCount);
  button.textContent = photo.favouriteCount;
  button.dataset.count = photo.favouriteCount;
  button.setAttribute("aria-pressed", photo.isFavourite === true);
  button.setAttribute("aria-label", photo.isFavourite ? text.unlike(likes) : text.like(likes));
}

/** The month of each photo, which takes longer to write than all else of a group. */
const months = new WeakMap();

function monthOf(photo) {
  if (!months.has(photo)) months.set(photo, month.format(new Date(photo.createdAt)));
  return months.get(photo);
}

function grouped(photos) {
  const groups = [];
  for (const photo of photos) {
    const name = monthOf(photo);
    if (groups.at(-1)?.name !== name) groups.push({ name, photos: [] });
    groups.at(-1).photos.push(photo);
  }
  return groups;
}

function boxes(rows, ratios, gap) {
  return rows.flatMap(({ first, end, top, height }) => {
    let left = 0;
    return ratios.slice(first, end).map((ratio) => {
      const box = { left, top, width: ratio * height, height };
      left += box.width + gap;
      return box;
    });
  });
}

function drawMonth(shown, from, until) {
  const near = new Map();
  shown.boxes.forEach((box, index) => {
    const photo = shown.photos[index];
    const isNear = box.top + box.height >= from && box.top <= until;
    // What has the focus stays, or the next key would go to the top of the page.
    if (isNear || shown.cells.get(photo.id)?.contains(document.activeElement)) near.set(photo.id, { photo, box });
  });
  for (const [id, cell] of shown.cells) {
    if (near.get(id) && cell.dataset.looks === looks(near.get(id).photo)) continue;
    cell.remove();
    shown.cells.delete(id);
  }
  let before = null;
  for (const { photo, box } of near.values()) {
    let cell = shown.cells.get(photo.id);
    if (!cell) {
      cell = makeCell(photo, box);
      shown.cells.set(photo.id, cell);
      // In the order of the photos, which is the order of the Tab key.
      if (before) before.after(cell); else shown.list.prepend(cell);
    }
    place(cell, box);
    before = cell;
  }
}

/** What a cell shows of a photo but for its likes; a photo that looks otherwise gets another cell. */
function looks(photo) {
  return JSON.stringify([photo.caption, photo.width, photo.height, Object.keys(photo.variants ?? {})]);
}

function place(cell, box) {
  const sign = getComputedStyle(document.documentElement).direction === "rtl" ? -1 : 1;
  const style = `width:${box.width}px;height:${box.height}px;transform:translate(${sign * box.left}px,${box.top}px)`;
  if (cell.dataset.place === style) return;
  cell.dataset.place = style;
  cell.style.cssText = style;
}

function makeCell(photo, box) {
  const cell = document.createElement("li");
  cell.dataset.id = photo.id;
  cell.dataset.looks = looks(photo);
  const link = document.createElement("a");
  link.href = `/photos/${photo.id}`;
  const likes = document.createElement("button");
  likes.type = "button";
  likes.className = "likes";
  link.append(makePicture(photo, box));
  showLikes(likes, photo);
  cell.append(link, likes);
  return cell;
}

function makePicture(photo, box) {
  const image = new Image();
  image.className = "picture";
  image.alt = photo.caption || text.photo(photo.owner);
  image.decoding = "async";
  if (photo.averageColour) image.style.backgroundColor = photo.averageColour;
  image.sizes = `${Math.ceil(box.width)}px`;
  image.srcset = sizes(photo);
  image.src = preview(photo);
  setTimeout(() => {
    if (!image.isConnected || image.complete || !photo.placeholder) return;
    image.style.backgroundImage = `url("${picture(photo.placeholder)}")`;
  }, placeholderDelay);
  return image;
}

function paddingOf(element) {
  const style = getComputedStyle(element);
  return parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
}
