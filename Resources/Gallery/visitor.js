// SPDX-License-Identifier: Apache-2.0

/** Where a window keeps the name of the account, until it is closed. */
const key = "woof-account";
const workers = navigator.serviceWorker;

/** The account that reads this page, by the service's word: `null` for nobody, `undefined` until it is known. */
let known;

/** The account that has read this window before; `null` for none. */
export function presumed() {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Takes what the service says of who reads this page, and has the service worker know it. */
export function tell(account) {
  if (account === known) return;
  known = account;
  try {
    if (account === null) sessionStorage.removeItem(key); else sessionStorage.setItem(key, account);
  } catch {
    // Where the browser keeps nothing, nobody is presumed to read the page.
  }
  introduce(workers?.controller);
}

/** `true` once the service has said who reads this page. */
export function isKnown() { return known !== undefined; }

/** Says to the service worker who reads this page, as far as it is known. */
export function introduce(worker, ports = []) { worker?.postMessage({ known, presumed: presumed() }, ports); }

workers?.addEventListener("message", ({ data, ports: [port] }) => { if (data === "who") introduce(port); });
workers?.startMessages();
