// SPDX-License-Identifier: Apache-2.0

/** The most bytes that the browser's own digest is given, which takes a file as a whole. */
const wholeLimit = 64e6;
/** How many bytes are read at once of what is larger. */
const readSize = 4 << 20;
/** How many bytes are digested before a look at the clock. */
const stepSize = 64 << 10;
/** For how long the page may be kept from all else, in milliseconds. */
const taskTime = 12;

/**
 * The SHA-256 digest of a file.
 *
 * Without a secure context browsers have none, and what they have takes all of a file into memory; what they do not digest
 * is digested here, a slice at a time, and the page stays usable.
 *
 * @param {Blob} file
 * @param {AbortSignal} signal Ends it early.
 * @returns {Promise<Uint8Array>} 32 bytes.
 */
export async function digest(file, signal) {
  if (crypto.subtle && file.size <= wholeLimit) {
    return new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  }
  const hash = new SHA256();
  for (let start = 0; start < file.size; start += readSize) {
    signal.throwIfAborted();
    await addInSteps(hash, new Uint8Array(await file.slice(start, start + readSize).arrayBuffer()));
  }
  return hash.finish();
}

/** Bytes in Base64, as in `Repr-Digest`. */
export function base64(bytes) { return btoa(String.fromCharCode(...bytes)); }

/** A digest as the service names it: `sha256-` and Base64 for addresses, without padding. */
export function digestName(bytes) {
  return `sha256-${base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** SHA-256 (FIPS 180-4), of bytes that come one after another. */
export class SHA256 {
  #state = new Int32Array(initialState);
  #block = new Uint8Array(64);
  #view = new DataView(this.#block.buffer);
  #words = new Int32Array(64);
  #count = 0;

  /** Takes further bytes. */
  add(bytes) {
    let next = 0;
    while (next < bytes.length) {
      const used = this.#count % 64;
      const taken = Math.min(64 - used, bytes.length - next);
      this.#block.set(bytes.subarray(next, next + taken), used);
      this.#count += taken;
      next += taken;
      if (used + taken === 64) this.#mix();
    }
  }

  /** The digest of all bytes, after which it takes no more. */
  finish() {
    const bitCount = this.#count * 8;
    this.add(new Uint8Array([0x80]));
    this.add(new Uint8Array((120 - (this.#count % 64)) % 64));
    const length = new DataView(new ArrayBuffer(8));
    length.setUint32(0, bitCount / 2 ** 32);
    length.setUint32(4, bitCount);
    this.add(new Uint8Array(length.buffer));
    const result = new DataView(new ArrayBuffer(32));
    this.#state.forEach((word, index) => result.setInt32(index * 4, word));
    return new Uint8Array(result.buffer);
  }

  #mix() {
    const words = this.#words;
    for (let index = 0; index < 16; index++) words[index] = this.#view.getInt32(index * 4);
    for (let index = 16; index < 64; index++) {
      const [early, late] = [words[index - 15], words[index - 2]];
      const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words[index] = (words[index - 16] + first + words[index - 7] + second) | 0;
    }
    this.#compress(words);
  }

  /** The 64 rounds, whose letters are those of the standard. */
  #compress(words) {
    const state = this.#state;
    let a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
    for (let round = 0; round < 64; round++) {
      const sum = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const first = (h + sum + ((e & f) ^ (~e & g)) + constants[round] + words[round]) | 0;
      const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
  }
}

function rotated(word, count) { return (word >>> count) | (word << (32 - count)); }

/** The first 64 primes, of whose roots the standard takes its numbers. */
const primes = Array.from({ length: 312 }, (_, number) => number)
  .filter((number) => number > 1 && !Array.from({ length: number }, (_, divisor) => divisor)
    .some((divisor) => divisor > 1 && number % divisor === 0));

/** The first 32 bits of a number's fraction. */
function fraction(number) { return ((number % 1) * 2 ** 32) | 0; }

const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const initialState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

async function addInSteps(hash, bytes) {
  let until = performance.now() + taskTime;
  for (let start = 0; start < bytes.length; start += stepSize) {
    hash.add(bytes.subarray(start, start + stepSize));
    if (performance.now() < until) continue;
    await nextTask();
    until = performance.now() + taskTime;
  }
}

/** Lets the page do something else. Unlike a timer, a message comes as soon as it can, also in a page behind others. */
function nextTask() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
