// SPDX-License-Identifier: Apache-2.0

import { picture } from "./placeholder.js";

/** A picture of nothing, as an image without one says in a sign of the browser's that it is broken. */
const nothing = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** Images whose pictures did not come. */
export class Missing {
  /** The address of each image's picture. */
  #sources = new Map();

  /** Has an image show the placeholder of its photo, or else a plain ground. */
  take(image, photo) {
    this.#sources.set(image, image.src);
    image.src = nothing;
    image.classList.add("missing");
    if (photo.placeholder) image.style.backgroundImage = `url("${picture(photo.placeholder)}")`;
  }

  /** Tries those again that are still in the document, as the service answers again. */
  retry() {
    const missing = [...this.#sources];
    this.clear();
    for (const [image, source] of missing.filter(([image]) => image.isConnected)) {
      image.classList.remove("missing");
      image.src = source;
    }
  }

  /** Forgets all. */
  clear() { this.#sources.clear(); }
}
