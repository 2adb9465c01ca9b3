// SPDX-License-Identifier: Apache-2.0

import { preview } from "./photos.js";
import { picture } from "./placeholder.js";

/** A picture of nothing, as an image without one says in a sign of the browser's that it is broken. */
const nothing = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

/** Images whose pictures did not come. */
export class Missing {
  #photos = new Map();

  /** Has an image show the placeholder of its photo, or else a plain ground. */
  take(image, photo) {
    this.#photos.set(image, photo);
    image.removeAttribute("srcset");
    image.src = nothing;
    image.classList.add("missing");
    if (photo.placeholder) image.style.backgroundImage = `url("${picture(photo.placeholder)}")`;
  }

  /** Tries those again that are still in the document, as the service answers again. */
  retry() {
    const photos = [...this.#photos];
    this.clear();
    for (const [image, photo] of photos.filter(([image]) => image.isConnected)) {
      image.classList.remove("missing");
      image.src = preview(photo);
    }
  }

  /** Forgets all. */
  clear() { this.#photos.clear(); }
}
