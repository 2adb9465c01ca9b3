// SPDX-License-Identifier: Apache-2.0

import { albumView, Views } from "./views.js";

/** One's own photos, while some are chosen for an album. */
export class Choosing {
  /** Called with the album's id and the ids of photos to be added to it. */
  chosen = async (_album, _ids) => {};
  /** Gives the title of an album. */
  titleOf = async (_album) => "";

  #gallery;
  #album = null;

  constructor(gallery) {
    this.#gallery = gallery;
    gallery.toolbar.cancelled = () => this.#end();
  }

  /** Goes to where photos are chosen for an album. */
  async begin(album) {
    history.pushState({ isFromAlbum: true }, "", `${Views.address("mine")}&for=${encodeURIComponent(album)}`);
    await this.#gallery.route();
  }

  /** Has photos chosen for an album; for none any more where that is `null`. */
  async show(album) {
    const { toolbar, marking, selection, views } = this.#gallery;
    if (album === this.#album) return;
    const title = album === null ? null : await this.titleOf(album);
    // Somebody has gone elsewhere meanwhile.
    if (album !== null && views.name !== "mine") return;
    this.#album = album;
    selection.clear();
    marking.isChoosing = album !== null;
    marking.draw();
    toolbar.choosingFor = title;
  }

  /** Takes what was chosen, and goes back to the album. */
  async take(ids) {
    await this.chosen(this.#album, ids);
    await this.#end();
  }

  async #end() {
    const view = albumView(this.#album);
    if (history.state?.isFromAlbum) return history.back();
    history.replaceState(null, "", Views.address(view));
    await this.#gallery.show(view);
  }
}
