// SPDX-License-Identifier: Apache-2.0

import { KeptIndex } from "./keptindex.js";

/** The name of what everybody may see, and how those of what accounts see begin. */
const [publicName, accountPrefix] = ["woof-public", "woof-account/"];
/** How the name of the gallery's own files begins. */
const filesPrefix = "woof-files";
/** Who everybody is. */
const everybody = "";

/** How much of each kind is kept at most. */
const defaultLimits = {
  picture: { count: 2000, size: 100_000_000 },
  list: { count: 500, size: 20_000_000 },
  photo: { count: 5000, size: 20_000_000 },
  month: { count: 500, size: 20_000_000 },
};

/**
 * What the browser keeps of former visits: the gallery's own files, and what was seen. Of what an account sees, there is only
 * that of one account; what comes for another one finds nothing, and is not kept.
 */
export class Kept {
  #files;
  #index;
  #limits;
  /** What is written waits for what was before, so that nothing is kept of an account that is just forgotten. */
  #turn = Promise.resolve();

  /**
   * @param {string} assets The beginning of the addresses of the gallery's files, which names their version.
   * @param {object} [limits] How much of each kind is kept at most.
   * @param {() => number} [now] The time in milliseconds.
   */
  constructor(assets, limits = defaultLimits, now = Date.now) {
    [this.#files, this.#index, this.#limits] = [filesPrefix + assets, new KeptIndex(now), limits];
  }

  // MARK: The gallery's own files

  /** A file of the gallery, or its page. */
  async file(path) { return (await caches.open(this.#files)).match(path, { ignoreVary: true }); }

  /** Keeps a file of the gallery, or its page. */
  async keepFile(path, response) { await (await caches.open(this.#files)).put(path, response); }

  /** Forgets the files of other versions. */
  async forgetOldFiles() {
    for (const name of await caches.keys()) {
      if (name.startsWith(filesPrefix) && name !== this.#files) await caches.delete(name);
    }
  }

  // MARK: Accounts

  /** The account of which something may be kept; `null` where there is none. */
  async account() {
    const name = (await caches.keys()).find((name) => name.startsWith(accountPrefix));
    return name === undefined ? null : decodeURIComponent(name.slice(accountPrefix.length));
  }

  /** Forgets all of other accounts, and keeps something of this one from now on; of none where that is `null`. */
  claim(account) {
    return this.#inTurn(async () => {
      for (const name of await caches.keys()) {
        if (!name.startsWith(accountPrefix) || name === cacheName(account)) continue;
        await caches.delete(name);
        await this.#index.forget(decodeURIComponent(name.slice(accountPrefix.length)));
      }
      if (account !== null) await caches.open(cacheName(account));
    });
  }

  // MARK: What was seen

  /** Keeps the body of a response, as a `picture` or a `list`. */
  async keepResponse(kind, account, path, response) {
    // What comes slowly keeps nobody else from a turn.
    const body = await response.blob();
    if (body.size > this.#limits[kind].size / 10) return;
    await this.#inTurnFor(account, async (owner) => {
      const headers = { "Content-Type": response.headers.get("Content-Type") ?? "" };
      await (await caches.open(cacheName(account))).put(path, new Response(body, { headers }));
      await this.#put(kind, owner, [{ name: path, size: body.size }]);
    });
  }

  /** Keeps what is known of photos. */
  keepPhotos(account, photos) {
    if (photos.length === 0) return Promise.resolve();
    return this.#inTurnFor(account, (owner) => this.#put("photo", owner, photos.map((photo) => {
      return { name: photo.id, size: JSON.stringify(photo).length, value: photo };
    })));
  }

  /** Keeps the ids and colours of places of a month of a timeline. */
  keepColumns(account, name, offset, { count, ids, averageColours }) {
    return this.#inTurnFor(account, async (owner) => {
      const [known] = await this.#index.get("month", owner, [name]);
      const value = known?.value.count === count ? known.value : { count, ids: {}, colours: {} };
      ids.forEach((id, index) => {
        [value.ids[offset + index], value.colours[offset + index]] = [id, averageColours[index]];
      });
      await this.#put("month", owner, [{ name, size: JSON.stringify(value).length, value }]);
    });
  }

  /** A response that was kept for an account, or for everybody; `undefined` where there is none. */
  async response(kind, account, path) {
    for (const reader of new Set([account, null])) {
      if (reader !== null && await this.account() !== reader) continue;
      const found = await caches.match(path, { cacheName: cacheName(reader) });
      if (found === undefined) continue;
      await this.#index.get(kind, reader ?? everybody, [path]);
      return found;
    }
    return undefined;
  }

  /** What is known of photos, in the order of their ids; `undefined` for those of which nothing is kept. */
  async photos(account, ids) { return (await this.#values("photo", account, ids)); }

  /** Ids and colours of places of a month; `undefined` where they are not all kept. */
  async columns(account, name, offset, limit) {
    const [month] = await this.#values("month", account, [name]);
    if (month === undefined) return undefined;
    const places = Array.from({ length: Math.max(0, Math.min(limit, month.count - offset)) }, (_, index) => offset + index);
    if (!places.every((place) => place in month.ids)) return undefined;
    return {
      count: month.count, ids: places.map((place) => month.ids[place]),
      averageColours: places.map((place) => month.colours[place]),
    };
  }

  async #values(kind, account, names) {
    const own = account !== null && await this.account() === account ? await this.#index.get(kind, account, names) : [];
    const all = await this.#index.get(kind, everybody, names);
    return names.map((_, index) => (own[index] ?? all[index])?.value);
  }

  async #put(kind, owner, items) {
    for (const entry of await this.#index.put(kind, owner, items, this.#limits[kind])) {
      const cache = await caches.open(cacheName(entry.owner || null));
      await cache.delete(entry.name);
    }
  }

  #inTurn(action) {
    const turn = this.#turn.then(action);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** Does something in its turn, unless it is for an account of which nothing is kept any more. */
  #inTurnFor(account, action) {
    return this.#inTurn(async () => {
      if (account === null || await this.account() === account) await action(account ?? everybody);
    });
  }
}

function cacheName(account) { return account === null ? publicName : accountPrefix + encodeURIComponent(account); }
