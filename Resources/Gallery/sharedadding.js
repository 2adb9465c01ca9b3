// SPDX-License-Identifier: Apache-2.0

import { acceptFiles } from "./drop.js";
import "./morewords.js";
import { UploadPanel } from "./uploadpanel.js";
import { Uploads } from "./uploads.js";
import { text } from "./words.js";

/** Adding photos to the album of a share link: their uploads, and the panel that says how far they have come. */
export class SharedAdding {
  /** Called with a photo that is new, as the link shows it. */
  added = (_photo) => {};
  /** Called with an error for which the link may be to blame. */
  failed = (_error) => {};
  /** Called when somebody has closed the panel. */
  closed = () => {};

  #uploads;
  #panel;

  /**
   * @param {() => import("./sharedservice.js").SharedService} service Gives what the link shows.
   * @param {string} owner The name of the account whose the photos are then.
   */
  constructor(service, owner) {
    this.#uploads = new Uploads({
      path: service().additions, fields: () => service().fields, isWhole: true, known: async () => new Map(), refusals: { 409: "theirs" },
    });
    this.#panel = new UploadPanel(this.#uploads, null, text.shared.adding(owner));
    this.#uploads.added = (photo) => this.added(photo);
    this.#uploads.failed = (error) => this.failed(error);
    this.#panel.picked = (files) => this.#take(files);
    this.#panel.closed = () => this.closed();
    acceptFiles((files, unreadable) => this.#take(files, unreadable), () => {});
    addEventListener("beforeunload", (event) => {
      if (this.#uploads.isBusy) event.preventDefault();
    });
  }

  /** Shows the panel. */
  open() { this.#panel.open(); }

  /** Gives up what is not done yet. */
  end() { this.#uploads.cancel(this.#uploads.items); }

  #take(files, unreadable = []) {
    if (files.length + unreadable.length === 0) return;
    this.#panel.open();
    this.#uploads.add(files, "", unreadable);
  }
}
