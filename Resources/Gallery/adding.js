// SPDX-License-Identifier: Apache-2.0

import { acceptFiles } from "./drop.js";
import { button, element } from "./elements.js";
import { visibilities } from "./photos.js";
import { UploadPanel } from "./uploadpanel.js";
import { Uploads } from "./uploads.js";
import { text } from "./words.js";

const words = text.adding;
/** Where the browser keeps what was chosen. */
const visibilityKey = "woof-visibility";

/** All by which photos are added: a button, what is dropped and pasted, and the panel that says how far they have come. */
export class Adding {
  #uploads = new Uploads();
  #panel = new UploadPanel(this.#uploads, remembered());
  #button = button("add", "", words.title);
  #hint = document.createElement("div");
  #destination = null;

  /** @param {Element} neighbour What the button is put behind. */
  constructor(neighbour) {
    this.#button.append(element("span", "", words.add));
    this.#button.addEventListener("click", () => this.#panel.open());
    neighbour.after(this.#button);
    this.#panel.picked = (files) => this.#take(files);
    this.#panel.chosen = remember;
    this.#panel.closed = () => this.#button.focus();
    this.#makeHint();
    acceptFiles((files, unreadable) => this.#take(files, unreadable), (isOver) => this.#showHint(isOver));
    addEventListener("beforeunload", (event) => {
      if (this.#uploads.isBusy) event.preventDefault();
    });
  }

  /** Makes sure that the service knows who asks. */
  set enter(enter) { this.#uploads.enter = enter; }

  /** Takes the metadata of a photo that is new. */
  set added(added) { this.#uploads.added = added; }

  /** Takes the id of an album, and that of a photo that was added to be in it; also of one that was here already. */
  set arrived(arrived) { this.#uploads.arrived = arrived; }

  /** The album `{id, title}` that what is added goes to; `null` where it goes to none. */
  set destination(album) { this.#destination = this.#panel.destination = album; }

  #take(files, unreadable = []) {
    if (files.length + unreadable.length === 0) return;
    this.#panel.open();
    this.#uploads.add(files, this.#panel.visibility, unreadable, this.#destination?.id ?? null);
  }

  #makeHint() {
    this.#hint.className = "drop-hint";
    // A popover lies above the viewer too.
    this.#hint.popover = "manual";
    document.body.append(this.#hint);
  }

  #showHint(isShown) {
    if (isShown === this.#hint.matches(":popover-open")) return;
    const [title, about] = [document.createElement("strong"), document.createElement("span")];
    title.textContent = words.drop;
    const parts = [text.visibilities[this.#panel.visibility], this.#panel.destinationWords];
    about.textContent = parts.filter(Boolean).join(" · ");
    this.#hint.replaceChildren(title, about);
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
