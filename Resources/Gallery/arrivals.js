// SPDX-License-Identifier: Apache-2.0

/** The time for which photos are gathered before they are added to an album together, in milliseconds. */
const gatheringTime = 200;
/** The time before it is tried again, where the service does not answer, in milliseconds. */
const retryDelay = 3000;

/** Photos that were uploaded into an album, on their way into it. */
export class Arrivals {
  #waiting = new Map();
  #add;

  /** @param {(album: string, ids: string[]) => Promise<void>} add Adds photos to an album. */
  constructor(add) { this.#add = add; }

  /** Takes a photo for an album. */
  take(album, ids, delay = gatheringTime) {
    const gathered = this.#waiting.get(album);
    if (gathered) return ids.forEach((id) => gathered.add(id));
    this.#waiting.set(album, new Set(ids));
    setTimeout(() => this.#send(album), delay);
  }

  async #send(album) {
    const ids = [...this.#waiting.get(album)];
    this.#waiting.delete(album);
    try {
      await this.#add(album, ids);
    } catch (error) {
      // What the service refuses was said; what it did not hear is said again.
      if (error instanceof TypeError) this.take(album, ids, retryDelay);
    }
  }
}
