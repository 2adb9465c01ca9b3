// SPDX-License-Identifier: Apache-2.0

import { element, logo } from "./elements.js";

/** What a view shows that has nothing else to show: the dog, a sentence, and a way on. */
export class Emptiness {
  #root;
  #element = element("div", "empty");
  #dog = logo();

  /** @param {Element} root What it is put into. */
  constructor(root) { this.#root = root; }

  /** Shows a sentence, and what leads on. */
  show(words, ...ways) {
    this.#element.replaceChildren(this.#dog, words, ...ways);
    this.#root.append(this.#element);
  }

  /** Takes it away. */
  hide() { this.#element.remove(); }
}
