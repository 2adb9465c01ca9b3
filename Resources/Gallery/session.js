// SPDX-License-Identifier: Apache-2.0

// A browser that has signed in keeps a session in a cookie, which no script reads. Requests that change something bring the
// token of the session besides, as pages of strangers cannot. Where the browser keeps no such cookie, it has name and password
// itself, and asks for them.

import { introduceAgain, keepsNothing } from "./visitor.js";

/** Methods that change nothing. */
const reading = ["GET", "HEAD", "OPTIONS"];
/** What is below it is for whoever has a link, and for nobody as an account. */
const sharedPath = "/v1/shared/";
const anonymous = { "Woof-Session": "none" };
/** Tells the other pages of the browser that its session has ended; `null` where it keeps none. */
const pages = keepsNothing ? null : new BroadcastChannel("woof-session");

/** `true` while the browser keeps a session, or may. */
let isKept = isSecureContext && !keepsNothing;
/** The token of the session; `null` until it is known. */
let token = null;
/** The name of the account; `null` until it is known. */
let account = null;
let [learning, asking] = [null, null];
let renewed = () => {};

pages?.addEventListener("message", () => location.reload());

/**
 * Asks the service, as `fetch` does. Where it wants to know who asks, the person is asked, and it is asked again.
 *
 * @param {string} path
 * @param {RequestInit} options
 */
export async function request(path, options = {}) {
  const send = async () => {
    const fields = await sessionFields(path, options.method);
    return fetch(path, { ...options, headers: { ...options.headers, ...fields } });
  };
  const response = await send();
  const problem = () => response.clone().json();
  return await recovers(path, options.method, response.status, problem) ? send() : response;
}

/** The fields by which a request acts in the session. */
export async function sessionFields(path, method = "GET") {
  if (!isKept || path.startsWith(sharedPath)) return {};
  if (token === null && !reading.includes(method)) await learn();
  return token === null ? anonymous : { "Woof-Session": token };
}

/**
 * Says whether a request that was refused is worth sending again, once it is known who asks.
 *
 * @param {() => Promise<object>} readProblem Reads why it was refused (RFC 9457).
 */
export async function recovers(path, method = "GET", status, readProblem) {
  if (path.startsWith(sharedPath)) return false;
  if (status === 401) return isKept && signIn();
  if (status !== 403 || reading.includes(method)) return false;
  const { reason } = await readProblem().catch(() => ({}));
  if (reason !== "no-session-token") return false;
  // Another page has signed in anew, or the browser keeps sessions though nobody said so.
  isKept = true;
  return await learn() !== null;
}

/** Finds out, before somebody signs in, whether the browser keeps a session here; else it asks for the password itself. */
export async function prepareSignIn() {
  if (!isKept && !isSecureContext && !keepsNothing) {
    const service = await fetch("/v1/service").then((response) => response.json()).catch(() => ({}));
    isKept = service.sessions === "everywhere";
  }
  return isKept;
}

/** Has somebody know when a page that showed an account has signed in anew, as its session had ended. */
export function whenRenewed(action) { renewed = action; }

/** Asks the person for name and password, and says whether they were given. */
function signIn() {
  asking ??= askForSignIn().finally(() => { asking = null; });
  return asking;
}

async function askForSignIn() {
  const isShown = account !== null;
  const isSignedIn = await (await import("./signindialog.js")).askForSignIn();
  if (isSignedIn && isShown) renewed();
  return isSignedIn;
}

/** Goes on in a session that the service has begun; where the browser does not keep it, the browser asks from now on. */
export async function keepSession() {
  isKept = await learn() !== null;
  return isKept;
}

/** Learns the token of the session, and gives it; `null` where there is none. */
export function learn() {
  learning ??= readAccount().finally(() => { learning = null; });
  return learning;
}

async function readAccount() {
  const response = await fetch("/v1/me", { headers: { Accept: "application/json", ...anonymous } });
  const me = response.ok ? await response.json() : {};
  // What the page shows is not for whoever has signed in meanwhile.
  if (account !== null && me.name !== undefined && me.name !== account) location.reload();
  remember(me);
  introduceAgain();
  return token;
}

/** Remembers what the service says of the account that has signed in. */
export function remember({ name, session }) {
  account = name ?? account;
  token = session?.token ?? null;
}

/** Leaves, as the session has ended, and has the browser's other pages do so too. */
export async function leave() {
  // Without it, the next page of nobody does the same.
  await import("./offline.js").then(({ forgetAccount }) => forgetAccount()).catch(() => {});
  pages?.postMessage(null);
  location.assign("/");
}
