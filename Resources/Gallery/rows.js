// SPDX-License-Identifier: Apache-2.0

import { element } from "./elements.js";
import "./morewords.js";
import { confirmed } from "./notice.js";
import { ask } from "./photos.js";
import { text } from "./words.js";

/** A list of what there is, each in a row of words and buttons, and below it what was done, which is read aloud. */
export class Rows {
  /** The element. */
  element = element("div", "links");
  /** What is shown. */
  items = [];

  #list = element("ul", "");
  #message = element("p", "note");
  #name;
  #partsOf;
  #none;

  /**
   * @param {string} name The name, in `data-*`, of what has an item's id.
   * @param {(item: object) => {words: Element[], buttons: Element[]}} partsOf Makes what a row has.
   * @param {string} none Says that there is nothing.
   */
  constructor(name, partsOf, none = "") {
    [this.#name, this.#partsOf, this.#none] = [name, partsOf, none];
    this.#message.setAttribute("role", "status");
    this.element.append(this.#list, this.#message);
  }

  /** Shows items, or says why there are none. */
  show(items, none = this.#none) {
    this.items = items;
    this.#list.replaceChildren(...items.map((item) => this.#makeRow(item)));
    this.#message.textContent = items.length === 0 ? none : "";
  }

  /** Shows an item that was just made. */
  add(item) { this.show([item, ...this.items]); }

  /** Says what was done, and gives the focus to it, as the button that did it may be gone. */
  tell(sentence) {
    this.#message.textContent = sentence;
    this.#message.tabIndex = -1;
    this.#message.focus();
  }

  /**
   * Has the person confirm that an item is to end, ends it, and says whether it has.
   *
   * @param {string} path The address below which it is.
   * @param {{question: string, warning: string, action: string, done: string}} words What is said of it.
   */
  async end({ id }, path, { question, warning, action, done }) {
    if (!await confirmed(question, warning, action)) return false;
    try {
      await ask(`${path}/${encodeURIComponent(id)}`, { method: "DELETE" });
    } catch (error) {
      // What is gone already need not be ended.
      if (error.status !== 404) {
        this.refuse(error);
        return false;
      }
    }
    this.show(this.items.filter((other) => other.id !== id));
    this.tell(done);
    return true;
  }

  /** Says why something could not be done. */
  refuse(error) { this.tell(error.status === undefined ? text.sharing.unreachable : error.message); }

  #makeRow(item) {
    const row = element("li", "link");
    row.setAttribute(`data-${this.#name}`, item.id);
    const [about, controls] = [element("div", "link-words"), element("div", "link-buttons")];
    const { words, buttons } = this.#partsOf(item);
    about.append(...words);
    controls.append(...buttons);
    row.append(about, controls);
    return row;
  }
}
