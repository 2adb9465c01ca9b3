// SPDX-License-Identifier: Apache-2.0

import { button, element, logo } from "./elements.js";
import "./morewords.js";
import { duration, text } from "./words.js";

/** What asks for the password of a share link. */
export class SharedLock {
  /** The element. */
  element = element("form", "lock");
  /** Called once the password has opened the link. */
  opened = () => {};
  /** Called with an error that is not about the password. */
  failed = (_error) => {};

  #unlock;
  #input = document.createElement("input");
  #open = button("primary", text.shared.open);
  #message = element("p", "alarm");

  /** @param {(password: string) => Promise<void>} unlock Gives the password to the service. */
  constructor(unlock) {
    this.#unlock = unlock;
    const heading = element("h1", "", text.shared.locked);
    const [hint, label] = [element("p", "", text.shared.lockedHint), element("label", "", text.shared.password)];
    Object.assign(this.#input, { type: "password", required: true, autocomplete: "off" });
    this.#message.id = "lock-message";
    this.#message.setAttribute("role", "alert");
    this.#input.setAttribute("aria-describedby", this.#message.id);
    this.#open.type = "submit";
    label.append(this.#input);
    this.element.append(logo(), heading, hint, label, this.#message, this.#open);
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.#open.disabled) this.#submit();
    });
    this.#input.addEventListener("input", () => this.say(""));
  }

  /** Gives the focus to the field. */
  focus() { this.#input.focus(); }

  async #submit() {
    this.#open.disabled = true;
    let pause = 0;
    try {
      await this.#unlock(this.#input.value);
      this.#input.value = "";
      this.opened();
    } catch (error) {
      pause = this.#refuse(error);
    }
    setTimeout(() => { this.#open.disabled = false; }, pause);
  }

  /** Says why it stays locked, and gives the time for which nothing more can be tried, in milliseconds. */
  #refuse(error) {
    if (error.status === 429) this.say(text.shared.wait(duration(error.pause)));
    else if (error.status === 404) this.failed(error);
    else if (error.status === undefined || error.status >= 500) this.say(text.sharing.unreachable);
    // What is too short for a password is none.
    else this.say(text.shared.wrong, true);
    this.#input.select();
    this.focus();
    return error.status === 429 ? error.pause * 1000 : 0;
  }

  /** Says why it stays locked. */
  say(words, isWrong = false) {
    this.#message.textContent = words;
    this.#input.setAttribute("aria-invalid", isWrong);
  }
}
