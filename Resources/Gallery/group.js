// SPDX-License-Identifier: Apache-2.0

import { ratio } from "./layout.js";

/** The heading of each photo, which takes longer to write than all else of a group. */
const headings = new WeakMap();

/** Photos under a heading, all of them known: a section of the wall, as a month of a timeline is one. */
class Group {
  #photos = [];

  constructor(key, name) { [this.key, this.name] = [key, name]; }

  /** Another one for each, as what was a group before may have other photos. */
  get revision() { return this; }

  get count() { return this.#photos.length; }

  get ratios() { return this.#photos.map(ratio); }

  id(index) { return this.#photos[index]?.id; }

  photo(index) { return this.#photos[index]; }

  colour() { return null; }

  indexOf(id) { return this.#photos.findIndex((photo) => photo.id === id); }

  lacks() { return false; }

  add(photo) { this.#photos.push(photo); }
}

/** Sorts photos into groups, each of those that stand under the same heading one after the other. */
export function grouped(photos, heading) {
  const groups = [];
  for (const photo of photos) {
    if (!headings.has(photo)) headings.set(photo, heading(photo));
    const name = headings.get(photo);
    if (groups.at(-1)?.name !== name) groups.push(new Group(groups.length, name));
    groups.at(-1).add(photo);
  }
  return groups;
}
