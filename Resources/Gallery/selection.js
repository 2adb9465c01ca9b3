// SPDX-License-Identifier: Apache-2.0

/**
 * The photos that are selected. Ranges go by the order of all photos, of which the document has only a few.
 *
 * A range goes from the photo that was toggled last, and does to all in it what was done to that one. Another range from the
 * same photo takes the place of the one before, so that one can go too far and come back.
 */
export class Selection {
  /** Called after it has changed. */
  changed = () => {};

  #ids = new Set();
  /** What was selected when the last one was toggled, and without it. */
  #base = new Set();
  #anchor = null;
  #isAdding = true;

  /** How many are selected. */
  get size() { return this.#ids.size; }

  /** The ids, in the order in which they were selected. */
  get ids() { return [...this.#ids]; }

  /** The photo from which ranges go; `null` where there is none. */
  get anchor() { return this.#anchor; }

  has(id) { return this.#ids.has(id); }

  /** Selects a photo, or no longer. Ranges go from it. */
  toggle(id) {
    this.#base = new Set(this.#ids);
    this.#base.delete(id);
    [this.#anchor, this.#isAdding] = [id, !this.#ids.has(id)];
    this.#set(this.#ids.has(id) ? this.#base : [...this.#base, id]);
  }

  /**
   * Makes a range from the photo that was toggled last up to another one, both included.
   *
   * @param {string} id The other end, which may lie before it.
   * @param {string[]} order All ids in order.
   */
  extend(id, order) {
    const ends = [order.indexOf(this.#anchor), order.indexOf(id)].sort((one, other) => one - other);
    if (ends[0] < 0) return this.toggle(id);
    const range = order.slice(ends[0], ends[1] + 1).filter(Boolean);
    const kept = new Set(range);
    this.#set(this.#isAdding ? [...this.#base, ...range] : [...this.#base].filter((id) => !kept.has(id)));
  }

  /** Selects all of these, and nothing else. */
  replace(ids) {
    [this.#base, this.#anchor, this.#isAdding] = [new Set(), ids[0] ?? null, true];
    this.#set(ids);
  }

  /** Selects nothing any more. */
  clear() { this.replace([]); }

  /** Forgets what is not there any more. `isThere` says of an id whether it is. */
  retain(isThere) {
    this.#base = new Set([...this.#base].filter(isThere));
    if (![...this.#ids].every(isThere)) this.#set([...this.#ids].filter(isThere));
  }

  #set(ids) {
    this.#ids = new Set(ids);
    this.changed();
  }
}
