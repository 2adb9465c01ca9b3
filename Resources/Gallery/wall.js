// SPDX-License-Identifier: Apache-2.0

import { looks, makeCell, place, showLikes } from "./cell.js";
import { justified, ratio } from "./layout.js";

/**
 * The wall of photos: a list under each heading, as for each month, in rows. Only what is near the window is in the
 * document, so that a wall of a hundred thousand photos scrolls as one of a hundred does.
 */
export class Wall {
  /** Called with a photo's id when somebody opens it. */
  opened = (_id) => {};
  /** Called with a photo's id when somebody likes it, or no longer. */
  liked = (_id) => {};
  /** Called when the end of the wall comes near. */
  endIsNear = () => {};
  /** Called with each cell that is made. */
  made = (_cell) => {};

  #root;
  #heading = () => "";
  #months = [];
  #count = 0;
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

  /** The first photo in sight and its place; `null` at the top. */
  get anchor() { return this.#anchor(); }

  /** Begins anew, with nothing on it. `heading` says under which heading a photo stands. */
  begin(heading) {
    for (const { section } of this.#months) section.remove();
    [this.#months, this.#count, this.#heading] = [[], 0, heading];
    scrollTo(0, 0);
  }

  /**
   * Shows photos, which stay in place as far as they were shown before, or come to where `anchor` says. Where only their order
   * is another one, the window stays in place instead.
   */
  show(photos, anchor = photos.length === this.#count ? null : this.#anchor()) {
    const groups = grouped(photos, this.#heading);
    this.#count = photos.length;
    for (const old of this.#months.slice(groups.length)) old.section.remove();
    this.#months = groups.map((group, index) => {
      const shown = this.#months[index] ?? this.#makeMonth();
      shown.heading.textContent = group.name;
      shown.heading.hidden = group.name === "";
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
    const likes = this.#cell(photo.id)?.querySelector(".likes");
    if (likes) showLikes(likes, photo);
  }

  /** Gives the focus to a photo, and brings it in sight. */
  focus(id) {
    this.reveal(id);
    this.#cell(id)?.querySelector(".cover").focus({ preventScroll: true });
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
    this.#months.forEach((shown, index) => drawMonth(shown, above - tops[index], below - tops[index], this.made));
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

  /** Brings a photo in sight. */
  reveal(id) {
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

/** The heading of each photo, which takes longer to write than all else of a group. */
const headings = new WeakMap();

function headingOf(photo, heading) {
  if (!headings.has(photo)) headings.set(photo, heading(photo));
  return headings.get(photo);
}

function grouped(photos, heading) {
  const groups = [];
  for (const photo of photos) {
    const name = headingOf(photo, heading);
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

function drawMonth(shown, from, until, made) {
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
      made(cell);
    }
    // In the order of the photos, which is the order of the Tab key.
    if (cell.parentNode !== shown.list || cell.previousElementSibling !== before) insert(cell, before, shown.list);
    place(cell, box);
    before = cell;
  }
}

/** Puts a cell behind another one, or first, where it keeps the focus if it has it. */
function insert(cell, before, list) {
  const focused = cell.contains(document.activeElement) ? document.activeElement : null;
  if (before) before.after(cell); else list.prepend(cell);
  focused?.focus({ preventScroll: true });
}

function paddingOf(element) {
  const style = getComputedStyle(element);
  return parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
}
