// SPDX-License-Identifier: Apache-2.0

import { Adding } from "./adding.js";
import { AlbumEntry } from "./albumentry.js";
import { Emptiness } from "./emptiness.js";
import { follow } from "./live.js";
import { ask, Refusal, source } from "./photos.js";
import { SearchEntry } from "./searchentry.js";
import { sharePhoto, showLinks } from "./shareentry.js";
import { whenRenewed } from "./session.js";
import { SignIn } from "./signin.js";
import { readStyles } from "./styles.js";
import { Tabs, viewName, Views } from "./views.js";
import { keepsNothing } from "./visitor.js";
import { Wall } from "./wall.js";
import { language, quoted, text } from "./words.js";

const views = new Views();
const main = document.querySelector("main");
const status = document.querySelector(".status");
const signInButton = document.querySelector(".sign-in");
const signIn = new SignIn(views, signInButton);
const emptiness = new Emptiness(main);
const signInHere = document.createElement("button");
const wall = new Wall(main);
const adding = new Adding(signInButton, attempt);
const tabs = new Tabs();
document.querySelector("h1").after(tabs.element);
/** Photos that are not public, of which the stream told before it was known whose they are. */
const unclaimed = [];
/** The place in each view that was left, for whoever comes back. */
const places = new Map();
/** What parts that are read later ask of the gallery: with what selects photos, once ``readSelecting`` has read it. */
const gallery = {
  main, views, wall, adding, signIn, choose, show, route, attempt, say, sayEmpty, readSelecting,
  renew: () => attempt(reload),
};
const albums = gallery.albums = new AlbumEntry(gallery);
const search = new SearchEntry(gallery, tabs.element);

/** `true` once the page may read what it shows. */
let isBegun = false;
/** `true` while the page is as the service wrote it. */
let isAsWritten = true;
/** What reads all by which photos are selected; `null` until somebody needs it. */
let selecting = null;
/** One photo on the whole window; `null` until somebody opens one. */
let viewer = null;
/** What leads to months; `null` until there are some to go to. */
let scrubber = null;

/** What shows views that have neither photos on the wall nor albums. */
const others = {
  links: showLinks,
  account: async (gallery) => (await import("./accountentry.js")).showAccount(gallery),
  duplicates: async (gallery) => (await import("./duplicateentry.js")).showDuplicates(gallery),
};

/** The time before a service that does not answer is asked again, in milliseconds. */
const retryDelay = 3000;
/** What waits for that time; `null` while the service answers. */
let retry = null;
/** `true` while the page says that the service does not answer. */
let isAway = false;
/** The time after which a page says that it waits for a name and a password, in milliseconds. */
const askDelay = 300;

document.documentElement.lang = language;
document.querySelector(".skip").textContent = text.skip;
signInButton.textContent = signInHere.textContent = text.signIn;
signInHere.type = "button";
// The photos of a view come later than the browser would scroll to them.
history.scrollRestoration = "manual";

wall.opened = (id) => open(id, true);
wall.liked = like;
wall.endIsNear = more;
wall.near = (places, isLacking) => {
  if (views.kind.timeline === undefined) return;
  views.photos.near = places;
  if (isLacking) persist(() => views.photos.fill());
};
wall.laidOut = showMonths;
tabs.chosen = (name) => choose(name);
views.changed = (id) => {
  const photo = id === undefined ? undefined : views.photos.photo(id);
  if (photo) return wall.refresh(photo);
  draw();
  gallery.selection?.retain((id) => views.photos.has(id));
  if (views.account === null && views.photos.sample) attempt(() => signIn.judge(views.photos.sample));
};
adding.enter = async () => {
  if (views.account !== null) return;
  const entering = enter();
  attempt(() => entering);
  await entering;
};
adding.added = (photo) => take({ ...photo, kind: "photo" });
adding.arrived = (album, id) => attempt(() => albums.collect(album, id));
for (const button of [signInButton, signInHere]) button.addEventListener("click", () => attempt(enter));
// Whoever has signed in is shown photos also where what selects them does not come.
signIn.prepare = () => readSelecting().catch(() => {});
signIn.recognised = () => {
  for (const photo of unclaimed.splice(0)) views.take(photo);
  gallery.marking?.draw();
  if (viewer?.photo) viewer.refresh(viewer.photo);
  albums.drawn();
  import("./accountentry.js").then((entry) => entry.offerAccount(gallery, signInButton)).catch(() => {});
};
addEventListener("popstate", route);
addEventListener("keydown", (event) => {
  if (event.key === "?") import("./keys.js").then(({ press }) => press(event)).catch(() => {});
});

/** Begins the stream of changes anew. */
let renew = () => {};
whenRenewed(() => renew());
/** Called with what ends once everything was read anew. */
let isReadAnew = () => {};

start();

function start() {
  say(text.loading);
  renew = follow(told, () => {
    const isFirst = !isBegun;
    isBegun = true;
    const reading = attempt(isFirst ? route : reload);
    if (isFirst) reading.then(prepareAbsence);
    isReadAnew(reading);
  });
}

/** Begins the stream of changes anew, for somebody else, and waits until everything was read anew, as it is once the stream is open. */
function beginAnew() {
  return new Promise((resolve) => {
    // The page of the browser that has the stream may have stopped.
    const timer = setTimeout(() => isReadAnew(attempt(reload)), 2000);
    isReadAnew = (reading) => {
      clearTimeout(timer);
      isReadAnew = () => {};
      resolve(reading);
    };
    renew();
  });
}

/** Reads what the page needs where the service is away, once it has nothing else to do. */
function prepareAbsence() {
  const whenIdle = globalThis.requestIdleCallback ?? ((action) => setTimeout(action, 1000));
  whenIdle(() => import("./offline.js").then(({ beginOffline }) => beginOffline(gallery)).catch(() => {}));
}

/** Takes what the stream tells, of a photo or of an album. */
function told(change) {
  if (change.kind.startsWith("album")) albums.told(change); else take(change);
}

/** Takes a photo as it is by now, wherever it is shown. */
function take(photo) {
  if (views.account === null && !photo.deleted && photo.visibility !== "public") unclaimed.push(photo);
  views.take(photo);
  if (viewer?.photo?.id !== photo.id || photo.deleted) return;
  viewer.refresh(views.photo(photo.id) ?? { ...viewer.photo, ...photo });
}

/** Goes to a view that somebody has chosen. */
async function choose(name) {
  if (name === views.name) return scrollTo(0, 0);
  history.pushState(null, "", Views.address(name));
  search.show("");
  places.delete(name);
  await show(name);
}

/** Shows a view, at the place where it was left. */
async function show(name) {
  if (name === views.name && !isAsWritten) return;
  if (!isAsWritten) places.set(views.name, wall.anchor);
  if (views.refines(name)) {
    // What both have found stays where it is, or moves.
    views.name = name;
    scrollTo(0, 0);
  } else turn(name);
  tabs.mark(views.kind.tab ?? name);
  gallery.selection?.clear();
  if (isClosed()) await askName();
  const hasPhotos = await showOthers();
  if (views.name !== name || !hasPhotos) return;
  if (views.photos.isRead) draw(places.get(name));
  else if (isClosed()) showEmptiness();
  else await more();
}

/** Takes off what is shown, as another view comes. */
function turn(name) {
  albums.leave();
  if (views.kind.query !== undefined) say("");
  // What the service wrote is for whoever has no scripts; of the view of all photos, it stays until those are read.
  if (!isAsWritten || name !== "photos") main.replaceChildren();
  isAsWritten &&= name === "photos";
  views.name = name;
  wall.begin(views.kind.heading);
}

/** Shows what the view has besides photos, and says whether it has photos too. */
async function showOthers() {
  if (views.name === "mine" && !isClosed()) offerDuplicates();
  if (!Object.hasOwn(others, views.name) || isClosed()) return albums.show();
  await attempt(() => others[views.name](gallery));
  return false;
}

/** Offers, where it can, what leads from one's own photos to those that look alike. */
function offerDuplicates() {
  import("./duplicateentry.js").then((entry) => entry.offerDuplicates(gallery)).catch(() => {});
}

/** `true` if the view is only for somebody who has signed in. Asking for it would have the person asked who that is. */
function isClosed() { return views.kind.isPersonal && views.account === null; }

async function reload() {
  if (isClosed()) return;
  albums.forget();
  // Others are read anew as they are shown; what was read of photos is forgotten in any case.
  if (!await showOthers() && !Object.hasOwn(others, views.name)) return;
  try {
    await views.reload();
  } catch (error) {
    if (error.status < 500) throw error;
    await more();
  }
}

/** Has the person asked who it is, and says meanwhile why; where that is known already, the answer comes sooner. */
async function askName() {
  const patience = setTimeout(() => {
    say("");
    showEmptiness();
  }, askDelay);
  await attempt(enter);
  clearTimeout(patience);
}

/** Draws the wall with the photos of the view that is shown. */
function draw(place) {
  if (isAsWritten) main.replaceChildren();
  isAsWritten = false;
  wall.show(views.photos.sections ? views.photos : views.photos.list, place);
  albums.drawn();
  search.drawn();
  showEmptiness();
}

async function more() {
  if (albums.takesOver) return albums.more();
  if (!isBegun || views.photos.isComplete || isClosed() || views.kind.path === null) return;
  await persist(async () => {
    await views.photos.more();
    say("");
  });
}

/** Reads something of the view, and later what there is to be read then where the service does not answer. */
async function persist(read) {
  if (retry !== null) return;
  try {
    await read();
    if (isAway) say("");
    isAway = false;
  } catch (error) {
    if (error instanceof Refusal && error.status < 500 && error.status !== 429) return say(error.message, true);
    say(text.unreachable, true);
    isAway = true;
    retry ??= setTimeout(() => {
      retry = null;
      more();
      wall.draw();
    }, retryDelay);
  }
}

/** Shows what the address says: a view, and a photo where it is that of one. */
async function route() {
  const id = location.pathname.match(/^\/photos\/([^/]+)$/)?.[1];
  const name = id === undefined ? viewName(location) : history.state?.view ?? "photos";
  search.show(Views.query(name));
  if (name === views.name && !isAsWritten) await albums.show(); else await show(name);
  if (id === undefined) return close();
  await open(id, false, true);
}

async function open(id, isFromWall, isAlreadyThere = false) {
  let photo;
  try {
    const known = views.photo(id);
    [photo] = await Promise.all([known ?? ask(`/v1/photos/${encodeURIComponent(id)}`), viewer ?? readViewer()]);
  } catch (error) {
    return say([404, 410].includes(error.status) ? text.gone : reason(error), true);
  }
  const state = { view: views.name, isFromWall: isFromWall || history.state?.isFromWall === true };
  if (isFromWall) history.pushState(state, "", `/photos/${id}`);
  else if (!isAlreadyThere) history.replaceState(state, "", `/photos/${id}`);
  viewer.show(photo, views.photos.neighbours(id));
  if (views.photos.neighbours(id)[1] === undefined) more();
  if (views.kind.timeline) await persist(() => readNeighbours(photo));
}

/** Reads what shows one photo, once. */
async function readViewer() {
  const [{ Viewer }] = await Promise.all([import("./viewer.js"), readStyles("viewer.css")]);
  viewer ??= Object.assign(new Viewer(), {
    moved,
    closed,
    liked: like,
    owns: (photo) => views.owns(photo),
    edited: take,
    shares: (photo) => attempt(() => sharePhoto(photo)),
  });
}

/** Goes from the photo that is shown to the one before or after it. */
function moved(step) {
  return attempt(async () => {
    const { photo } = viewer;
    const next = () => views.photos.neighbours(photo.id)[step < 0 ? 0 : 1];
    if (next() === null) await views.photos.readNeighbours(photo);
    if (next() && viewer.photo?.id === photo.id) await open(next().id, false);
  });
}

function closed() {
  // Back is where the reader came from; whoever came by the photo's own address came from elsewhere.
  if (history.state?.isFromWall) return history.back();
  history.replaceState(null, "", views.kind.address);
  close();
}

/** Reads what is before and after the photo that is shown. */
async function readNeighbours(photo) {
  await views.photos.readNeighbours(photo);
  if (viewer.photo?.id === photo.id) viewer.meet(views.photos.neighbours(photo.id));
}

function close() {
  const shown = viewer?.photo;
  if (!shown) return;
  viewer.close();
  wall.focus(shown.id);
}

async function like(id) {
  await attempt(async () => {
    // A browser that has the password remembers for which addresses: those beside the one that asked for it.
    if (signIn.isOffered) await enter();
    // One that is opened by its address need not be on the wall.
    const shown = views.photo(id) ?? viewer?.photo;
    const { like: setLike } = await import("./actions.js");
    take(await setLike(id, !shown.isFavourite));
  });
}

/** Reads all by which photos are selected, once, and has the gallery know it. */
function readSelecting() {
  selecting ??= Promise.all([import("./selecting.js"), readStyles("selecting.css")])
    .then(([{ Selecting }]) => { Object.assign(gallery, new Selecting(gallery)); })
    .catch((error) => {
      selecting = null;
      throw error;
    });
  return selecting;
}

/** Has the person asked for name and password. */
async function enter() {
  await signIn.recognise();
  say(text.signedIn(views.account));
  await beginAnew();
}

function showEmptiness() {
  if (isClosed()) emptiness.show(text.empties.signedOut, signInHere);
  else if (!views.photos.isComplete || views.photos.length > 0) emptiness.hide();
  else if (views.kind.album !== undefined) albums.sayEmpty();
  else if (views.kind.query !== undefined) emptiness.show(text.search.none(quoted(views.kind.query)));
  else emptiness.show(text.empties[views.name] ?? text.empty);
}

/** Says that there is nothing, with what leads on and, to whoever may have to, how to sign in; `null` that there is. */
function sayEmpty(words, ...ways) {
  if (words === null) emptiness.hide();
  else emptiness.show(words, ...ways, ...(views.account === null ? [signInHere] : []));
}

/** Shows what leads to months, where there are some and more than two screens of photos. */
async function showMonths() {
  const isWanted = () => views.kind.timeline !== undefined && wall.marks.length > 1
    && document.documentElement.scrollHeight > 2 * innerHeight;
  if (scrubber === null && !isWanted()) return;
  scrubber ??= Promise.all([import("./scrubber.js"), readStyles("scrubber.css")]).then(([{ Scrubber }]) => new Scrubber(wall));
  // Where it does not come, the page can still be scrolled.
  (await scrubber.catch(() => { scrubber = null; }))?.show(isWanted());
}

/** Does something that may be refused, and says why where it is. */
async function attempt(action, tell = (words) => say(words, true)) {
  try {
    await action();
  } catch (error) {
    // Whoever chose not to sign in need not be told; who cannot without cookies is.
    if (error instanceof Refusal && error.status === 401) return keepsNothing && tell(text.cookiesOff);
    tell(reason(error));
  }
}

/** Why something did not happen: in the service's words, unless there was no response. */
function reason(error) {
  if (error instanceof Refusal) return error.message;
  return source.isKept ? text.offline.refused : text.unreachable;
}

function say(words, isAlarm = false) {
  status.textContent = words;
  status.classList.toggle("alarm", isAlarm);
}
