// SPDX-License-Identifier: Apache-2.0

import { keepIncoming } from "./incoming.js";
import { Kept } from "./kept.js";
import { after, Visitors } from "./visitors.js";

/** What a page without a service may need and need not have read before: what shows a photo, and its words. */
const neededFiles = [
  "viewer.js", "viewer.css", "missing.js", "panel.js", "panel.css", "actions.js", "scrubber.js", "scrubber.css",
  "morewords.js", "moreenglish.js", "moregerman.js", "offline.js", "incoming.js", "logo.svg",
];

/** For how long the service is waited for where there is something else to show, in milliseconds. */
const patience = 8_000;
/** How proxies say that the service behind them is away, and how it says so itself (RFC 9110 §15.6). */
const absences = [502, 503, 504];
/** The largest picture that is kept, in bytes. */
const largestPicture = 2_000_000;
/** The addresses of lists and photos that are kept, all of which change. */
const lists = /^\/v1\/(photos(\/[^/]+)?|timeline(\/[^/]+)?|me\/(photos|favourites|albums)|albums(\/[^/]+(\/photos)?)?)$/;
/** The addresses of pictures, which never change. */
const pictures = /^\/v1\/photos\/[^/]+\/(original|variants\/[^/]+)$/;
/** The addresses of what begins and ends that somebody has signed in. */
const sessions = /^\/v1\/(me\/)?(sessions|password)(\/|$)/;

/** Begins the work of a service worker: pages and what was seen on them are there where the service is not. */
export function begin(assets) {
  const worker = new OfflineWorker(assets);
  addEventListener("install", (event) => event.waitUntil(worker.install()));
  addEventListener("activate", (event) => event.waitUntil(worker.activate()));
  addEventListener("fetch", (event) => {
    const response = worker.response(event);
    if (response) event.respondWith(response);
  });
  addEventListener("message", (event) => event.waitUntil(worker.hear(event)));
}

class OfflineWorker {
  #assets;
  #kept;
  #visitors = new Visitors();

  constructor(assets) { [this.#assets, this.#kept] = [assets, new Kept(assets)]; }

  async install() {
    await this.#keepPage(await fetch("/", { credentials: "omit", cache: "no-cache" }));
    for (const name of neededFiles) await this.#file(`${this.#assets}/${name}`);
    // What is open goes on with this one, as it would without any.
    await self.skipWaiting();
  }

  async activate() {
    await this.#kept.forgetOldFiles();
    await self.clients.claim();
  }

  async hear({ data, source, ports: [port] }) {
    if (data.seen) return this.#see(data.seen, source.id);
    this.#visitors.hear(source.id, data);
    try {
      // The service alone knows whose browser this is by now.
      if (data.known !== undefined) await this.#kept.claim(data.known);
    } finally {
      port?.postMessage(null);
    }
  }

  /** The response to a request; `undefined` where the browser is to ask the service itself, as if there were no worker. */
  response(event) {
    const { request } = event;
    const url = new URL(request.url);
    if (url.origin !== location.origin || request.headers.has("Range")) return undefined;
    if (request.method === "POST") return this.#responseToPost(event, url);
    if (request.method !== "GET") return void this.#watch(event, url);
    if (request.mode === "navigate") return isPage(url) ? this.#page(event, url) : undefined;
    if (url.pathname.startsWith(`${this.#assets}/`)) return this.#file(url.pathname);
    if (pictures.test(url.pathname)) return request.destination === "image" ? this.#picture(event, url) : undefined;
    return lists.test(url.pathname) ? this.#list(event, url) : undefined;
  }

  #responseToPost(event, url) {
    const { request } = event;
    if (url.pathname === "/share" && request.mode === "navigate") return this.#takeIncoming(request);
    if (url.pathname === "/v1/photos/batch") return this.#batch(event);
    return void this.#watch(event, url);
  }

  /** Forgets what an account has seen where somebody signs in, or out, whatever pages say of it. */
  #watch(event, { pathname }) {
    if (sessions.test(pathname)) event.waitUntil(this.#kept.claim(null));
  }

  async #takeIncoming(request) {
    await keepIncoming(request).catch(() => {});
    return Response.redirect("/?shared", 303);
  }

  // MARK: The gallery itself

  async #page(event, url) {
    const response = await this.#reached(event.request, () => this.#kept.file("/"));
    if (response.ok && url.pathname === "/" && !url.searchParams.has("after")) {
      event.waitUntil(this.#keepPage(response.clone()));
    }
    return response;
  }

  /** Keeps the page where it is of this version; where it is not, there is a newer worker. */
  async #keepPage(response) {
    const isOwn = response.ok && (await response.clone().text()).includes(`data-assets="${this.#assets}"`);
    if (isOwn) await this.#kept.keepFile("/", response);
    else await self.registration.update();
  }

  async #file(path) {
    const kept = await this.#kept.file(path);
    if (kept) return kept;
    const response = await fetch(path);
    if (response.ok) await this.#kept.keepFile(path, response.clone());
    return response;
  }

  // MARK: What was seen

  async #picture(event, { pathname }) {
    const kept = await this.#kept.response("picture", null, pathname)
      ?? await this.#kept.response("picture", await this.#visitors.reader(event.clientId), pathname);
    if (kept) return kept;
    const response = await fetch(event.request);
    event.waitUntil(this.#keepPicture(event.clientId, pathname, response.clone()));
    return response;
  }

  async #keepPicture(client, path, response) {
    const audience = response.headers.get("Cache-Control") ?? "no-store";
    const isSmall = Number(response.headers.get("Content-Length") ?? Infinity) <= largestPicture;
    if (response.status !== 200 || audience.includes("no-store") || !isSmall) return;
    const account = audience.includes("public") ? null : await this.#visitors.account(client) ?? undefined;
    if (account !== undefined) await this.#kept.keepResponse("picture", account, path, response);
  }

  async #list(event, url) {
    const { request, clientId } = event;
    const response = await this.#reached(request, async () => this.#keptList(await this.#visitors.reader(clientId), url));
    if (isList(response)) event.waitUntil(this.#keepList(clientId, url, response.clone()));
    return response;
  }

  /** The account that a response is for, where its page reads for the same one; `null` for nobody, `undefined` where it is neither. */
  async #reader(client, response) {
    const account = accountOf(response);
    return account && await this.#visitors.account(client) !== account ? undefined : account;
  }

  /** Keeps a list for the account that it is for, or for everybody. */
  async #keepList(client, url, response) {
    const account = await this.#reader(client, response);
    if (account === undefined || !isList(response)) return;
    if (isJSON(response)) {
      const body = await response.clone().json();
      const [photo, month] = [body.id && url.pathname === photoPath(body.id), monthName(url)];
      if (photo || Array.isArray(body.items)) await this.#kept.keepPhotos(account, photo ? [body] : body.items.filter(isPhoto));
      if (month) return this.#kept.keepColumns(account, month, ...offset(url), body);
      if (photo) return;
    }
    await this.#kept.keepResponse("list", account, url.pathname + url.search, response);
  }

  async #keptList(account, url) {
    const month = monthName(url);
    if (month) {
      const [first, limit] = [...offset(url), Number(url.searchParams.get("limit") ?? Infinity)];
      return marked(await this.#kept.columns(account, month, first, limit));
    }
    const id = url.pathname.match(/^\/v1\/photos\/([^/]+)$/)?.[1];
    if (id !== undefined) return marked((await this.#kept.photos(account, [id]))[0]);
    const found = await this.#kept.response("list", account, url.pathname + url.search);
    return found && new Response(found.body, { headers: { ...Object.fromEntries(found.headers), ...keptFields } });
  }

  async #batch(event) {
    const { request, clientId } = event;
    const body = await request.clone().text();
    const { ids, change } = parsed(body);
    if (!Array.isArray(ids) || change !== undefined) return fetch(request);
    const response = await this.#reached(request, async () => {
      const photos = await this.#kept.photos(await this.#visitors.reader(clientId), ids);
      // Of what is not in a response, a page would take that it is gone.
      return photos.every(Boolean) ? marked({ items: photos.map((photo) => ({ id: photo.id, status: 200, photo })) }) : undefined;
    });
    if (isList(response)) event.waitUntil(this.#keepBatch(clientId, response.clone()));
    return response;
  }

  async #keepBatch(client, response) {
    const account = await this.#reader(client, response);
    if (account === undefined) return;
    await this.#kept.keepPhotos(account, (await response.json()).items.map(({ photo }) => photo).filter(Boolean));
  }

  /** Keeps what a page has read before there was a worker. */
  async #see(addresses, client) {
    for (const address of addresses) {
      const url = new URL(address);
      if (url.origin !== location.origin) continue;
      try {
        if (url.pathname.startsWith(`${this.#assets}/`)) await this.#file(url.pathname);
        else if (pictures.test(url.pathname)) await this.#keepPicture(client, url.pathname, await fetch(url));
        else if (lists.test(url.pathname)) await this.#keepList(client, url, await fetch(url, { headers: pageFields }));
      } catch {
        // It is kept when it is seen again.
      }
    }
  }

  /**
   * The response of the service, or what is kept where it does not come.
   *
   * @param {() => Promise<Response | undefined>} find Finds what is kept.
   */
  async #reached(request, find) {
    const response = fetch(request);
    const isAbsent = await Promise.race([
      response.then(({ status }) => absences.includes(status), () => true), after(patience, true),
    ]);
    return isAbsent ? await find() ?? response : response;
  }
}

/** The field by which a page knows that a response is one that was kept. */
const keptFields = { "Woof-Kept": "1" };

/** The fields by which the service knows a request of its own pages, and says whom it answers. */
const pageFields = { Accept: "application/json", "Woof-Session": "none" };

/** The account that a response is for; `null` for nobody, `undefined` where the service does not say. */
function accountOf({ headers }) {
  const name = headers.get("Woof-Account") ?? undefined;
  return name === "-" ? null : name;
}

function marked(value) { return value && Response.json(value, { headers: keptFields }); }

function isPage({ pathname }) { return pathname === "/" || /^\/(photos|albums)\/[^/]+$/.test(pathname); }

/** `true` for a response that may be kept as what was told last. */
function isList(response) {
  return response.status === 200 && !/no-store/.test(response.headers.get("Cache-Control") ?? "no-store")
    && !response.headers.has("Woof-Kept");
}

function isJSON(response) { return response.headers.get("Content-Type")?.startsWith("application/json") === true; }

function isPhoto({ contentType, version }) { return contentType !== undefined && version !== undefined; }

function photoPath(id) { return `/v1/photos/${id}`; }

/** The name of a month of a timeline that an address is of; `null` where it is of none. */
function monthName(url) {
  const month = url.pathname.match(/^\/v1\/timeline\/(\d{4,}-\d\d)$/)?.[1];
  return month === undefined ? null : `${url.searchParams.get("view")} ${month} ${url.searchParams.get("q") ?? ""}`;
}

function offset(url) { return [Number(url.searchParams.get("offset") ?? 0)]; }

function parsed(body) {
  try {
    return JSON.parse(body) ?? {};
  } catch {
    return {};
  }
}
