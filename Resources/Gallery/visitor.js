// SPDX-License-Identifier: Apache-2.0

/** The name under which the browser keeps the name of the account. */
const key = "woof-account";
const workers = navigator.serviceWorker;

/** `true` if the browser keeps nothing, neither cookies nor anything else. */
export const keepsNothing = forgets();

/** The account that reads this page, by the service's word: `null` for nobody, `undefined` until it is known. */
let known;

function forgets() {
  try {
    // Chromium does not say so, but lets no page get at its storage then.
    return !navigator.cookieEnabled || localStorage === undefined;
  } catch {
    return true;
  }
}

/** The account that has read pages before, in this browser or this window; `null` for none. */
export function presumed() {
  try {
    return localStorage.getItem(key) ?? sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Takes what the service says of who reads this page, and has the service worker know it.
 *
 * @param {?string} account The name of the account; `null` for nobody.
 * @param {boolean} isSession Whether the browser stays signed in; else it forgets who it was when the window is closed.
 */
export function tell(account, isSession = false) {
  if (account === known) return;
  known = account;
  try {
    for (const storage of [localStorage, sessionStorage]) storage.removeItem(key);
    if (account !== null) (isSession ? localStorage : sessionStorage).setItem(key, account);
  } catch {
    // Where the browser keeps nothing, nobody is presumed to read the page.
  }
  introduce(workers?.controller);
}

/** `true` once the service has said who reads this page. */
export function isKnown() { return known !== undefined; }

/** Says to the service worker who reads this page, as far as it is known. */
export function introduce(worker, ports = []) { worker?.postMessage({ known, presumed: presumed() }, ports); }

/** Says it once more, as the worker forgets what it keeps of an account where somebody signs in. */
export function introduceAgain() { introduce(workers?.controller); }

workers?.addEventListener("message", ({ data, ports: [port] }) => { if (data === "who") introduce(port); });
workers?.startMessages();
