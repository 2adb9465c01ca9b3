// SPDX-License-Identifier: Apache-2.0

import { Marking } from "./marking.js";
import { Notice } from "./notice.js";
import { Selection } from "./selection.js";
import { Toolbar } from "./toolbar.js";

/** All by which photos are selected, something is done to them, and it is said what. A visitor has no use for it. */
export class Selecting {
  selection = new Selection();
  notice = new Notice();
  marking;
  toolbar;

  /** @param {object} gallery What it asks of the gallery. */
  constructor({ main, views, wall, albums, attempt }) {
    const { selection, notice } = this;
    const marking = this.marking = new Marking(main, selection);
    // The bar covers the place where the page says other things.
    const toolbar = this.toolbar = new Toolbar(
      views, selection, notice, (action) => attempt(action, (words) => notice.show(words)));
    document.querySelector(".bar").append(toolbar.element);
    toolbar.arrange = (name, ids) => albums.arrange(name, ids);
    toolbar.offered = (photos) => albums.offered(photos);
    marking.isOn = () => views.account !== null;
    // What is not on the wall is not selected there.
    marking.order = () => (views.kind.path === null ? [] : views.photos.ids);
    marking.prepare = async (ids) => {
      let isReady = false;
      await attempt(async () => {
        await views.photos.identify?.(ids);
        isReady = true;
      }, (words) => notice.show(words));
      return isReady;
    };
    wall.made = (cell) => marking.draw([cell]);
    selection.changed = () => {
      marking.draw();
      toolbar.show();
      // Its buttons are gone; the next key is for the wall.
      if (selection.size === 0 && toolbar.element.contains(document.activeElement)) main.focus({ preventScroll: true });
    };
    marking.draw();
  }
}
