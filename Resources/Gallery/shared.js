// SPDX-License-Identifier: Apache-2.0

import { element } from "./elements.js";
import { Emptiness } from "./emptiness.js";
import { Missing } from "./missing.js";
import "./morewords.js";
import { pauseAfter, SharedService } from "./sharedservice.js";
import { SharedHead, SharedPhoto } from "./sharedhead.js";
import { SharedLock } from "./sharedlock.js";
import { Viewer } from "./viewer.js";
import { Wall } from "./wall.js";
import { readStyles } from "./styles.js";
import { language, text } from "./words.js";

/** The shortest time from one check to the next, in milliseconds. */
const checkInterval = 1000;
/** The time after which pictures of added photos are looked for, in milliseconds, and how many times. */
const [pictureInterval, pictureTries] = [2000, 6];
/** The longest time that a browser can wait, in milliseconds. */
const longestWait = 2 ** 31 - 1;

const main = document.querySelector("main");
const status = document.querySelector(".status");
const head = new SharedHead();
const single = new SharedPhoto();
const emptiness = new Emptiness(main);
const wall = new Wall(main);
const viewer = new Viewer({ isForStrangers: true });
const missing = new Missing();
const token = location.pathname.split("/").at(-1);
let service = new SharedService(token);

/** `true` while the page is as the service wrote it. */
let isAsWritten = true;
/** `true` while nothing is to be read, as the link is locked or shows nothing any more. */
let isClosed = false;
/** `true` while something waits for a service that does not answer. */
let isWaiting = false;
/** The time of the last check, and whether another one is on its way. */
let [checkedAt, isChecking] = [-Infinity, false];
/** What adds photos, read when somebody first wants to; `null` before that. */
let adding = null;
/** How many times pictures of added photos are still looked for. */
let pictureTriesLeft = 0;

document.documentElement.lang = language;
document.querySelector(".skip").textContent = text.skip;
// The photos come later than the browser would scroll to them.
history.scrollRestoration = "manual";

head.prepare = async () => {
  // What breaks is told by the check.
  const status = await service.prepareArchive().catch(() => 0);
  if (status === 413) say(text.download.refusals[status], true);
  else if (status !== 200) check();
  return status === 200;
};
head.adds = () => act(add);
head.renames = () => act(name);
wall.begin(() => "");
wall.liked = single.liked = viewer.liked = (id) => act(() => like(id));
wall.opened = single.opened = (id) => {
  history.pushState({ isFromWall: true }, "", `#${id}`);
  route();
};
wall.endIsNear = more;
wall.made = (cell) => watch(cell.querySelector("img"), photo(cell.dataset.id));
viewer.failed = (photo, image) => miss(image, photo);
viewer.moved = (step) => {
  const next = neighbours(viewer.photo.id)[step < 0 ? 0 : 1];
  if (!next) return;
  history.replaceState(history.state, "", `#${next.id}`);
  route();
};
viewer.closed = () => {
  if (history.state?.isFromWall) return history.back();
  history.replaceState(null, "", location.pathname);
  close();
};
addEventListener("popstate", () => route());
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") check(); });

await start();

/** Reads what there is; `isUnlocked` where the password was just given. */
async function start(isUnlocked = false) {
  say(text.loading);
  if (!await persist(() => service.read())) return;
  if (service.summary.isLocked) return lock(isUnlocked ? text.shared.cookieNeeded : "");
  document.title = head.show(service.summary, service.archive);
  setTimeout(check, Math.min(longestWait, Date.parse(service.summary.expiresAt) - Date.now() + 1000));
  await more();
  if (!isClosed) await route();
}

/** Reads the next page, and shows it. */
async function more() {
  if (isClosed || isWaiting || service.isComplete || service.summary === null) return;
  const { photos } = service;
  const count = photos.length;
  if (!await persist(() => service.more()) || photos !== service.photos) return;
  if (isAsWritten || photos.length !== count) draw();
}

function draw() {
  if (isAsWritten) main.replaceChildren(head.element);
  isAsWritten = false;
  const { photos, summary, isComplete } = service;
  say(text.albums.count(summary.photoCount));
  if (summary.kind === "photo" && photos[0]) return drawSingle(photos[0]);
  head.count();
  wall.show(photos);
  if (isComplete && photos.length === 0) emptiness.show(text.shared.empty); else emptiness.hide();
}

function drawSingle(photo) {
  main.prepend(single.element);
  head.add(photo);
  watch(single.show(photo), photo);
}

/** Shows the photo that the address has, where it has one. */
async function route() {
  const id = location.hash.slice(1);
  // It may be on a page that has not been read yet.
  while (id !== "" && photo(id) === undefined && !service.isComplete && !isClosed) {
    const { length } = service.photos;
    await more();
    if (service.photos.length === length) break;
  }
  if (id !== location.hash.slice(1)) return;
  if (photo(id) === undefined) return close();
  viewer.show(photo(id), neighbours(id));
  if (neighbours(id)[1] === undefined) more();
  // The browser has pictures that it would show of a link that was revoked meanwhile.
  check();
}

/** Does what somebody without an account may do, and says why where it does not happen. */
async function act(action) {
  say("");
  try {
    await action();
  } catch (error) {
    if ([403, 404, 410].includes(error.status)) return recall();
    say(error.status === undefined ? text.sharing.unreachable : text.shared.refusals[error.status] ?? error.message, true);
  }
}

/** Finds out what is allowed by now, and whether the name is still known. */
async function recall() {
  if (!await persist(() => service.read())) return;
  if (service.summary.isLocked) return lock();
  document.title = head.show(service.summary, service.archive);
  say(text.shared.changed, true);
}

/** Makes sure that somebody has a name here. */
async function introduced() { return service.guest !== null || name(); }

async function name() {
  const looks = ["selecting.css", "albums.css", "share.css"].map(readStyles);
  const [{ askName }] = await Promise.all([import("./sharedname.js"), ...looks]);
  const isGiven = await askName(service);
  if (isGiven) head.greet(service.guest);
  return isGiven;
}

async function like(id) {
  const liked = photo(id);
  if (liked === undefined || !await introduced()) return;
  await service.like(liked, !liked.isFavourite);
  if (service.summary.kind === "photo") single.refresh(liked); else wall.refresh(liked);
  viewer.refresh(liked);
}

async function add() {
  if (!await introduced()) return;
  const [{ SharedAdding }] = await Promise.all([import("./sharedadding.js"), readStyles("adding.css")]);
  adding ??= new SharedAdding(() => service, service.summary.owner);
  adding.closed = () => head.focus();
  adding.failed = () => check();
  adding.added = (photo) => {
    service.take(photo);
    if (!isClosed) draw();
    lookForPictures();
  };
  adding.open();
}

/** Looks for the pictures of photos that were just added, which take the service a while. */
async function lookForPictures() {
  const isLooking = pictureTriesLeft > 0;
  pictureTriesLeft = pictureTries;
  while (!isLooking && pictureTriesLeft > 0 && !isClosed) {
    pictureTriesLeft -= 1;
    await patience(pictureInterval);
    if (isClosed || !await persist(() => service.refresh())) break;
    draw();
    if (service.photos.every(({ variants }) => variants !== undefined)) pictureTriesLeft = 0;
  }
}

function close() {
  const shown = viewer.photo;
  if (!shown) return;
  viewer.close();
  if (service.summary?.kind === "photo") single.focus(); else wall.focus(shown.id);
}

function photo(id) { return service.photos.find((photo) => photo.id === id); }

function neighbours(id) {
  const index = service.photos.findIndex((photo) => photo.id === id);
  return [service.photos[index - 1], service.photos[index + 1]];
}

/** Does something as soon as the service answers, and says whether it is done. */
async function persist(action) {
  for (;;) {
    try {
      await action();
      if (isWaiting) recover();
      return true;
    } catch (error) {
      const pause = pauseAfter(error);
      if (pause === null) {
        refuse(error);
        return false;
      }
      isWaiting = true;
      say(text.unreachable, true);
      await patience(pause);
    }
  }
}

/** Waits, or until the browser has a network again. */
function patience(milliseconds) {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
    addEventListener("online", done, { once: true });
  });
}

function recover() {
  isWaiting = false;
  say("");
  missing.retry();
}

/** Asks whether the link still shows something. */
async function check() {
  if (isChecking) return;
  isChecking = true;
  await new Promise((done) => setTimeout(done, checkedAt + checkInterval - performance.now()));
  checkedAt = performance.now();
  isChecking = false;
  if (!isClosed && !isWaiting) await persist(() => service.check());
}

function watch(image, photo) { image.addEventListener("error", () => miss(image, photo)); }

/** Shows what there is of a photo whose picture does not come, which may be as the link shows nothing any more. */
function miss(image, photo) {
  missing.take(image, photo);
  check();
}

/** Shows that the service has refused something for good. */
function refuse(error) {
  if (isClosed) return;
  if (error.status === 403) return lock();
  if (error.status !== 404 && error.status !== 410) return say(error.message, true);
  clear();
  emptiness.show(element("h1", "", text.shared.gone));
  main.focus({ preventScroll: true });
}

/** Asks for the password, and says why it is asked for again. */
function lock(reason = "") {
  clear();
  const form = new SharedLock((password) => service.unlock(password));
  form.opened = () => {
    form.element.remove();
    [isClosed, isAsWritten, service] = [false, true, new SharedService(token)];
    main.focus({ preventScroll: true });
    start(true);
  };
  form.failed = (error) => {
    isClosed = false;
    refuse(error);
  };
  main.append(form.element);
  form.focus();
  form.say(reason);
}

/** Takes everything off that was shown. */
function clear() {
  isClosed = true;
  adding?.end();
  for (const dialog of document.querySelectorAll("dialog.dialog")) dialog.close();
  if (viewer.photo) viewer.close();
  missing.clear();
  wall.begin(() => "");
  main.replaceChildren();
  history.replaceState(null, "", location.pathname);
  document.title = "Woof";
  say("");
}

function say(words, isAlarm = false) {
  status.textContent = words;
  status.classList.toggle("alarm", isAlarm);
}
