// SPDX-License-Identifier: Apache-2.0

import { Refusal } from "./photos.js";
import { recovers, sessionFields } from "./session.js";

/** For how long a request may stand still, in milliseconds. */
const stallTime = 90_000;

/**
 * One request and its response. Unlike `fetch`, it tells how much of a body was sent. Where the service wants to know who asks,
 * the person is asked, and it is sent again.
 *
 * @param {AbortSignal} signal Gives it up.
 * @param {(byteCount: number) => void} sent Takes how much of the body was sent.
 * @returns {Promise<{status: number, field: (name: string) => string?, json: () => any}>} The response.
 * @throws {Refusal} if it is not a success.
 * @throws {TypeError} if the service cannot be reached.
 */
export async function exchange(method, path, body, fields, signal, sent) {
  const send = async () => {
    const session = await sessionFields(path, method);
    return sendOnce(method, path, body, { ...fields, ...session }, signal, sent);
  };
  try {
    return await send();
  } catch (error) {
    if (!await recovers(path, method, error.status, async () => error.problem)) throw error;
    return send();
  }
}

function sendOnce(method, path, body, fields, signal, sent) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const stir = watched(abort);
    request.open(method, path);
    for (const [name, value] of Object.entries({ Accept: "application/json", ...fields })) {
      request.setRequestHeader(name, value);
    }
    request.upload.addEventListener("progress", ({ loaded }) => {
      stir(true);
      sent(loaded);
    });
    request.addEventListener("loadend", () => {
      stir(false);
      signal.removeEventListener("abort", abort);
      if (request.status === 0) reject(signal.aborted ? signal.reason : new TypeError("There was no answer."));
      else if (request.status >= 400) reject(refusal(request));
      else resolve(response(request));
    });
    signal.addEventListener("abort", abort);
    stir(true);
    request.send(body);
  });
}

/** Calls `stalled` where nothing has stirred for long; what it returns says that something has, or that all is over. */
function watched(stalled) {
  let timer;
  return (goesOn) => {
    clearTimeout(timer);
    if (goesOn) timer = setTimeout(stalled, stallTime);
  };
}

function response(request) {
  return {
    status: request.status,
    field: (name) => request.getResponseHeader(name),
    json: () => JSON.parse(request.responseText),
  };
}

function refusal(request) {
  let problem = {};
  try {
    problem = JSON.parse(request.responseText);
  } catch {
    // Whatever stands between may have answered in other words.
  }
  return new Refusal(request.status, problem, request.getResponseHeader("Retry-After"));
}

/** Waits; no longer than until the network is back. */
export function pause(time, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, time);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}
