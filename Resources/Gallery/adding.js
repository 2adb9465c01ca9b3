// SPDX-License-Identifier: Apache-2.0

import { acceptFiles } from "./drop.js";
import { button, element } from "./elements.js";
import { readStyles } from "./styles.js";
import { text } from "./words.js";

const words = text.adding;

/** The ways by which photos are added: a button, and what is dropped and pasted. All else is read when it is first needed. */
export class Adding {
  /** Makes sure that the service knows who asks. */
  enter = async () => {};
  /** Takes the metadata of a photo that is new. */
  added = (_photo) => {};
  /** Takes the id of an album, and that of a photo that was added to be in it; also of one that was here already. */
  arrived = (_album, _id) => {};

  #attempt;
  #button = button("add", "", words.title);
  #destination = null;
  #uploading = null;
  #isOver = false;

  /**
   * @param {Element} neighbour What the button is put behind.
   * @param {(action: () => Promise<void>) => Promise<void>} attempt Does what may fail, and says why where it does.
   */
  constructor(neighbour, attempt) {
    this.#attempt = attempt;
    this.#button.append(element("span", "", words.add));
    this.#button.addEventListener("click", () => this.#use((uploading) => uploading.open()));
    neighbour.after(this.#button);
    acceptFiles(
      (files, unreadable) => this.#use((uploading) => uploading.take(files, unreadable)), (isOver) => this.#hint(isOver));
  }

  /** The album `{id, title}` that what is added goes to; `null` where it goes to none. */
  get destination() { return this.#destination; }
  set destination(album) {
    this.#destination = album;
    if (this.#uploading !== null) this.#use((uploading) => uploading.aim(album));
  }

  /** Gives the focus to the button. */
  focus() { this.#button.focus(); }

  /** Offers to add files that another app has sent. `settle` is called once somebody has decided. */
  receive(files, settle) { this.#use((uploading) => uploading.receive(files, settle)); }

  #hint(isOver) {
    this.#isOver = isOver;
    // By the time it is read, files may have left the page.
    if (isOver || this.#uploading !== null) this.#use((uploading) => uploading.hint(this.#isOver));
  }

  #use(action) {
    return this.#attempt(async () => {
      this.#uploading ??= this.#read().catch((error) => {
        this.#uploading = null;
        throw error;
      });
      action(await this.#uploading);
    });
  }

  async #read() {
    const [{ Uploading }] = await Promise.all([import("./uploading.js"), readStyles("adding.css")]);
    return new Uploading(this);
  }
}
