// SPDX-License-Identifier: Apache-2.0

import { scrollAtEdges } from "./edges.js";
import { element } from "./elements.js";
import { cellID } from "./marking.js";

/** How far the mouse goes before it drags, in pixels. */
const tremble = 6;

/** Dragging photos of an album to another place with the mouse. */
export class Arranging {
  /** Says whether a photo can be dragged. */
  allows = (_id) => false;
  /** The photos that go with one that is dragged, itself among them, in order. */
  companions = (id) => [id];
  /** The ids of all photos in order. */
  order = () => [];
  /** Called with the photos that were dropped, and the one that they are before from then on; `null` for the end. */
  dropped = (_ids, _before) => {};

  #root;
  /** A drag that may come, or is under way: `{id, x, y}` and, once it is, `ids`, `before` and `ghost`. */
  #drag = null;
  #mark = element("div", "drop-mark");

  /** @param {Element} root What has the wall in it. */
  constructor(root) {
    this.#root = root;
    root.addEventListener("pointerdown", (event) => this.#begin(event));
    // The browser would drag the address of the photo.
    root.addEventListener("dragstart", (event) => { if (this.allows(cellID(event.target))) event.preventDefault(); });
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", () => this.#end(true));
    addEventListener("pointercancel", () => this.#end(false));
    addEventListener("keydown", (event) => this.#press(event), { capture: true });
  }

  #begin(event) {
    const id = cellID(event.target);
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
    if (event.pointerType !== "mouse" || event.button !== 0 || !isPlain || !event.target.closest(".cover")) return;
    if (this.allows(id)) this.#drag = { id, x: event.clientX, y: event.clientY };
  }

  #move(event) {
    const drag = this.#drag;
    if (drag === null) return;
    [drag.nowX, drag.nowY] = [event.clientX, event.clientY];
    if (drag.ids === undefined) {
      if (Math.hypot(drag.nowX - drag.x, drag.nowY - drag.y) < tremble) return;
      this.#start(drag);
    }
    this.#follow();
  }

  #start(drag) {
    drag.ids = this.companions(drag.id);
    const picture = this.#cell(drag.id).querySelector(".picture");
    drag.ghost = element("div", "drag-ghost");
    drag.ghost.append(picture.cloneNode());
    if (drag.ids.length > 1) drag.ghost.dataset.count = drag.ids.length;
    document.body.append(drag.ghost);
    this.#root.classList.add("arranging");
    for (const id of drag.ids) this.#cell(id)?.classList.add("moving");
    scrollAtEdges(() => (this.#drag === drag ? drag.nowY : null), () => this.#follow());
  }

  #follow() {
    const drag = this.#drag;
    drag.ghost.style.translate = `${drag.nowX}px ${drag.nowY}px`;
    const near = this.#nearest(drag.nowX, drag.nowY);
    if (near === null) return;
    const isBackwards = getComputedStyle(this.#root).direction === "rtl";
    const { left, width } = near.place;
    const isAfter = (drag.nowX > left + width / 2) !== isBackwards;
    const order = this.order();
    const index = order.indexOf(near.cell.dataset.id) + (isAfter ? 1 : 0);
    // What goes with it is not there to be before.
    drag.before = order.slice(index).find((id) => !drag.ids.includes(id)) ?? null;
    this.#show(near.cell, isAfter);
  }

  /** The cell that is nearest to a place in the window. */
  #nearest(x, y) {
    let nearest = null;
    for (const cell of this.#root.querySelectorAll(".wall > li")) {
      const place = cell.getBoundingClientRect();
      const across = Math.max(place.left - x, 0, x - place.right);
      const down = Math.max(place.top - y, 0, y - place.bottom);
      // Another row is farther than another place in this one.
      const distance = across + 8 * down;
      if (nearest === null || distance < nearest.distance) nearest = { cell, place, distance };
    }
    return nearest;
  }

  #show(cell, isAfter) {
    this.#mark.style.cssText = cell.style.cssText;
    this.#mark.classList.toggle("after", isAfter);
    if (this.#mark.parentNode !== cell.parentNode) cell.parentNode.append(this.#mark);
  }

  #end(isDrop) {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag?.ids) return;
    drag.ghost.remove();
    this.#mark.remove();
    this.#root.classList.remove("arranging");
    for (const cell of this.#root.querySelectorAll(".moving")) cell.classList.remove("moving");
    const ignore = (event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    // The click that follows opens nothing.
    addEventListener("click", ignore, { capture: true });
    setTimeout(() => removeEventListener("click", ignore, { capture: true }));
    if (isDrop && this.#isMove(drag)) this.dropped(drag.ids, drag.before);
  }

  #isMove({ ids, before }) {
    if (before === undefined) return false;
    const order = this.order();
    const others = order.filter((id) => !ids.includes(id));
    const index = before === null ? others.length : others.indexOf(before);
    return String(others.toSpliced(index, 0, ...ids)) !== String(order);
  }

  #press(event) {
    if (event.key !== "Escape" || !this.#drag?.ids) return;
    event.stopPropagation();
    this.#end(false);
  }

  #cell(id) { return this.#root.querySelector(`.wall > li[data-id="${id}"]`); }
}
