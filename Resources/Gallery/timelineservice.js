// SPDX-License-Identifier: Apache-2.0

import { ask, contents, largestCount, pageAddress } from "./photos.js";
import { request } from "./session.js";

/** How many photos the first page has. */
const firstCount = 100;
/** How many photos of a month are read at once at most. */
const columnCount = 5000;

/** What is asked of the service about a timeline. */
export class TimelineService {
  #view;
  #path;

  /**
   * @param {string} view The name of the timeline.
   * @param {string} path The list of the same photos.
   */
  constructor(view, path) { [this.#view, this.#path] = [view, path]; }

  /** The first photos. */
  async first() { return (await ask(pageAddress(this.#path, null, firstCount, { order: "taken" }))).items; }

  /** The months, the latest first, each with how many photos it has and the sum of their widths by heights. */
  async months() {
    const { months } = await ask(`/v1/timeline?view=${this.#view}`);
    const isSound = ({ month, count }) => /^\d{4,}-\d\d$/.test(month) && count > 0;
    if (!Array.isArray(months) || !months.every(isSound)) throw new TypeError("These are no months.");
    return months;
  }

  /** The width by height of all photos, a byte for each. */
  async ratios() {
    const response = await request(`/v1/timeline/ratios?view=${this.#view}`);
    if (!response.ok) await contents(response);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** What is known of the places of a month, from one up to another. */
  async columns(month, first, end) {
    const parts = [];
    for (let offset = first; offset < end; offset += columnCount) {
      const limit = Math.min(columnCount, end - offset);
      parts.push(ask(`/v1/timeline/${month}?${new URLSearchParams({ view: this.#view, offset, limit })}`));
    }
    const read = await Promise.all(parts);
    return {
      count: read[0].count,
      ids: read.flatMap(({ ids }) => ids),
      colours: read.flatMap(({ averageColours }) => averageColours),
    };
  }

  /** The metadata of photos; each of them with its id and, where there is one, the photo. */
  async photos(ids) {
    const parts = [];
    for (let first = 0; first < ids.length; first += largestCount) {
      const body = JSON.stringify({ ids: ids.slice(first, first + largestCount) });
      const headers = { Accept: "application/json", "Content-Type": "application/json" };
      parts.push(ask("/v1/photos/batch", { method: "POST", body, headers }));
    }
    return (await Promise.all(parts)).flatMap(({ items }) => items);
  }
}
