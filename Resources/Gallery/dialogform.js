// SPDX-License-Identifier: Apache-2.0

import { button, element } from "./elements.js";
import "./morewords.js";
import { text } from "./words.js";

/** What is filled in in a dialog: its fields, why it was refused, and buttons that give it up or send it. */
export class DialogForm {
  /** The element. */
  element;
  /** Called when somebody thinks better of it. */
  cancelled = () => {};
  /** Sends what was filled in. What it throws is shown; an error that has a `field` gives the focus to it. */
  submit = async () => {};

  #reasonOf;
  #error = errorLine();
  #send;

  /**
   * @param {string} className The class of the form.
   * @param {Element[]} fields What is filled in, and what is said of it.
   * @param {string} action What the button says that sends it.
   * @param {(error: Error) => string} reasonOf Says why it was refused.
   */
  constructor(className, fields, action, reasonOf) {
    this.element = element("form", className);
    this.#reasonOf = reasonOf;
    this.#send = button("primary", action);
    this.#send.type = "submit";
    const [cancel, buttons] = [button("", text.cancel), element("div", "buttons")];
    cancel.addEventListener("click", () => this.cancelled());
    buttons.append(cancel, this.#send);
    this.element.noValidate = true;
    this.element.append(...fields, this.#error, buttons);
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.isReady) this.#submit();
    });
  }

  /** `true` if it can be sent. */
  get isReady() { return !this.#send.disabled; }
  set isReady(isReady) { this.#send.disabled = !isReady; }

  /** Says why something did not happen; nothing any more where that is `null`. */
  refuse(error) { this.#error.textContent = error === null ? "" : this.#reasonOf(error); }

  async #submit() {
    this.isReady = false;
    this.refuse(null);
    try {
      await this.submit();
    } catch (error) {
      this.refuse(error);
      error.field?.focus();
    }
    this.isReady = true;
  }
}

/** A line that says, also to whoever does not see it, why something did not happen. */
export function errorLine() {
  const line = element("p", "alarm");
  line.setAttribute("role", "alert");
  return line;
}
