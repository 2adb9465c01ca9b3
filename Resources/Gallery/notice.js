// SPDX-License-Identifier: Apache-2.0

import { makeDialog, shown } from "./dialog.js";
import "./morewords.js";
import { text } from "./words.js";

/** How long a message stays, in milliseconds. */
const stay = 10_000;

/** A message about what was done, for a while, with a way to undo it where there is one. */
export class Notice {
  #box = document.createElement("div");
  #words = document.createElement("p");
  #button = document.createElement("button");
  #timer = null;
  #undo = null;

  constructor() {
    this.#box.className = "notice";
    this.#words.setAttribute("role", "status");
    this.#button.type = "button";
    this.#button.textContent = text.undo;
    this.#box.append(this.#words, this.#button);
    document.body.append(this.#box);
    this.#button.addEventListener("click", () => {
      const undo = this.#undo;
      this.hide();
      undo();
    });
    // Whoever is about to press the button has as long as it takes.
    for (const kind of ["pointerenter", "focusin"]) this.#box.addEventListener(kind, () => clearTimeout(this.#timer));
    for (const kind of ["pointerleave", "focusout"]) this.#box.addEventListener(kind, () => this.#wait());
    this.hide();
  }

  /** Shows a message. `undo` undoes what it is about, if that can be undone. */
  show(words, undo = null) {
    this.#undo = undo;
    this.#words.textContent = words;
    this.#button.hidden = undo === null;
    this.#box.classList.remove("away");
    this.#wait();
  }

  /** Takes the message away. */
  hide() {
    clearTimeout(this.#timer);
    this.#words.textContent = "";
    this.#button.hidden = true;
    this.#box.classList.add("away");
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), stay);
  }
}

/**
 * Asks whether to do what cannot be undone.
 *
 * @param {string} question What is asked.
 * @param {string} warning What comes of it.
 * @param {string} action What the button says that does it.
 * @returns {Promise<boolean>} `true` if it is to be done.
 */
export async function confirmed(question, warning, action) {
  const dialog = makeDialog("confirm", question);
  const [words, form] = ["p", "form"].map((name) => document.createElement(name));
  [words.textContent, words.id, form.method] = [warning, "confirm-words", "dialog"];
  dialog.setAttribute("aria-describedby", words.id);
  form.append(choice("", text.cancel), choice("danger", action));
  dialog.append(words, form);
  return await shown(dialog) === "danger";
}

function choice(value, label) {
  const button = document.createElement("button");
  [button.value, button.className, button.textContent] = [value, value, label];
  return button;
}
