// SPDX-License-Identifier: Apache-2.0

import { Adding } from "./adding.js";
import { follow } from "./live.js";
import { ask, Photos, Refusal } from "./photos.js";
import { Viewer } from "./viewer.js";
import { Wall } from "./wall.js";
import { language, text } from "./words.js";

const photos = new Photos();
const main = document.querySelector("main");
const status = document.querySelector(".status");
const signIn = document.querySelector(".sign-in");
const emptiness = document.createElement("div");
const wall = new Wall(main);
const viewer = new Viewer();
const adding = new Adding(signIn);

/** `true` while the page is as the service wrote it. */
let isAsWritten = true;
/** `true` once the service is known to know who asks. */
let isSignedIn = false;

/** The time before a service that does not answer is asked again, in milliseconds. */
const retryDelay = 3000;
/** What waits for that time; `null` while the service answers. */
let retry = null;
/** Begins the stream of changes anew. */
let restart = () => {};

document.documentElement.lang = language;
document.querySelector(".skip").textContent = text.skip;
signIn.textContent = text.signIn;
emptiness.className = "empty";
emptiness.textContent = text.empty;

wall.opened = (id) => open(id, true);
wall.liked = viewer.liked = like;
wall.endIsNear = more;
viewer.moved = (step) => {
  const next = neighbours(viewer.photo.id)[step < 0 ? 0 : 1];
  if (next) open(next.id, false);
};
viewer.closed = () => {
  // Back is where the reader came from; whoever came by the photo's own address came from elsewhere.
  if (history.state?.isFromWall) history.back();
  else {
    history.replaceState(null, "", "/");
    close();
  }
};
photos.changed = (id) => {
  const photo = id === undefined ? undefined : photos.photo(id);
  if (photo) {
    wall.refresh(photo);
    viewer.refresh(photo);
    return;
  }
  // What the service wrote is for whoever has no scripts.
  if (isAsWritten) main.replaceChildren();
  isAsWritten = false;
  wall.show(photos.list);
  showEmptiness();
  if (photos.list[0]) showAccount(photos.list[0].isFavourite !== undefined);
};
adding.enter = async () => { if (!isSignedIn) await enter(); };
adding.added = (photo) => photos.take({ ...photo, kind: "photo" });
signIn.addEventListener("click", () => attempt(enter));
addEventListener("popstate", route);

await start();

async function start() {
  say(text.loading);
  // The stream comes first, so that no change falls between the list and what is told after it.
  restart = follow((change) => photos.take(change), () => attempt(() => photos.reload()));
  await more();
  await route();
}

async function more() {
  if (photos.isComplete || retry !== null) return;
  try {
    await photos.more();
    say("");
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return say(error.message, true);
    say(text.unreachable, true);
    retry ??= setTimeout(() => {
      retry = null;
      more();
    }, retryDelay);
  }
}

/** Shows what the address says: a photo, or the wall. */
async function route() {
  const id = location.pathname.match(/^\/photos\/([^/]+)$/)?.[1];
  if (id === undefined) return close();
  await open(id, false, true);
}

async function open(id, isFromWall, isAlreadyThere = false) {
  let photo;
  try {
    photo = await photos.read(id);
  } catch (error) {
    return say([404, 410].includes(error.status) ? text.gone : reason(error), true);
  }
  const state = { isFromWall: isFromWall || history.state?.isFromWall === true };
  if (isFromWall) history.pushState(state, "", `/photos/${id}`);
  else if (!isAlreadyThere) history.replaceState(state, "", `/photos/${id}`);
  viewer.show(photo, neighbours(id));
  if (neighbours(id)[1] === undefined) more();
}

function close() {
  const shown = viewer.photo;
  if (!shown) return;
  viewer.close();
  wall.focus(shown.id);
}

function neighbours(id) {
  const index = photos.list.findIndex((photo) => photo.id === id);
  return index < 0 ? [undefined, undefined] : [photos.list[index - 1], photos.list[index + 1]];
}

async function like(id) {
  await attempt(async () => {
    // The browser remembers for which addresses it signs in: those beside the one that asked for it.
    if (!signIn.hidden) await enter();
    // One that is opened by its address need not be on the wall.
    const shown = photos.photo(id) ?? viewer.photo;
    const photo = await photos.like(id, !shown.isFavourite);
    viewer.refresh(photo);
  });
}

/** Has the browser ask the person for name and password. */
async function enter() {
  const account = await ask("/v1/me");
  say(text.signedIn(account.name));
  // The stream tells whoever has signed in of more photos.
  restart();
  await photos.reload();
  showAccount(true);
}

function showAccount(isKnown) {
  isSignedIn = isKnown;
  signIn.hidden = isKnown;
}

function showEmptiness() {
  const isEmpty = photos.isComplete && photos.list.length === 0;
  if (isEmpty) main.append(emptiness); else emptiness.remove();
}

/** Does something that may be refused, and says why where it is. */
async function attempt(action) {
  try {
    await action();
  } catch (error) {
    // Whoever chose not to sign in need not be told.
    if (error instanceof Refusal && error.status === 401) return;
    say(reason(error), true);
  }
}

/** Why something did not happen: in the service's words, unless there was no response. */
function reason(error) { return error instanceof Refusal ? error.message : text.unreachable; }

function say(words, isAlarm = false) {
  status.textContent = words;
  status.classList.toggle("alarm", isAlarm);
}
