// SPDX-License-Identifier: Apache-2.0

/** How long an entry counts as used just now, so that not every look at it is written down, in milliseconds. */
const useInterval = 60_000;

/**
 * Something that is kept.
 *
 * @typedef {object} Entry
 * @property {string} kind What it is. Each kind has limits of its own.
 * @property {string} owner The account that it is for; `""` for what everybody may see.
 * @property {string} name The name by which it is found again.
 * @property {number} size Its bytes.
 * @property {number} usedAt When it was last used.
 * @property {*} [value] The thing itself, where it is nowhere else.
 */

/** What is kept, with its size and when it was used last, in a database of the browser. */
export class KeptIndex {
  #database = null;
  #now;

  /** @param {() => number} now The time in milliseconds. */
  constructor(now) { this.#now = now; }

  /**
   * Takes entries of one kind and one owner, and drops those of the kind that were not used for the longest time, until
   * the rest is within a limit.
   *
   * @param {{name: string, size: number, value?: any}[]} items
   * @param {{count: number, size: number}} limit
   * @returns {Promise<Entry[]>} What was dropped.
   */
  async put(kind, owner, items, limit) {
    const { entries, totals, end } = await this.#begin("readwrite");
    const total = await result(totals.get(kind)) ?? { kind, count: 0, size: 0 };
    for (const item of items) {
      const known = await result(entries.get([kind, owner, item.name]));
      total.count += known ? 0 : 1;
      total.size += item.size - (known?.size ?? 0);
      entries.put({ kind, owner, ...item, usedAt: this.#now() });
    }
    const isOver = () => total.count > limit.count || total.size > limit.size;
    const dropped = isOver() ? await drop(entries, kind, total, isOver) : [];
    totals.put(total);
    await end;
    return dropped;
  }

  /** The entries of these names, in their order, which counts as a use; `undefined` for what is not kept. */
  async get(kind, owner, names) {
    const { entries, end } = await this.#begin("readwrite");
    const found = await Promise.all(names.map((name) => result(entries.get([kind, owner, name]))));
    const usedAt = this.#now();
    for (const entry of found) if (entry && usedAt - entry.usedAt > useInterval) entries.put({ ...entry, usedAt });
    await end;
    return found;
  }

  /** Forgets all that is for an account. */
  async forget(owner) {
    const { entries, totals, end } = await this.#begin("readwrite");
    for (const entry of await result(entries.index("owner").getAll(owner))) {
      const total = await result(totals.get(entry.kind));
      totals.put({ ...total, count: total.count - 1, size: total.size - entry.size });
      entries.delete([entry.kind, entry.owner, entry.name]);
    }
    await end;
  }

  async #begin(mode) {
    this.#database ??= open();
    const transaction = (await this.#database).transaction(["entries", "totals"], mode);
    const end = new Promise((resolve, reject) => {
      transaction.addEventListener("complete", resolve);
      transaction.addEventListener("abort", () => reject(transaction.error));
    });
    return { entries: transaction.objectStore("entries"), totals: transaction.objectStore("totals"), end };
  }
}

async function drop(entries, kind, total, isOver) {
  const dropped = [];
  const request = entries.index("use").openCursor(IDBKeyRange.bound([kind], [kind, []]));
  for (let cursor = await result(request); cursor && isOver(); cursor = await result(request)) {
    dropped.push(cursor.value);
    total.count -= 1;
    total.size -= cursor.value.size;
    cursor.delete();
    cursor.continue();
  }
  return dropped;
}

function open() {
  const request = indexedDB.open("woof-kept", 1);
  request.addEventListener("upgradeneeded", () => {
    const entries = request.result.createObjectStore("entries", { keyPath: ["kind", "owner", "name"] });
    entries.createIndex("use", ["kind", "usedAt"]);
    entries.createIndex("owner", "owner");
    request.result.createObjectStore("totals", { keyPath: "kind" });
  });
  return result(request);
}

function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
