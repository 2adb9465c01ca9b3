// SPDX-License-Identifier: Apache-2.0

import { change, hasHappened, report } from "./actions.js";
import { DuplicateGroup } from "./duplicategroup.js";
import { button, element, whileBusy } from "./elements.js";
import "./morewords.js";
import { ask, pageAddress, readPages, Refusal } from "./photos.js";
import { size, text } from "./words.js";

/** How many groups are read at once. */
const pageCount = 20;
/** The time before a service that does not answer is asked again, where it does not say, in seconds. */
const retryDelay = 3;
/** The longest time before it is asked again, in seconds. */
const greatestDelay = 60;

const words = text.duplicates;

/** The reader's photos that look alike, in groups, of which all but the best can be put in the trash at once. */
export class Duplicates {
  #gallery;
  #element = element("div", "duplicates");
  #end = element("p", "duplicates-end");
  #bar = element("section", "duplicates-bar");
  #count = element("p", "");
  #move = button("primary move", "");
  /** The groups in order as they were read, with photos that have gone since. */
  #groups = [];
  /** What shows each group, by the id of its best photo. */
  #shown = new Map();
  /** What somebody has ticked, or no longer, by the ids of photos. */
  #ticks = new Map();
  /** The photos of groups that stay as they are. */
  #kept = new Set();
  /** The cursor of the page that comes next; `null` for the first, `undefined` after the last. */
  #next = null;
  /** The photos of all groups in order, without those that have gone, as the gallery has them. */
  #photos = null;
  #reading = null;
  #retry = null;
  /** Where the view was left. */
  #place = 0;

  /** @param {object} gallery What pages ask of the gallery. */
  constructor(gallery) {
    this.#gallery = gallery;
    const head = element("div", "duplicates-head");
    head.append(element("h2", "", words.title), element("p", "note", words.hint));
    this.#bar.setAttribute("aria-label", words.bar);
    for (const line of [this.#count, this.#end]) line.setAttribute("role", "status");
    this.#bar.append(this.#count, this.#move);
    this.#element.append(head, this.#end, this.#bar);
    this.#move.addEventListener("click", () => this.#attempt(() => this.#moveTicked()));
    addEventListener("scroll", () => this.#scrolled(), { passive: true });
    addEventListener("resize", () => this.#scrolled());
  }

  /** Forgets what was read and ticked, as somebody comes anew and not back. */
  begin() {
    this.#ticks.clear();
    this.#kept.clear();
    [this.#groups, this.#next, this.#place] = [[], null, 0];
    this.#photos?.hold([]);
  }

  /** Shows the groups where the view is still the same, and reads them anew as far as they were read. */
  async show() {
    const { main, views, say } = this.#gallery;
    if (views.name !== "duplicates") return;
    const isHere = this.#element.isConnected;
    if (!isHere) main.replaceChildren(this.#element);
    this.#take(views.photos);
    say("");
    this.#draw();
    if (!isHere) scrollTo(0, this.#place);
    clearTimeout(this.#retry);
    this.#retry = null;
    await (this.#next === null ? this.#more() : this.#refresh());
  }

  /** Has the viewer go from photo to photo through all groups, and changes from elsewhere come here. */
  #take(photos) {
    if (photos === this.#photos) return;
    if (this.#photos !== null) photos.hold(this.#photos.list);
    this.#photos = photos;
    photos.changed = () => this.#draw();
  }

  #attempt(action) { return this.#gallery.attempt(action, (reason) => this.#gallery.notice.show(reason)); }

  // MARK: Reading

  /** Reads what comes next while the end of the page is near, once however many ask for it. */
  #more() { return this.#reading ?? this.#begin(() => this.#fill()); }

  /** Reads anew as far as it was read. What is known stays until that is there. */
  async #refresh() {
    await this.#reading?.catch(() => {});
    await this.#begin(async () => {
      const { items, next } = await readPages((after) => this.#read(after), Math.max(1, this.#groups.length));
      [this.#groups, this.#next] = [items, next ?? undefined];
      this.#photos.hold(photosOf(items));
      this.#draw();
      await this.#fill();
    });
  }

  #begin(read) {
    const reading = this.#persist(read).finally(() => { if (this.#reading === reading) this.#reading = null; });
    this.#reading = reading;
    return reading;
  }

  async #fill() {
    while (this.#next !== undefined && this.#endIsNear) {
      this.#say(words.looking);
      const { items, next } = await this.#read(this.#next);
      const known = new Set(photosOf(this.#groups).map(({ id }) => id));
      const added = items.filter(({ photos }) => !photos.some(({ id }) => known.has(id)));
      this.#groups.push(...added);
      this.#next = next;
      this.#photos.hold([...this.#photos.list, ...photosOf(added)]);
      this.#draw();
    }
  }

  #read(after) { return ask(pageAddress("/v1/me/duplicates", after, pageCount)); }

  /** Reads, and later again where the service cannot be asked yet, or has not looked at all photos since it began. */
  async #persist(read) {
    try {
      await read();
    } catch (error) {
      if (error instanceof Refusal && error.status < 500) throw error;
      this.#say(error.status === 503 ? words.preparing : text.unreachable);
      const delay = Math.min(error.retryAfter || retryDelay, greatestDelay);
      this.#retry ??= setTimeout(() => {
        this.#retry = null;
        this.#gallery.attempt(() => this.#more());
      }, 1000 * delay);
    }
  }

  get #endIsNear() {
    return this.#element.isConnected && this.#end.getBoundingClientRect().top < 3 * innerHeight;
  }

  #scrolled() {
    if (!this.#element.isConnected) return;
    this.#place = scrollY;
    this.#goOn();
  }

  #goOn() { if (this.#next !== undefined && this.#retry === null) this.#gallery.attempt(() => this.#more()); }

  // MARK: Showing

  #isTicked(photo, best) { return this.#ticks.get(photo.id) ?? photo.id !== best.id; }

  /** The groups that are shown, each with its photos and the best of them. */
  get #visible() {
    return this.#groups
      .filter(({ photos }) => !photos.some(({ id }) => this.#kept.has(id)))
      .map((group) => ({ group, photos: group.photos.map(({ id }) => this.#photos.photo(id)).filter(Boolean) }))
      .filter(({ photos }) => photos.length > 1)
      .map(({ group, photos }) => ({ group, photos, best: bestOf(group, photos) }));
  }

  get #ticked() {
    return this.#visible.flatMap(({ photos, best }) => photos.filter((photo) => this.#isTicked(photo, best)));
  }

  #draw() {
    if (!this.#element.isConnected) return;
    const visible = this.#visible;
    const shown = new Map(visible.map(({ group }) => [group.best, this.#shown.get(group.best) ?? this.#make(group)]));
    for (const [id, made] of this.#shown) if (!shown.has(id)) made.element.remove();
    this.#shown = shown;
    let before = this.#element.firstElementChild;
    for (const { group, photos, best } of visible) {
      const made = shown.get(group.best);
      // Not all of a large group are here.
      const count = group.photoCount - group.photos.length + photos.length;
      made.show(photos, count, best, (photo) => this.#isTicked(photo, best));
      // What is moved would lose the focus.
      if (before.nextElementSibling !== made.element) before.after(made.element);
      before = made.element;
    }
    this.#drawBar();
    this.#sayWhetherEmpty(visible.length === 0);
  }

  #make(group) {
    const made = new DuplicateGroup(group.best);
    made.opened = (id) => this.#gallery.wall.opened(id);
    made.ticked = (id, isTicked) => {
      this.#ticks.set(id, isTicked);
      this.#draw();
    };
    made.kept = () => this.#keep(group);
    return made;
  }

  #drawBar() {
    const ticked = this.#ticked;
    const byteCount = ticked.reduce((sum, photo) => sum + photo.byteCount, 0);
    this.#count.textContent = words.ticked(ticked.length, size(byteCount));
    this.#move.textContent = words.move(ticked.length);
    this.#move.disabled = ticked.length === 0;
  }

  #sayWhetherEmpty(isEmpty) {
    const isOver = this.#next === undefined;
    this.#element.classList.toggle("none", isEmpty);
    this.#element.hidden = isEmpty && isOver;
    this.#bar.hidden = isEmpty;
    if (isOver) this.#say(isEmpty ? "" : words.end);
    this.#gallery.sayEmpty(isEmpty && isOver ? (this.#kept.size > 0 ? words.rest : words.none) : null);
  }

  #say(sentence) { if (this.#end.textContent !== sentence) this.#end.textContent = sentence; }

  // MARK: Changing

  #keep(group) {
    const all = [...this.#shown.values()];
    const index = all.indexOf(this.#shown.get(group.best));
    for (const { id } of group.photos) this.#kept.add(id);
    this.#draw();
    // The button is gone; the next key is for the group that takes its place.
    const next = all[index + 1] ?? all[index - 1];
    if (next) next.focus(); else this.#gallery.main.focus({ preventScroll: true });
    this.#goOn();
    this.#gallery.notice.show(words.kept, () => {
      for (const { id } of group.photos) this.#kept.delete(id);
      this.#draw();
      this.#shown.get(group.best)?.focus();
    });
  }

  async #moveTicked() {
    if (this.#move.ariaBusy === "true") return;
    await whileBusy(this.#move, () => this.#delete(this.#ticked));
  }

  async #delete(photos) {
    const { main, notice, views } = this.#gallery;
    const items = await change(photos.map(({ id }) => id), { deleted: true });
    const gone = new Set(items.filter(hasHappened).map(({ id }) => id));
    for (const photo of photos.filter(({ id }) => gone.has(id))) views.take({ ...photo, deleted: true });
    // What was gone before is nothing to be ticked.
    for (const { id, status } of items) if ([404, 410].includes(status)) views.remove(id);
    this.#draw();
    if (this.#move.disabled || this.#bar.hidden) main.focus({ preventScroll: true });
    const undo = () => this.#attempt(() => this.#restore([...gone]));
    notice.show(report(items, text.done.delete), gone.size > 0 ? undo : null);
    if (this.#groups.some(({ photoCount, photos }) => photoCount > photos.length)) await this.#refresh();
    else this.#goOn();
  }

  async #restore(ids) {
    const { notice, views } = this.#gallery;
    const items = await change(ids, { deleted: false });
    const back = new Map(items.filter(({ photo }) => photo).map(({ photo }) => [photo.id, photo]));
    for (const photo of back.values()) views.take(photo);
    notice.show(report(items, text.done.restore));
    if (views.name !== "duplicates") return;
    for (const group of this.#groups) group.photos = group.photos.map((photo) => back.get(photo.id) ?? photo);
    this.#photos.hold(photosOf(this.#groups).filter(({ id }) => back.has(id) || this.#photos.photo(id) !== undefined));
    this.#draw();
    const known = new Set(this.#photos.ids);
    if (![...back.keys()].every((id) => known.has(id))) await this.#refresh();
  }
}

function photosOf(groups) { return groups.flatMap(({ photos }) => photos); }

/** The best of the photos that are left: as the service says or, where that has gone, by the service's rule. */
function bestOf(group, photos) { return photos.find(({ id }) => id === group.best) ?? photos.toSorted(compare)[0]; }

/** More pixels come first, then more bytes, then what is older. */
function compare(one, other) {
  const pixels = other.width * other.height - one.width * one.height;
  return pixels || other.byteCount - one.byteCount || (one.id < other.id ? -1 : 1);
}
