// SPDX-License-Identifier: Apache-2.0

import { loadPicture, looks, makeCell, place, sharpen, showLikes, takeOver } from "./cell.js";
import { grouped } from "./group.js";
import { justified, rowAt } from "./layout.js";

/** The time without a jump after which photos are at rest, in milliseconds. */
const restDelay = 100;
/** A wall of more pixels may be higher than browsers can show. */
const heightLimit = 5_000_000;
/** What fits such walls in, once it was read. */
let fitted = null;

/**
 * The wall of photos: a section under each heading, as for each month, in rows. Only what is near the window is in the
 * document, so that a wall of a hundred thousand photos scrolls as one of a hundred does. A section may have photos of which
 * only the shape is known yet.
 */
export class Wall {
  /** Called with a photo's id when somebody opens it. */
  opened = (_id) => {};
  /** Called with a photo's id when somebody likes it, or no longer. */
  liked = (_id) => {};
  /** Called when the end of the wall comes near. */
  endIsNear = () => {};
  /** Called at rest with what is near the window, `{section, first, end}` each, and whether something of that is not known. */
  near = (_places, _isLacking) => {};
  /** Called with each cell that is made. */
  made = (_cell) => {};
  /** Called after sections have come to other places. */
  laidOut = () => {};

  #root;
  #heading = () => "";
  #shown = [];
  #count = 0;
  #tall = null;
  #width = 0;
  #isPlanned = false;
  /** The first photo in sight and its place, and how far down the page was then: it stays the same until somebody scrolls. */
  #kept = { anchor: null, top: 0 };
  /** How far down the page was when it was drawn last, and what waits for it to rest; `null` once it does. */
  #drawnAt = 0;
  #rest = null;

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

  /** The sections in order with their names, and how far down the page each begins. */
  get marks() {
    return this.#shown.map(({ section, element }) => (
      { key: section.key, name: section.name, top: element.getBoundingClientRect().top + scrollY }));
  }

  /** What has sections fit in a page; `null` where they do anyway. */
  get tall() { return this.#tall; }

  /** Begins anew, with nothing on it. `heading` says under which heading a photo stands. */
  begin(heading) {
    for (const { element } of this.#shown) element.remove();
    [this.#shown, this.#count, this.#heading, this.#tall] = [[], 0, heading, null];
    this.#kept = { anchor: null, top: 0 };
    scrollTo(0, 0);
    this.laidOut();
  }

  /**
   * Shows photos, or the `sections` of a list that has some. They stay in place as far as they were shown before, or come to
   * where `anchor` says. Where only the order of photos is another one, the window stays in place instead.
   */
  show(list, anchor) {
    const sections = list.sections ?? grouped(list, this.#heading);
    const isReordered = !list.sections && list.length === this.#count;
    const kept = anchor === undefined ? (isReordered ? null : this.#anchor()) : anchor;
    this.#count = list.length;
    const isShorter = this.#take(sections);
    if (this.#layOut(isShorter) || anchor) {
      this.#restore(kept);
      this.laidOut();
    }
    this.draw();
    for (const { section, cells } of this.#shown) {
      for (const id of cells.keys()) {
        const photo = section.photo(section.indexOf(id));
        if (photo) this.refresh(photo);
      }
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
    this.#cell(id)?.querySelector(".cover")?.focus({ preventScroll: true });
  }

  /** Takes sections for what is shown from now on, and says whether some are not there any more. */
  #take(sections) {
    const before = new Map(this.#shown.map((shown) => [shown.section.key, shown]));
    this.#shown = sections.map((section) => {
      const shown = before.get(section.key) ?? makeSection();
      before.delete(section.key);
      shown.heading.textContent = section.name;
      shown.heading.hidden = section.name === "";
      return Object.assign(shown, { section });
    });
    for (const { element } of before.values()) element.remove();
    let last = null;
    for (const { element } of this.#shown) {
      if (last === null && element.parentNode !== this.#root) this.#root.append(element);
      else if (last !== null && last.nextElementSibling !== element) last.after(element);
      last = element;
    }
    return before.size > 0;
  }

  /** Sorts into rows what is new or has another width, and says whether there was any, or there are fewer sections. */
  #layOut(isShorter = false) {
    this.#width = this.#root.clientWidth - paddingOf(this.#root);
    const [target, gap] = this.#width < 600 ? [130, 2] : [220, 4];
    let isOther = isShorter;
    for (const shown of this.#shown) {
      const { section } = shown;
      if (shown.revision === section.revision && shown.width === this.#width && shown.laidOut === section) continue;
      isOther = true;
      const { ratios } = section;
      const { rows, height } = justified(ratios, this.#width, target, gap);
      Object.assign(shown, { laidOut: section, revision: section.revision, width: this.#width, ratios, rows, height, gap });
      shown.list.style.height = `${height}px`;
    }
    if (isOther) this.#fit();
    return isOther;
  }

  #fit() {
    if (fitted) this.#tall = fitted(this.#shown, this.#tall);
    else if (this.#shown.reduce((sum, { height }) => sum + height, 0) > heightLimit) this.#readFitting();
  }

  async #readFitting() {
    // Where it does not come, the first photos can still be scrolled to.
    fitted ??= (await import("./tall.js").catch(() => null))?.fitted;
    if (!fitted) return;
    this.#fit();
    this.laidOut();
    this.draw();
  }

  /** How far below the top of its list a height is shown, and the height that is shown there. */
  #top(shown, height) { return this.#tall?.top(shown, height) ?? height; }
  #height(shown, top) { return this.#tall?.height(shown, top) ?? top; }

  #plan() {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    requestAnimationFrame(() => {
      this.#isPlanned = false;
      if (this.#root.clientWidth - paddingOf(this.#root) !== this.#width) {
        const anchor = this.#anchor();
        this.#layOut();
        this.#restore(anchor);
        this.laidOut();
      }
      this.draw();
    });
  }

  /** Puts what is within a screen of the window into the document, and takes out the rest. */
  draw() {
    const [above, below] = [-innerHeight, 2 * innerHeight];
    const isAtRest = this.#judgeRest();
    this.#tall?.follow();
    this.#drawnAt = scrollY;
    // All places are read before anything is changed, so that the browser lays out once.
    const tops = this.#shown.map((shown) => shown.list.getBoundingClientRect().top);
    // What is above the wall may get another height before its width is noticed.
    this.#kept = { anchor: this.#anchor(tops), top: scrollY };
    const isDeep = (this.#shown.length ? this.#root.getBoundingClientRect().bottom : 0) > below + innerHeight;
    const sign = getComputedStyle(this.#root).direction === "rtl" ? -1 : 1;
    const places = this.#shown.map((shown, index) => (
      drawSection(shown, this.#height(shown, above - tops[index]), this.#height(shown, below - tops[index]), {
        sign, isAtRest, made: this.made, topOf: (height) => this.#top(shown, height),
      }))).filter(Boolean);
    if (isAtRest) this.near(places, places.some(({ isLacking }) => isLacking));
    if (!isDeep) this.endIsNear();
  }

  /** Whether photos are at rest. While the page jumps by more than a screen a frame, nobody sees pictures. */
  #judgeRest() {
    const distance = Math.abs(scrollY - this.#drawnAt);
    if (distance > innerHeight) {
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => {
        this.#rest = null;
        this.draw();
      }, restDelay);
    }
    return this.#rest === null;
  }

  /** The first photo in sight and its place, which stays when the wall changes; `null` at the top, which also stays. */
  #anchor(tops = []) {
    if (scrollY === 0) return null;
    if (this.#kept.anchor && Math.abs(this.#kept.top - scrollY) < 1) return this.#kept.anchor;
    // The header covers what is above.
    const edge = this.#root.offsetTop;
    for (const [number, shown] of this.#shown.entries()) {
      const { section, list, rows, height } = shown;
      const top = tops[number] ?? list.getBoundingClientRect().top;
      if (top + this.#top(shown, height) <= edge) continue;
      const row = rows[rowAt(rows, this.#height(shown, edge - top))];
      const place = top + this.#top(shown, row.top);
      return { id: section.id(row.first), key: section.key, index: row.first, top: place, part: place / row.height };
    }
    return null;
  }

  #restore(anchor) {
    const place = anchor && this.#place(anchor);
    this.#kept = { anchor: null, top: 0 };
    if (!place) return;
    // Of a row that is partly above the window, the same part stays there.
    scrollBy(0, place.top - (anchor.top < 0 ? anchor.part * place.height : anchor.top));
    // What was shown before it came there is no jump.
    this.#drawnAt = scrollY;
    this.#kept = { anchor, top: scrollY };
  }

  /** The place of a photo in the window, by its id or else by its number in a section that had it. */
  #place({ id, key, index = 0 }) {
    const found = id === undefined ? null : this.#find(id);
    const shown = found?.shown ?? this.#shown.find(({ section }) => typeof key === "string" && section.key === key);
    if (!shown) return null;
    const number = found?.index ?? Math.min(index, shown.section.count - 1);
    const row = shown.rows[firstRowFrom(shown.rows, number)];
    this.#tall?.include(shown, row.top);
    return { top: shown.list.getBoundingClientRect().top + this.#top(shown, row.top), height: row.height };
  }

  #find(id) {
    for (const shown of this.#shown) {
      const index = shown.section.indexOf(id);
      if (index >= 0) return { shown, index };
    }
    return null;
  }

  /** Brings a photo in sight. */
  reveal(id) {
    const place = this.#place({ id });
    if (!place) return;
    if (place.top < 80 || place.top + place.height > innerHeight) scrollBy(0, place.top - innerHeight / 3);
    this.#drawnAt = scrollY;
    this.draw();
  }

  #cell(id) { return this.#shown.map(({ cells }) => cells.get(id)).find(Boolean); }

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
    const next = id === undefined || step === undefined ? undefined : this.#beside(id, step);
    if (next === undefined) return;
    event.preventDefault();
    this.focus(next);
  }

  #beside(id, step) {
    const { shown, index } = this.#find(id) ?? {};
    if (!shown) return undefined;
    const other = this.#shown[this.#shown.indexOf(shown) + step]?.section;
    return shown.section.id(index + step) ?? other?.id(step < 0 ? other.count - 1 : 0);
  }
}

function makeSection() {
  const [element, heading, list] = ["section", "h2", "ul"].map((name) => document.createElement(name));
  list.className = "wall";
  element.append(heading, list);
  return { element, heading, list, cells: new Map(), rows: [], height: 0 };
}

/** The row that has a photo. */
function firstRowFrom(rows, index) {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].end > index) high = middle; else low = middle + 1;
  }
  return low;
}

/** The photos of rows that are partly between two heights, and the one that has the focus, each with its box. */
function near({ section, cells, rows, ratios, gap }, from, until, topOf) {
  const found = [];
  const add = ({ first, end, top, height }, only = null) => {
    let left = 0;
    for (let index = first; index < end; index += 1) {
      const width = ratios[index] * height;
      if (only === null || only === index) found.push({ index, box: { left, top: topOf(top), width, height } });
      left += width + gap;
    }
  };
  let row = rowAt(rows, from);
  const begin = rows[row]?.first ?? section.count;
  for (; row < rows.length && rows[row].top <= until; row += 1) add(rows[row]);
  const end = rows[row]?.first ?? section.count;
  // What has the focus stays, or the next key would go to the top of the page.
  for (const [id, cell] of cells) {
    if (!cell.contains(document.activeElement)) continue;
    const index = section.indexOf(id);
    if (index >= 0 && (index < begin || index >= end)) add(rows[firstRowFrom(rows, index)], index);
  }
  return found.sort((one, other) => one.index - other.index);
}

/** Draws what is near of a section, and gives its places, or `null` where nothing is. */
function drawSection(shown, from, until, { sign, isAtRest, made, topOf }) {
  const { section, cells, list } = shown;
  if (cells.size === 0 && (until < 0 || from > shown.height)) return null;
  const places = near(shown, from, until, topOf);
  const former = new Map();
  const wanted = new Map(places.map(({ index, box }) => [section.id(index) ?? index, { index, box }]));
  for (const [key, cell] of cells) {
    const index = wanted.get(key)?.index;
    if (index !== undefined && cell.dataset.looks === looks(section.photo(index), section.colour(index))) continue;
    cell.remove();
    cells.delete(key);
    former.set(key, cell);
  }
  let before = null;
  for (const [key, { index, box }] of wanted) {
    let cell = cells.get(key);
    if (!cell) {
      cell = makeCell(section.photo(index), box, section.id(index), section.colour(index));
      cells.set(key, cell);
      if (former.has(key)) takeOver(cell, former.get(key));
      made(cell);
    }
    // In the order of the photos, which is the order of the Tab key.
    if (cell.parentNode !== list || cell.previousElementSibling !== before) insert(cell, before, list);
    if (place(cell, box, sign)) sharpen(cell, section.photo(index), box);
    if (isAtRest) loadPicture(cell);
    before = cell;
  }
  if (places.length === 0) return null;
  return {
    section, first: places[0].index, end: places.at(-1).index + 1,
    isLacking: places.some(({ index }) => section.lacks(index)),
  };
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
