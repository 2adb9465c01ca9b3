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
  #filters;

  /**
   * @param {string} view The name of the timeline.
   * @param {string} path The list of the same photos.
   * @param {{q?: string}} filters What is asked for of both, where it is some of what there is.
   */
  constructor(view, path, filters = {}) { [this.#view, this.#path, this.#filters] = [view, path, filters]; }

  /** The first photos. */
  async first(signal) {
    const address = pageAddress(this.#path, null, firstCount, { ...this.#filters, order: "taken" });
    return (await ask(address, { signal })).items;
  }

  /** The months, the latest first, each with how many photos it has and the sum of their widths by heights. */
  async months(signal) {
    const { months } = await ask(this.#address(""), { signal });
    const isSound = ({ month, count }) => /^\d{4,}-\d\d$/.test(month) && count > 0;
    if (!Array.isArray(months) || !months.every(isSound)) throw new TypeError("These are no months.");
    return months;
  }

  /** The width by height of all photos, a byte for each. */
  async ratios(signal) {
    const response = await request(this.#address("/ratios"), { signal });
    if (!response.ok) await contents(response);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** What is known of the places of a month, from one up to another. */
  async columns(month, first, end) {
    const parts = [];
    for (let offset = first; offset < end; offset += columnCount) {
      const limit = Math.min(columnCount, end - offset);
      parts.push(ask(this.#address(`/${month}`, { offset, limit })));
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

  #address(part, range = {}) {
    return `/v1/timeline${part}?${new URLSearchParams({ view: this.#view, ...this.#filters, ...range })}`;
  }
}
