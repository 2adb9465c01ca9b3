// SPDX-License-Identifier: Apache-2.0

/** How high all lists of a page may be that browsers show whole, in pixels of CSS and in those of the screen. */
const [heightLimit, screenLimit] = [12_000_000, 30_000_000];
/** How much of a wall has its own height at a time, in pixels. */
const openHeight = 400_000;
/** The room above and below what is in sight that has its own height in any case, in windows. */
const margin = 2;

/**
 * The heights of a wall that is higher than browsers can show, in less room: what is around the window has its own height, and
 * all above and below is squeezed. It begins and ends where the wall does, and its room stays the same whatever is open.
 */
export class Squeeze {
  #total;
  #scale;
  #first = 0;
  #open;

  /**
   * @param {number} total The height of the wall.
   * @param {number} limit The room for it.
   */
  constructor(total, limit) {
    [this.#total, this.#open] = [total, Math.min(openHeight, limit / 2)];
    this.#scale = (limit - this.#open) / (total - this.#open);
  }

  /** Gives the part around a height its own height. */
  open(height) { this.#first = Math.max(0, Math.min(this.#total - this.#open, height - this.#open / 2)); }

  /** `true` if all from one height to another has its own height. */
  isOpen(from, until) {
    return Math.max(0, from) >= this.#first && Math.min(this.#total, until) <= this.#first + this.#open;
  }

  /** The place of a height in the room that there is. */
  shown(height) {
    const inside = Math.max(0, Math.min(this.#open, height - this.#first));
    return (height - inside) * this.#scale + inside;
  }

  /** The height that has a place. */
  real(place) {
    const inside = Math.max(0, Math.min(this.#open, place - this.#first * this.#scale));
    return (place - inside) / this.#scale + inside;
  }
}

/**
 * Gives the sections of a wall their heights.
 *
 * @param {object[]} shown The sections, each with its `list` and the `height` of that.
 * @param {?TallWall} before What had them fit in before.
 * @returns {?TallWall} What has them fit in; `null` where they do anyway.
 */
export function fitted(shown, before) {
  const total = shown.reduce((sum, { height }) => sum + height, 0);
  const limit = Math.min(heightLimit, screenLimit / devicePixelRatio);
  if (total > limit) return new TallWall(shown, limit, before?.middle ?? 0);
  if (before) for (const { list, height } of shown) list.style.height = `${height}px`;
  return null;
}

/** The sections of a wall that is higher than browsers can show. The window goes over all of them nevertheless. */
class TallWall {
  #shown;
  #squeeze;

  /**
   * @param {object[]} shown The sections, each with its `list` and the `height` of that.
   * @param {number} limit The room for all lists.
   * @param {number} middle The height around which the window was before.
   */
  constructor(shown, limit, middle) {
    this.#shown = shown;
    let total = 0;
    for (const section of shown) {
      section.start = total;
      total += section.height;
    }
    [this.total, this.middle] = [total, middle];
    /** By how much the wall is higher than it is shown. */
    this.excess = total - limit;
    this.#squeeze = new Squeeze(total, limit);
    this.#open(middle);
    // Headings, which no squeezing changes.
    const [first, ...others] = shown.map(({ list }) => list.getBoundingClientRect().top);
    this.#shown[0].rest = 0;
    others.forEach((top, index) => {
      this.#shown[index + 1].rest = top - first - this.#squeeze.shown(this.#shown[index + 1].start);
    });
  }

  /** How far below the top of a section's list a height of it is shown. */
  top({ start }, height) { return this.#squeeze.shown(start + height) - this.#squeeze.shown(start); }

  /** The height of a section that is shown so far below the top of its list. */
  height({ start }, top) { return this.#squeeze.real(this.#squeeze.shown(start) + top) - start; }

  /** Gives what is around a height of a section its own height, where it has not. The window does not go with it. */
  include({ start }, height) {
    const place = start + height;
    if (!this.#squeeze.isOpen(place - margin * innerHeight, place + margin * innerHeight)) this.#open(place);
  }

  /** How far down the page something would be that is this far down as it is shown. */
  real(top) {
    const [section, rest] = this.#at(top, ({ start }) => this.#squeeze.shown(start));
    const [place, last] = [top - rest, section.start + section.height];
    if (place < 0) return top;
    return place < this.#squeeze.shown(last) ? rest + this.#squeeze.real(place) : top + last - this.#squeeze.shown(last);
  }

  /** How far down the page something is shown that would be this far down. */
  shown(top) {
    const [section, rest] = this.#at(top, ({ start }) => start);
    const [height, last] = [top - rest, section.start + section.height];
    if (height < 0) return top;
    return height < last ? rest + this.#squeeze.shown(height) : top - last + this.#squeeze.shown(last);
  }

  /** Scrolls, as the browser does, to what would be this far down the page. */
  scrollTo(_, top) {
    const [section, rest] = this.#at(top, ({ start }) => start);
    this.include(section, Math.min(section.height, top - rest - section.start));
    scrollTo(0, this.shown(top));
  }

  /** Has what is around the window have its own height, after somebody has scrolled; what is in sight stays. */
  follow() {
    // At the end of the page its last row stays at the end of the window, and at its beginning the first one on top.
    const part = scrollY / Math.max(1, document.documentElement.scrollHeight - innerHeight);
    const kept = this.real(scrollY + part * innerHeight);
    const [, rest] = this.#at(kept, ({ start }) => start);
    const place = kept - rest;
    if (this.#squeeze.isOpen(place - margin * innerHeight, place + margin * innerHeight)) return;
    this.#open(place);
    scrollTo(0, this.shown(kept) - part * innerHeight);
  }

  #open(place) {
    this.middle = place;
    this.#squeeze.open(place);
    for (const section of this.#shown) section.list.style.height = `${this.top(section, section.height)}px`;
  }

  /** The last section that begins above a place of the page, and the room of headings and of what else is above its list. */
  #at(top, startOf) {
    const base = this.#shown[0].list.getBoundingClientRect().top + scrollY;
    const found = this.#shown.findLast((section) => base + section.rest + startOf(section) <= top) ?? this.#shown[0];
    return [found, base + found.rest];
  }
}
