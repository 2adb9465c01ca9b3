// SPDX-License-Identifier: Apache-2.0

import { send } from "./actions.js";
import { Refusal } from "./photos.js";

/** How many files are sent at once: a browser has six connections, and pictures and events want some. */
const parallelCount = 3;
/** How many digests the service is asked about at once. */
const knownLimit = 500;
/** What the service says of a file that it will not take however often it is sent. */
const finalRefusals = [413, 415, 422];

/**
 * A file that is to be added.
 *
 * @typedef {object} Upload
 * @property {number} id
 * @property {string} name
 * @property {number} size
 * @property {"waiting" | "sending" | "added" | "here" | "refused" | "failed" | "cancelled"} state
 * @property {number} sentCount How many of its bytes the service has.
 * @property {?Error} pause Why it waits before it goes on; `null` while it does not.
 * @property {?{kind: string, words: ?string}} reason Why it was not added: what `kind` names, or in the service's words.
 */

/**
 * The place to which files go. That of an account is what ``Uploads`` takes where nothing else is said.
 *
 * @typedef {object} UploadPlace
 * @property {string} path The address to which they are sent.
 * @property {() => object} [fields] Gives the fields that requests to it have besides.
 * @property {boolean} isWhole Whether each is sent in one request, however large it is.
 * @property {(digests: string[]) => Promise<Map<string, string>>} known Gives the ids of photos that are there, by digest.
 * @property {Object<number, string>} refusals Why a file is refused for good, by status, besides what is so everywhere.
 */

/** The files that are to be added, and their way to the service: examined one by one, sent several at once. */
export class Uploads {
  /** Called after any of them has changed. */
  changed = () => {};
  /** Called with the metadata of a photo that is new. */
  added = (_photo) => {};
  /** Called with an album's id and the id of a photo that was added to be in it, or that was here already. */
  arrived = (_album, _photo) => {};
  /** Called with an error for which a file was not added. */
  failed = (_error) => {};
  /** Makes sure that the service knows who asks. */
  enter = async () => {};

  /** @type {Upload[]} In the order in which they were picked. */
  items = [];

  #lastID = 0;
  /** What examines files and sends them, read when there are some. */
  #tools = null;
  #limits = { size: Infinity, part: Infinity };
  #unexamined = [];
  #digested = [];
  #ready = [];
  #sending = new Set();
  /** What has arrived since the service was last asked, of which its answer need not know: the photos' ids by digest. */
  #arrived = new Map();
  #isExamining = false;
  #isAsking = false;
  /** @type {UploadPlace} */
  #place;

  /** @param {UploadPlace} place The place to which they go; that of the account by default. */
  constructor(place = { path: "/v1/photos", isWhole: false, known, refusals: {} }) { this.#place = place; }

  /** `true` while the page has to stay. */
  get isBusy() { return this.items.some(({ state }) => state === "waiting" || state === "sending"); }

  /** How far all have come. What was not added counts for nothing. */
  get totals() {
    const totals = { added: 0, here: 0, refused: 0, failed: 0, count: 0, part: 0 };
    let [byteCount, sentCount] = [0, 0];
    for (const { state, size, sentCount: sent } of this.items) {
      if (state in totals) totals[state] += 1;
      if (["refused", "failed", "cancelled"].includes(state)) continue;
      totals.count += 1;
      byteCount += size;
      sentCount += ["added", "here"].includes(state) ? size : Math.min(sent, size);
    }
    totals.part = byteCount ? sentCount / byteCount : 0;
    return totals;
  }

  /** Adds files, and has them in an album where one is given by its id. */
  async add(files, visibility, unreadable = [], album = null) {
    // What is done with is not counted twice.
    if (!this.isBusy) this.items = this.items.filter(({ state }) => state === "failed");
    const made = files.map((file) => this.#make(file.name, file.size, { file, visibility, album }));
    for (const name of unreadable) this.#make(name, 0, { state: "refused", reason: { kind: "unreadable" } });
    this.changed();
    await this.#start(made);
  }

  /** Tries again what has failed. */
  async retry(items) {
    for (const item of items) {
      Object.assign(item, { state: "waiting", reason: null, sentCount: 0, controller: new AbortController() });
    }
    this.changed();
    await this.#start(items);
  }

  /** Gives up what is not done yet. */
  cancel(items) {
    for (const item of items.filter(({ state }) => state === "waiting" || state === "sending")) {
      Object.assign(item, { state: "cancelled", pause: null });
      item.controller.abort();
      item.transfer?.discard();
    }
    this.#ready = this.#ready.filter(({ state }) => state === "waiting");
    this.changed();
  }

  /** Forgets all, where nothing is under way. */
  clear() {
    if (!this.isBusy) this.items = [];
    this.changed();
  }

  #make(name, size, details) {
    const item = {
      id: ++this.#lastID, name, size, state: "waiting", sentCount: 0, pause: null, reason: null,
      controller: new AbortController(), ...details,
    };
    this.items.push(item);
    return item;
  }

  async #start(items) {
    try {
      this.#tools ??= await readTools();
      await this.enter();
      this.#limits = await limits();
    } catch (error) {
      for (const item of items) this.#fail(item, error);
      return;
    }
    this.#unexamined.push(...items);
    if (this.#isExamining) return;
    this.#isExamining = true;
    while (this.#unexamined.length > 0) await this.#examine(this.#unexamined.shift());
    this.#isExamining = false;
  }

  /** Refuses what the service would refuse, and takes the digest of the rest. */
  async #examine(item) {
    try {
      if (item.state !== "waiting") return;
      if (!await this.#tools.isPicture(item.file)) return this.#refuse(item, "noPicture");
      if (item.size > this.#limits.size) return this.#refuse(item, "tooLarge", this.#limits.size);
      item.digest = await this.#tools.digest(item.file, item.controller.signal);
      item.digestName = this.#tools.digestName(item.digest);
    } catch {
      // The file has changed or gone since it was picked, if it was not given up.
      return this.#refuse(item, "unreadable");
    }
    this.#digested.push(item);
    this.#compare();
  }

  /** Asks which of the files the account has already; while an answer is awaited, the next question grows. */
  async #compare() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    while (this.#digested.length > 0) {
      const items = this.#digested.splice(0, knownLimit);
      this.#arrived.clear();
      const told = await this.#place.known([...new Set(items.map(({ digestName }) => digestName))]);
      const here = new Map([...told, ...this.#arrived]);
      for (const item of items.filter(({ state }) => state === "waiting")) {
        if (here.has(item.digestName)) this.#settle(item, "here", here.get(item.digestName));
        else this.#ready.push(item);
      }
      this.changed();
      this.#send();
    }
    this.#isAsking = false;
  }

  #send() {
    while (this.#sending.size < parallelCount) {
      // The same bytes at the same time would be sent twice.
      const names = new Set([...this.#sending].map(({ digestName }) => digestName));
      const next = this.#ready.find(({ digestName }) => !names.has(digestName));
      if (!next) return;
      this.#ready.splice(this.#ready.indexOf(next), 1);
      this.#sending.add(next);
      next.state = "sending";
      this.#transfer(next).finally(() => {
        this.#sending.delete(next);
        this.#send();
      });
    }
  }

  async #transfer(item) {
    const { file, digest, visibility, controller } = item;
    const { path, fields, isWhole } = this.#place;
    const target = { path, fields: fields?.() ?? {}, isWhole, visibility };
    item.transfer = new this.#tools.Transfer(file, digest, target, this.#limits.part, controller.signal);
    item.transfer.sent = (count) => this.#set(item, { sentCount: count });
    item.transfer.paused = (error) => this.#set(item, { pause: error });
    try {
      const { photo, isNew } = await item.transfer.run();
      this.#settle(item, isNew ? "added" : "here", photo.id);
      if (isNew) this.added(photo);
      this.#settleTwins(item, photo.id);
    } catch (error) {
      if (!controller.signal.aborted) this.#fail(item, error);
    }
  }

  /** The same bytes were chosen once more: they are here by now. */
  #settleTwins({ digestName }, id) {
    this.#arrived.set(digestName, id);
    const isTwin = (item) => item.digestName === digestName;
    for (const twin of this.#ready.filter(isTwin)) this.#settle(twin, "here", id);
    this.#ready = this.#ready.filter((item) => !isTwin(item));
  }

  /** A file has become the photo of an id, or was one. */
  #settle(item, state, id) {
    this.#set(item, { state, file: null });
    if (item.album !== null) this.arrived(item.album, id);
  }

  #set(item, values) {
    Object.assign(item, values);
    this.changed();
  }

  #refuse(item, kind, limit) {
    if (item.state === "waiting") this.#set(item, { state: "refused", reason: { kind, limit } });
  }

  #fail(item, error) {
    const kind = this.#place.refusals[error.status];
    const reason = kind !== undefined ? { kind } : error instanceof Refusal
      ? { kind: error.status === 401 ? "signedOut" : "service", words: error.message }
      : { kind: error instanceof TypeError ? "unreachable" : "unreadable" };
    const state = kind !== undefined || finalRefusals.includes(error.status) ? "refused" : "failed";
    if (item.state === "cancelled") return;
    this.#set(item, { state, reason });
    this.failed(error);
  }
}

async function readTools() {
  const [{ digest, digestName }, { isPicture }, { forgetOldTransfers, Transfer }] = await Promise.all([
    import("./digest.js"), import("./signature.js"), import("./transfer.js"),
  ]);
  forgetOldTransfers();
  return { digest, digestName, isPicture, Transfer };
}

/** What the service takes: the sizes of a photo and of one request, in bytes. */
async function limits() {
  const response = await fetch("/v1/photos", { method: "OPTIONS" });
  const text = response.headers.get("Upload-Limit") ?? "";
  const limit = (name) => Number(text.match(new RegExp(`(?:^|[ ,])${name}=(\\d+)`))?.[1] ?? Infinity);
  return { size: limit("max-size"), part: limit("max-append-size") };
}

/**
 * The ids of the photos that the account has, by those of the digests that are theirs. Where the service does not say,
 * it finds out as it takes them.
 */
async function known(digests) {
  try {
    const { items } = await send("/v1/photos/known", "POST", { digests });
    return new Map(items.filter(({ id }) => id).map(({ digest, id }) => [digest, id]));
  } catch {
    return new Map();
  }
}
