// SPDX-License-Identifier: Apache-2.0

import { scrollAtEdges } from "./edges.js";
import "./morewords.js";
import { text } from "./words.js";

/** How long a finger lies on a photo to select it, in milliseconds. */
const longPress = 500;
/** How far a finger may go meanwhile, in pixels. */
const tremble = 10;

/** What is done on the wall to select photos: a check on each cell, ranges by Shift or by dragging, long presses, keys. */
export class Marking {
  /** The ids of all photos of the wall in order. */
  order = () => [];
  /** Reads the ids from one photo to another, or all, and says whether they are there. */
  prepare = async (_ids) => true;
  /** Says whether there is somebody to select photos for. */
  isOn = () => false;
  /** `true` while photos are chosen for something, so that a click selects and does not open. */
  isChoosing = false;

  #root;
  #selection;
  /** What a pointer that is down has come to: `{id, x, y}`, with `isDragging` or a `timer`; `null` while none is. */
  #pointer = null;
  #ignoresClick = false;
  /** How often a range was begun or given up. */
  #turn = 0;

  constructor(root, selection) {
    [this.#root, this.#selection] = [root, selection];
    // Before the wall opens what is clicked.
    root.addEventListener("click", (event) => this.#click(event), { capture: true });
    root.addEventListener("pointerdown", (event) => this.#begin(event));
    root.addEventListener("contextmenu", (event) => { if (this.#pointer?.timer) event.preventDefault(); });
    addEventListener("pointermove", (event) => this.#move(event));
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => this.#end());
    addEventListener("keydown", (event) => this.#press(event));
  }

  /** Shows on a cell, or on all, what is selected. */
  draw(cells = this.#root.querySelectorAll(".wall > li")) {
    this.#root.classList.toggle("selecting", this.#isSelecting);
    if (!this.isOn()) return;
    for (const cell of cells) {
      const isSelected = this.#selection.has(cell.dataset.id);
      cell.classList.toggle("selected", isSelected);
      // What was not read yet comes again.
      const check = cell.querySelector(".blank") ? null : cell.querySelector(".check") ?? makeCheck(cell);
      check?.setAttribute("aria-checked", isSelected);
    }
  }

  get #isSelecting() { return this.isChoosing || this.#selection.size > 0; }

  /** `true` if a key was meant for the wall, and not for a dialog or a field. */
  #isMeant(event) {
    return this.isOn() && !document.querySelector("dialog[open]") && !event.target.closest("input, textarea, select");
  }

  #click(event) {
    const id = cellID(event.target);
    const isIgnored = this.#ignoresClick;
    this.#ignoresClick = false;
    if (!this.isOn() || id === undefined) return;
    const isRange = event.shiftKey && this.#selection.size > 0;
    const isMark = event.target.closest(".check, .shadow") !== null || this.#isSelecting;
    if (!isIgnored && !isMark) return;
    event.preventDefault();
    event.stopPropagation();
    if (isIgnored) return;
    this.#mark(id, isRange);
  }

  #begin(event) {
    const id = cellID(event.target);
    this.#end();
    this.#ignoresClick = false;
    if (!this.isOn() || id === undefined || !event.isPrimary || event.button !== 0) return;
    const start = { id, x: event.clientX, y: event.clientY };
    if (event.pointerType !== "mouse") start.timer = setTimeout(() => this.#hold(id), longPress);
    else if (event.target.closest(".check") && !event.shiftKey) start.isDragging = false;
    else return;
    this.#pointer = start;
  }

  #hold(id) {
    this.#selection.toggle(id);
    this.#ignoresClick = true;
  }

  #move(event) {
    const pointer = this.#pointer;
    if (pointer === null) return;
    [pointer.nowX, pointer.nowY] = [event.clientX, event.clientY];
    if (pointer.timer) {
      if (Math.hypot(event.clientX - pointer.x, event.clientY - pointer.y) > tremble) this.#end();
    } else this.#drag();
  }

  #drag() {
    const pointer = this.#pointer;
    const id = cellID(document.elementFromPoint(pointer.nowX, pointer.nowY));
    if (!pointer.isDragging) {
      if (id === undefined || id === pointer.id) return;
      pointer.isDragging = this.#ignoresClick = true;
      this.#selection.toggle(pointer.id);
      scrollAtEdges(() => (this.#pointer === pointer ? pointer.nowY : null), () => this.#drag());
    }
    if (id !== undefined && id !== pointer.last) this.#mark(id, true);
    pointer.last = id ?? pointer.last;
  }

  #end() {
    clearTimeout(this.#pointer?.timer);
    this.#pointer = null;
  }

  #press(event) {
    if (!this.#isMeant(event)) return;
    const id = cellID(event.target);
    if (event.key === "a" && (event.ctrlKey || event.metaKey)) this.#markAll();
    else if (event.key === "Escape" && this.#selection.size > 0) this.#selection.clear();
    else if (event.key === " " && id !== undefined && event.target.matches("a")) this.#mark(id, event.shiftKey);
    else return this.#reach(event, id);
    event.preventDefault();
  }

  /** Selects a photo, or all up to it, which may be photos that were not read. */
  async #mark(id, isRange) {
    const turn = this.#turn += 1;
    if (!isRange) return this.#selection.toggle(id);
    if (await this.prepare([this.#selection.anchor, id]) && turn === this.#turn) this.#selection.extend(id, this.order());
  }

  async #markAll() {
    const turn = this.#turn += 1;
    if (await this.prepare() && turn === this.#turn) this.#selection.replace(this.order().filter(Boolean));
  }

  /** With Shift, arrows select what they come to. The wall has given it the focus by now. */
  #reach(event, id) {
    const reached = cellID(document.activeElement);
    if (!event.shiftKey || !event.key.startsWith("Arrow") || id === undefined || reached === id) return;
    if (this.#selection.size === 0) this.#selection.toggle(id);
    this.#mark(reached, true);
  }
}

/** The id of the photo in whose cell an element is. */
export function cellID(element) { return element?.closest(".wall > li")?.dataset.id; }

function makeCheck(cell) {
  const check = document.createElement("button");
  check.type = "button";
  check.className = "check";
  check.setAttribute("role", "checkbox");
  const cover = cell.querySelector(".cover");
  check.setAttribute("aria-label", text.select(cover.querySelector("img")?.alt ?? cover.textContent));
  cell.append(check);
  return check;
}
