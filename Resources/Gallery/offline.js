// SPDX-License-Identifier: Apache-2.0

import { element } from "./elements.js";
import { ask, source } from "./photos.js";
import { introduce, isKnown, tell } from "./visitor.js";
import { text } from "./words.js";

/** The only script that this page may give a browser by its address. */
const workerAddress = "/sw.js";
/** Where photos wait that another app has sent, as incoming.js has it, which is read only where there are some. */
const incomingName = "woof-incoming";
/** How often the service is asked whether it is there again, in milliseconds. */
const interval = 3_000;

/** Says that the page is of a former visit, keeps this visit for the next one, and takes photos that other apps have sent. */
export async function beginOffline(gallery) {
  new Absence(gallery);
  if (navigator.serviceWorker === undefined) return;
  await keepVisit().catch(() => {});
  await takeIncoming(gallery).catch(() => {});
}

/** Forgets all that the browser has kept of an account, as whoever had signed in has signed out. */
export async function forgetAccount() {
  tell(null);
  if (globalThis.caches === undefined) return;
  const worker = navigator.serviceWorker?.controller;
  if (worker) {
    const { port1: own, port2: theirs } = new MessageChannel();
    const isDone = new Promise((resolve) => { own.onmessage = resolve; });
    introduce(worker, [theirs]);
    await isDone;
  } else {
    const { Kept } = await import("./kept.js");
    // A browser that keeps nothing for pages says so here.
    await new Kept(document.documentElement.dataset.assets).claim(null).catch(() => {});
  }
  await caches.delete(incomingName).catch(() => {});
}

/** What says that the service is away and the page is of a former visit, for as long as that is so. */
class Absence {
  #gallery;
  #element = element("p", "offline");
  #timer = null;

  constructor(gallery) {
    this.#gallery = gallery;
    this.#element.setAttribute("role", "status");
    document.querySelector("header").after(this.#element);
    source.changed = () => this.#show();
    addEventListener("offline", () => source.note(true));
    // What is in it from the beginning would not be read aloud.
    requestAnimationFrame(() => this.#show());
  }

  #show() {
    this.#element.textContent = source.isKept ? text.offline.shown : "";
    if (source.isKept) this.#timer ??= setInterval(() => this.#look(), interval);
    else clearInterval(this.#timer);
    if (!source.isKept) this.#timer = null;
  }

  /** Looks whether the service is there again. */
  async #look() {
    if (document.hidden) return;
    const response = await fetch("/v1/service", { cache: "no-store" }).catch(() => null);
    if (response?.ok && source.isKept) await this.#renew();
  }

  async #renew() {
    source.note(false);
    const { account } = this.#gallery.views;
    if (account !== null && !isKnown()) await confirm(account);
    await this.#gallery.renew();
  }
}

/** Asks the service whether it is the account that was presumed without it; if not, the page begins anew. */
async function confirm(account) {
  const { name, session } = await ask("/v1/me").catch(() => ({}));
  if (name === account) tell(name, session !== undefined); else location.reload();
}

/** Has a service worker keep what is seen, from now on and since the page was opened. */
async function keepVisit() {
  const isFirst = navigator.serviceWorker.controller === null;
  await navigator.serviceWorker.register(scriptAddress(), { type: "module" });
  const { active } = await navigator.serviceWorker.ready;
  introduce(active);
  if (isFirst) active.postMessage({ seen: performance.getEntriesByType("resource").map(({ name }) => name) });
}

/** The address of the worker's script, which Trusted Types let through. */
function scriptAddress() {
  const policy = globalThis.trustedTypes?.createPolicy("woof-scripts", {
    createScriptURL: (address) => {
      if (address !== workerAddress) throw new TypeError("This script is not for a worker.");
      return address;
    },
  });
  return policy?.createScriptURL(workerAddress) ?? workerAddress;
}

/** Has the panel offer photos that another app has sent to this one. */
async function takeIncoming({ adding }) {
  if (location.search === "?shared") history.replaceState(history.state, "", "/");
  if (!await caches.has(incomingName)) return;
  const { forgetIncoming, incoming } = await import("./incoming.js");
  const files = await incoming();
  if (files.length > 0) adding.receive(files, forgetIncoming);
}
