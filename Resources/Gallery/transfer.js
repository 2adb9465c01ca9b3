// SPDX-License-Identifier: Apache-2.0

import { base64, digestName } from "./digest.js";
import { exchange, pause } from "./exchange.js";
import { Refusal } from "./photos.js";
import { request } from "./session.js";

/** The size up to which a file is sent in one request, and that of the parts of a larger one, in bytes. */
const partSize = 8e6;
/** The longest pause before something is tried again, in milliseconds. */
const longestPause = 60_000;
/** The longest pause that the service may want before something counts as refused, in seconds. */
const longestWait = 3600;
/** How often in turn the service may refuse for the moment before it counts as refused. */
const refusalLimit = 8;
/** For how long the service keeps an upload that is not complete, in milliseconds, unless it is told otherwise. */
const keepTime = 86_400_000;
/** Refusals after which the same may succeed: a place that is gone or has moved on is asked for anew. */
const passing = [404, 408, 409, 429, 500, 502, 503, 504];
/** Refusals that say nothing about a file that is sent in one request. */
const passingAtOnce = passing.filter((status) => status !== 404 && status !== 409);

/** One file on its way to the service, for as long as it takes. */
export class Transfer {
  /** Called with the number of bytes that the service has. */
  sent = (_byteCount) => {};
  /** Called with why it waits before it tries again, and with `null` when it does. */
  paused = (_error) => {};

  #file;
  #digest;
  #target;
  #signal;
  #partSize;
  /** By it the service knows a request that comes again because its answer was lost. */
  #key = `"${base64(crypto.getRandomValues(new Uint8Array(18)))}"`;
  #place = null;
  #failureCount = 0;
  #refusalCount = 0;

  /**
   * @param {File} file
   * @param {Uint8Array} digest Its SHA-256.
   * @param {{path: string, fields: object, isWhole: boolean, visibility: string}} target The address to which it goes, the fields
   *   of requests there, whether it goes in one request however large it is, and who may see it; the last is empty where that
   *   is not chosen.
   * @param {number} byteLimit How many bytes the service takes in one request.
   * @param {AbortSignal} signal Gives it up.
   */
  constructor(file, digest, target, byteLimit, signal) {
    [this.#file, this.#digest, this.#target, this.#signal] = [file, digest, target, signal];
    this.#partSize = Math.min(partSize, byteLimit);
  }

  /**
   * Sends it, again and again while the service does not answer.
   *
   * @returns {Promise<{photo: object, isNew: boolean}>} The photo, and whether it was not there before.
   */
  async run() {
    for (;;) {
      try {
        this.#signal.throwIfAborted();
        const response = this.#isWhole ? await this.#post(this.#file) : await this.#sendParts();
        this.#forget();
        return { photo: response.json(), isNew: response.status === 201 };
      } catch (error) {
        this.#signal.throwIfAborted();
        if (!this.#isPassing(error)) throw error;
        // A file that has changed since it was picked looks as no answer does; reading it says so.
        await this.#file.slice(0, 1).arrayBuffer();
        this.paused(error);
        await pause(this.#pauseTime(error), this.#signal);
        this.paused(null);
      }
    }
  }

  /** Removes what the service has of it, as far as it can be reached. */
  async discard() {
    const place = this.#place ?? this.#remembered();
    this.#forget();
    if (place) await request(place, { method: "DELETE" }).catch(() => {});
  }

  get #isWhole() { return this.#target.isWhole || this.#file.size <= this.#partSize; }

  #isPassing(error) {
    this.#failureCount += 1;
    // Without an answer nothing was refused.
    if (!(error instanceof Refusal)) return error instanceof TypeError;
    this.#refusalCount += 1;
    if (error.retryAfter > longestWait) return false;
    // The same request may be under way still, as its sender has heard nothing of it.
    const isUnderWay = error.status === 409 && error.retryAfter > 0;
    const isPassing = isUnderWay || (this.#isWhole ? passingAtOnce : passing).includes(error.status);
    return isPassing && this.#refusalCount <= refusalLimit;
  }

  #pauseTime(error) {
    return Math.max((error.retryAfter || 0) * 1000, Math.min(longestPause, 500 * 2 ** this.#failureCount));
  }

  /** Sends a file, or says that its parts will follow. */
  #post(body, fields = {}) {
    const { path, visibility } = this.#target;
    const query = new URLSearchParams(visibility === "" ? {} : { visibility });
    const name = nameOf(this.#file);
    if (name) query.set("fileName", name);
    return this.#request("POST", `${path}?${query}`, body, {
      "Content-Type": this.#file.type.startsWith("image/") ? this.#file.type : "application/octet-stream",
      "Repr-Digest": `sha-256=:${base64(this.#digest)}:`,
      "Idempotency-Key": this.#key,
      ...this.#target.fields,
      ...fields,
    });
  }

  /** Goes on where the service has come to, part by part. */
  async #sendParts() {
    const { size } = this.#file;
    for (let start = await this.#begin(); ;) {
      const end = Math.min(start + this.#partSize, size);
      const response = await this.#request("PATCH", this.#place, this.#file.slice(start, end), {
        "Content-Type": "application/partial-upload",
        "Upload-Offset": start,
        "Upload-Complete": end === size ? "?1" : "?0",
      }, start);
      if (end === size) return response;
      [this.#failureCount, this.#refusalCount] = [0, 0];
      start = end;
    }
  }

  /** Finds out where to go on; an upload that the service does not have begins anew. */
  async #begin() {
    this.#place ??= this.#remembered();
    const offset = this.#place && await this.#offset();
    if (offset !== null) return offset;
    // Without content, so that its place is known before the first break.
    const response = await this.#post(null, { "Upload-Complete": "?0", "Upload-Length": this.#file.size });
    this.#place = response.field("Location");
    this.#remember();
    return 0;
  }

  async #offset() {
    try {
      const offset = Number((await this.#request("HEAD", this.#place)).field("Upload-Offset"));
      this.sent(offset);
      return offset;
    } catch (error) {
      if (error.status !== 404) throw error;
      this.#place = null;
      this.#forget();
      return null;
    }
  }

  #request(method, path, body = null, fields = {}, start = 0) {
    return exchange(method, path, body, fields, this.#signal, (count) => this.sent(start + count));
  }

  // What was begun is remembered for when the page is gone, and the same file is picked again.

  get #memoryKey() { return `woof-upload:${this.#target.visibility}:${digestName(this.#digest)}`; }

  #remember() {
    const { name, size } = this.#file;
    try {
      localStorage.setItem(this.#memoryKey, JSON.stringify({ name, size, upload: this.#place, begun: Date.now() }));
    } catch {
      // Where the browser keeps nothing, a file that is picked again begins anew.
    }
  }

  #remembered() {
    if (this.#isWhole) return null;
    try {
      const memory = JSON.parse(localStorage.getItem(this.#memoryKey));
      return memory?.size === this.#file.size ? memory.upload : null;
    } catch {
      return null;
    }
  }

  #forget() {
    try {
      localStorage.removeItem(this.#memoryKey);
    } catch {
      // Nothing was kept.
    }
  }
}

/** Forgets uploads that the service no longer has. */
export function forgetOldTransfers() {
  try {
    for (const key of Object.keys(localStorage).filter((key) => key.startsWith("woof-upload:"))) {
      if (Date.now() - JSON.parse(localStorage.getItem(key)).begun > keepTime) localStorage.removeItem(key);
    }
  } catch {
    // Nothing was kept.
  }
}

/** A file's name as the service takes it, whose end tells more than its beginning; the empty text is none. */
function nameOf(file) {
  const name = [...file.name.replace(/[\p{Cc}\p{Cf}/\\]/gu, "")].slice(-60).join("");
  return name.replace(/^[. ]+/, "");
}
