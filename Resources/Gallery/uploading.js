// SPDX-License-Identifier: Apache-2.0

import { element } from "./elements.js";
import "./morewords.js";
import { visibilities } from "./photos.js";
import { UploadPanel } from "./uploadpanel.js";
import { Uploads } from "./uploads.js";
import { text } from "./words.js";

/** Where the browser keeps what was chosen. */
const visibilityKey = "woof-visibility";

/** What becomes of files that are to be added: their uploads, the panel that says how far they have come, and a hint. */
export class Uploading {
  #adding;
  #uploads = new Uploads();
  #panel = new UploadPanel(this.#uploads, remembered());
  #hint = element("div", "drop-hint");

  /** @param {import("./adding.js").Adding} adding What is told of photos that have arrived. */
  constructor(adding) {
    this.#adding = adding;
    this.#uploads.enter = () => adding.enter();
    this.#uploads.added = (photo) => adding.added(photo);
    this.#uploads.arrived = (album, id) => adding.arrived(album, id);
    this.#panel.picked = (files) => this.take(files);
    this.#panel.chosen = remember;
    this.#panel.closed = () => adding.focus();
    this.#panel.destination = adding.destination;
    // A popover lies above the viewer too.
    this.#hint.popover = "manual";
    document.body.append(this.#hint);
    addEventListener("beforeunload", (event) => {
      if (this.#uploads.isBusy) event.preventDefault();
    });
  }

  /** Shows the panel. */
  open() { this.#panel.open(); }

  /** Adds files. `unreadable` are the names of those that cannot be read. */
  take(files, unreadable = []) {
    if (files.length + unreadable.length === 0) return;
    this.#panel.open();
    this.#uploads.add(files, this.#panel.visibility, unreadable, this.#adding.destination?.id ?? null);
  }

  /** Offers to add files that another app has sent, of which nobody knows yet whether they are wanted here. */
  receive(files, settle) {
    this.#panel.open();
    this.#panel.offer(files.length, (isWanted) => {
      if (isWanted) this.take(files);
      settle();
    });
  }

  /** Has the panel say to which album what is added goes; `null` for none. */
  aim(album) { this.#panel.destination = album; }

  /** Says what becomes of files that are dropped now, or no longer. */
  hint(isShown) {
    if (isShown === this.#hint.matches(":popover-open")) return;
    const parts = [text.visibilities[this.#panel.visibility], this.#panel.destinationWords];
    this.#hint.replaceChildren(
      element("strong", "", text.adding.drop), element("span", "", parts.filter(Boolean).join(" · ")));
    this.#hint.togglePopover(isShown);
  }
}

function remembered() {
  try {
    const visibility = localStorage.getItem(visibilityKey);
    return visibilities.includes(visibility) ? visibility : visibilities[0];
  } catch {
    return visibilities[0];
  }
}

function remember(visibility) {
  try {
    localStorage.setItem(visibilityKey, visibility);
  } catch {
    // Where the browser keeps nothing, it is for this page only.
  }
}
