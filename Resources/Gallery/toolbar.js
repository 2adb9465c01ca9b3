// SPDX-License-Identifier: Apache-2.0

import { change, erase, hasHappened, report } from "./actions.js";
import { button } from "./elements.js";
import { confirmed } from "./notice.js";
import { visibilities } from "./photos.js";
import { text } from "./words.js";

/** What can be done to a selection of each kind. */
const offers = { living: [...visibilities, "like", "delete"], trash: ["restore", "erase"] };

/** The bar that says how many photos are selected, and does something to them. */
export class Toolbar {
  /** The element. */
  element = document.createElement("section");

  #views;
  #selection;
  #notice;
  #attempt;
  #count = document.createElement("p");
  #isBusy = false;
  #buttons = new Map();

  /**
   * @param {import("./views.js").Views} views What is shown.
   * @param {import("./selection.js").Selection} selection What is selected.
   * @param {import("./notice.js").Notice} notice Where it says what has happened.
   * @param {(action: () => Promise<void>) => Promise<void>} attempt Does what may be refused, and says why where it is.
   */
  constructor(views, selection, notice, attempt) {
    [this.#views, this.#selection, this.#notice, this.#attempt] = [views, selection, notice, attempt];
    this.element.className = "toolbar";
    this.element.setAttribute("aria-label", text.selection);
    this.#count.setAttribute("role", "status");
    const clear = this.#makeButton("clear", "×", () => selection.clear());
    clear.setAttribute("aria-label", text.clear);
    this.element.append(clear, this.#count);
    const group = document.createElement("div");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", text.facts.visibility);
    this.element.append(group);
    for (const name of [...offers.living, ...offers.trash]) {
      const made = this.#makeButton(name, text.actions[name], () => this.#run(name));
      this.#buttons.set(name, made);
      (visibilities.includes(name) ? group : this.element).append(made);
    }
    this.show();
  }

  /** Shows how many are selected, and what can be done to them. */
  show() {
    const count = this.#selection.size;
    this.#count.textContent = count > 0 ? text.selected(count) : "";
    this.element.classList.toggle("away", count === 0);
    const offered = this.#views.name === "trash" ? offers.trash : offers.living;
    for (const [name, made] of this.#buttons) made.hidden = !offered.includes(name);
    this.#buttons.get("like").textContent = this.#isLiked ? text.actions.unlike : text.actions.like;
  }

  get #photos() { return this.#selection.ids.map((id) => this.#views.photos.photo(id)).filter(Boolean); }

  get #isLiked() { return this.#photos.length > 0 && this.#photos.every(({ isFavourite }) => isFavourite); }

  #makeButton(name, label, action) {
    const made = button(name, label);
    made.addEventListener("click", action);
    return made;
  }

  #run(name) {
    return this.#attempt(async () => {
      if (this.#isBusy) return;
      this.#isBusy = true;
      try {
        await this.#act(name);
      } finally {
        this.#isBusy = false;
      }
    });
  }

  async #act(name) {
    const ids = this.#selection.ids;
    if (name === "delete") return this.#delete(ids);
    if (name === "erase") return this.#erase(ids);
    if (name === "restore") return this.#restore(ids);
    const isLiked = this.#isLiked;
    const isLike = name === "like";
    const items = await change(ids, isLike ? { favourite: !isLiked } : { visibility: name });
    this.#take(items);
    this.#notice.show(report(items, isLike && isLiked ? text.done.unlike : text.done[name]));
  }

  async #delete(ids) {
    const items = await change(ids, { deleted: true });
    const gone = items.filter(hasHappened).map(({ id }) => id);
    for (const id of gone) this.#views.take({ ...this.#views.photo(id), id, deleted: true });
    // What was not the reader's to delete stays, and need not stay selected.
    this.#selection.clear();
    const undo = () => this.#attempt(() => this.#restore(gone));
    this.#notice.show(report(items, text.done.delete), gone.length > 0 ? undo : null);
  }

  async #restore(ids) {
    const items = await change(ids, { deleted: false });
    this.#take(items);
    this.#notice.show(report(items, text.done.restore));
  }

  async #erase(ids) {
    if (!await confirmed(text.eraseQuestion(ids.length), text.eraseWarning, text.actions.erase)) return;
    const items = await erase(ids);
    for (const { id } of items.filter(hasHappened)) this.#views.remove(id);
    this.#notice.show(report(items, text.done.erase));
  }

  #take(items) { for (const { photo } of items) if (photo) this.#views.take(photo); }
}
