// SPDX-License-Identifier: Apache-2.0

import { button, element } from "./elements.js";
import "./morewords.js";
import { text } from "./words.js";

/** The address of a link, or another secret that was just made, shown this once. */
export class ShareAddress {
  /** The element. */
  element = element("div", "share-address");
  /** Called when somebody has what they need. */
  done = () => {};

  #field = Object.assign(document.createElement("input"), { readOnly: true, dir: "ltr", spellcheck: false });
  #message = element("p", "note");

  /**
   * @param {string} address The address.
   * @param {?string} title What other programs are told of it; `null` where they are to be told nothing.
   * @param {{address: string, once: string}} words What it is called, and that it is shown this once.
   */
  constructor(address, title, words = text.sharing) {
    const [label, buttons] = [element("label", "field", words.address), element("div", "buttons")];
    this.#field.value = address;
    label.append(this.#field);
    this.#message.setAttribute("role", "status");
    const [copy, done] = [button("primary copy", text.sharing.copy), button("done", text.sharing.done)];
    copy.addEventListener("click", () => this.#copy());
    done.addEventListener("click", () => this.done());
    // Selected from its end, so that its beginning is in sight.
    this.#field.addEventListener("focus", () => this.#field.setSelectionRange(0, address.length, "backward"));
    buttons.append(...(navigator.share && title !== null ? [this.#makeSend(address, title)] : []), done, copy);
    this.element.append(label, element("p", "note", words.once), this.#message, buttons);
  }

  /** Selects the address. */
  select() { this.#field.focus(); }

  /** Browsers let pages copy by themselves where nobody reads along. */
  async #copy() {
    try {
      await navigator.clipboard.writeText(this.#field.value);
      this.#message.textContent = text.sharing.copied;
    } catch {
      this.select();
      this.#message.textContent = text.sharing.copyByKey;
    }
  }

  #makeSend(url, title) {
    const send = button("send", text.sharing.send);
    // Whoever thinks better of it need not be told.
    send.addEventListener("click", () => { navigator.share({ url, title }).catch(() => {}); });
    return send;
  }
}
