// SPDX-License-Identifier: Apache-2.0

import { element } from "./elements.js";
import { language, text } from "./words.js";

/** The least distance between words, and between marks without any, in pixels. */
const [wordDistance, markDistance] = [22, 5];
/** How far from a mark a pointer still means it, in pixels. */
const markSize = 1.5;
/** For how long it is shown on a phone after the page was scrolled, in milliseconds. */
const wakeTime = 1500;

const shortMonth = new Intl.DateTimeFormat(language, { month: "short", timeZone: "UTC" });

/** The months at the edge of the wall, each at the height to which the page is scrolled for it, and a handle to be dragged. */
export class Scrubber {
  #wall;
  #element = element("nav", "scrubber");
  #marks = element("div", "marks");
  #handle = element("div", "handle");
  #bubble = element("div", "bubble");
  /** The months in order: `{key, name, top}`, with how far the page is scrolled for each. */
  #months = [];
  /** The month that a key has chosen, and how far down the page was then: the last ones are all at its end. */
  #chosen = { index: 0, top: null };
  /** How far from the middle of the handle a pointer drags it; `null` while none does. */
  #grip = null;
  #sleep = null;
  /** How far the page can be scrolled, were it as high as all rows are, and the height of all marks: asking the browser each time would have it lay out. */
  #range = 1;
  #height = 0;

  /** @param {import("./wall.js").Wall} wall The wall. */
  constructor(wall) {
    this.#wall = wall;
    const attributes = { role: "slider", tabindex: 0, "aria-orientation": "vertical", "aria-valuemin": 0,
      "aria-label": text.months, "aria-controls": "photos" };
    for (const [name, value] of Object.entries(attributes)) this.#handle.setAttribute(name, value);
    this.#element.setAttribute("aria-label", text.months);
    this.#bubble.setAttribute("aria-hidden", true);
    this.#marks.setAttribute("aria-hidden", true);
    this.#element.append(this.#marks, this.#handle, this.#bubble);
    this.#element.hidden = true;
    document.querySelector("main").before(this.#element);
    this.#handle.addEventListener("keydown", (event) => this.#press(event));
    this.#element.addEventListener("pointerdown", (event) => this.#begin(event));
    this.#element.addEventListener("pointermove", (event) => this.#move(event));
    for (const kind of ["pointerup", "pointercancel"]) this.#element.addEventListener(kind, () => this.#end());
    this.#element.addEventListener("pointerleave", () => { if (this.#grip === null) this.#say(null); });
    addEventListener("scroll", () => this.#follow(), { passive: true });
    addEventListener("resize", () => this.#measure());
  }

  /** Shows the months of the wall, or is hidden. */
  show(isShown) {
    this.#element.hidden = !isShown;
    if (isShown) this.#measure();
  }

  #measure() {
    if (this.#element.hidden) return;
    const bar = document.querySelector(".bar").offsetHeight;
    this.#element.style.insetBlockStart = `${bar}px`;
    this.#months = this.#wall.marks.map((mark, index) => ({ ...mark, top: index === 0 ? 0 : this.#real(mark.top) - bar }));
    this.#handle.setAttribute("aria-valuemax", this.#months.length - 1);
    const excess = this.#wall.tall?.excess ?? 0;
    this.#range = Math.max(1, document.documentElement.scrollHeight - innerHeight + excess);
    this.#height = this.#marks.clientHeight;
    this.#marks.replaceChildren(...thinned(this.#months, (top) => this.#heightOf(top)).map(makeMark));
    this.#follow(false);
  }

  /** How far down the page something would be, were that as high as all rows are. */
  #real(top) { return this.#wall.tall?.real(top) ?? top; }

  #scrollTo(top) { (this.#wall.tall ?? window).scrollTo(0, top); }

  /** The height among all marks that says how far the page is scrolled. */
  #heightOf(top) { return Math.min(1, top / this.#range) * this.#height; }

  /** Shows where the page is. */
  #follow(isAwake = true) {
    if (this.#element.hidden) return;
    const position = this.#real(scrollY);
    this.#handle.style.translate = `0 ${this.#heightOf(position)}px`;
    const index = this.#chosen.top === scrollY ? this.#chosen.index : this.#indexAt(position);
    this.#handle.setAttribute("aria-valuenow", index);
    this.#handle.setAttribute("aria-valuetext", this.#months[index]?.name ?? "");
    if (isAwake) this.#wake();
  }

  #wake() {
    clearTimeout(this.#sleep);
    this.#element.classList.add("awake");
    this.#sleep = setTimeout(() => this.#element.classList.remove("awake"), wakeTime);
  }

  /** The month that is on top where the page is scrolled so far. */
  #indexAt(top) {
    const next = this.#months.findIndex((month) => month.top > top + 1);
    return Math.max(0, (next < 0 ? this.#months.length : next) - 1);
  }

  /** How far the page is scrolled where the handle is at a height of the window: to the beginning of a month at its mark. */
  #topAt(y) {
    const height = Math.min(this.#height, Math.max(0, y - this.#marks.getBoundingClientRect().top));
    const month = this.#months.find(({ top }) => Math.abs(this.#heightOf(top) - height) <= markSize);
    return Math.min(this.#range, month?.top ?? height / this.#height * this.#range);
  }

  #begin(event) {
    if (!event.isPrimary || event.button !== 0) return;
    event.preventDefault();
    this.#handle.focus({ preventScroll: true });
    const { top, height } = this.#handle.getBoundingClientRect();
    this.#grip = event.target === this.#handle ? event.clientY - top - height / 2 : 0;
    this.#element.setPointerCapture(event.pointerId);
    this.#element.classList.add("dragging");
    this.#move(event);
  }

  #move(event) {
    const top = this.#topAt(event.clientY - (this.#grip ?? 0));
    if (this.#grip !== null) this.#scrollTo(top);
    this.#say(top);
  }

  #end() {
    this.#grip = null;
    this.#element.classList.remove("dragging");
    this.#say(null);
  }

  /** Says the month to which the page is scrolled so far. */
  #say(top) {
    this.#bubble.classList.toggle("shown", top !== null);
    if (top === null) return;
    this.#bubble.textContent = this.#months[this.#indexAt(top)]?.name ?? "";
    this.#bubble.style.translate = `0 ${this.#heightOf(top)}px`;
  }

  #press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isBackwards = getComputedStyle(this.#element).direction === "rtl";
    const index = Number(this.#handle.getAttribute("aria-valuenow"));
    const last = this.#months.length - 1;
    const target = {
      ArrowDown: index + 1, ArrowUp: index - 1,
      ArrowRight: isBackwards ? index - 1 : index + 1, ArrowLeft: isBackwards ? index + 1 : index - 1,
      PageDown: this.#yearFrom(index, 1), PageUp: this.#yearFrom(index, -1), Home: 0, End: last,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#choose(Math.min(last, Math.max(0, target)));
  }

  #choose(index) {
    this.#scrollTo(Math.min(this.#range, this.#months[index].top));
    this.#chosen = { index, top: scrollY };
    this.#follow();
  }

  /** The first month that is shown of the year before or after that of a month. */
  #yearFrom(index, step) {
    let other = index;
    while (this.#months[other] && yearOf(this.#months[other]) === yearOf(this.#months[index])) other += step;
    if (!this.#months[other]) return step > 0 ? this.#months.length - 1 : 0;
    while (this.#months[other - 1] && yearOf(this.#months[other - 1]) === yearOf(this.#months[other])) other -= 1;
    return other;
  }
}

function yearOf({ key }) { return key.slice(0, -3); }

/**
 * The marks for which there is room: years with their number first, then the names of months, and lines for others.
 *
 * @param {{key: string, top: number}[]} months The months in order.
 * @param {(top: number) => number} heightOf Gives how far down a mark is.
 * @returns {{words: string, height: number, isYear: boolean}[]}
 */
export function thinned(months, heightOf) {
  const all = months.map((month, index) => ({
    month, height: heightOf(month.top), isYear: index === 0 || yearOf(month) !== yearOf(months[index - 1]),
  }));
  const marks = [];
  const add = (candidates, distance, words) => {
    for (const { month, height, isYear } of candidates) {
      if (marks.some((mark) => Math.abs(mark.height - height) < distance)) continue;
      marks.push({ words: words(month), height, isYear });
    }
  };
  add(all.filter(({ isYear }) => isYear), wordDistance, yearOf);
  add(all.filter(({ isYear }) => !isYear), wordDistance, ({ key }) => shortMonth.format(new Date(`${key}-15`)));
  add(all, markDistance, () => "");
  return marks;
}

function makeMark({ words, height, isYear }) {
  const mark = element("span", isYear ? "year" : "month", words);
  mark.style.translate = `0 ${height}px`;
  return mark;
}
