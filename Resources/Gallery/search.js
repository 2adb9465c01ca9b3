// SPDX-License-Identifier: Apache-2.0

import { searchView, Views } from "./views.js";

/** How long nobody types before what is written is searched for, in milliseconds. */
const pause = 150;

/** Searching while somebody types. What is on the wall stays until something else was found. */
export class Search {
  #gallery;
  #timer = null;
  #reading = null;

  /** @param {object} gallery What searching asks of the gallery. */
  constructor(gallery) { this.#gallery = gallery; }

  /** Searches for words once nobody types for a moment; where there are none, goes back to where one was. */
  type(query) {
    this.stop();
    if (query === "") return this.#leave();
    this.#timer = setTimeout(() => this.run(query), pause);
  }

  /** Searches for words, and shows what is found in a view of its own. */
  async run(query) {
    this.stop();
    const { views, show, attempt } = this.#gallery;
    const name = searchView(query);
    if (name === views.name) return;
    const reading = new AbortController();
    this.#reading = reading;
    // What fails is asked for again by the view, which says why.
    await views.prepare(name, reading.signal).catch(() => {});
    // Somebody has typed on, or gone elsewhere.
    if (this.#reading !== reading) return;
    this.#reading = null;
    // All that is typed at once is one step back.
    if (views.kind.query !== undefined) history.replaceState(history.state, "", Views.address(name));
    else history.pushState({ isFromView: true }, "", Views.address(name));
    await attempt(() => show(name));
  }

  /** Gives up what is under way. */
  stop() {
    clearTimeout(this.#timer);
    this.#reading?.abort();
    this.#reading = null;
  }

  async #leave() {
    if (this.#gallery.views.kind.query === undefined) return;
    if (history.state?.isFromView) return history.back();
    history.replaceState(null, "", Views.address("photos"));
    await this.#gallery.show("photos");
  }
}
