// SPDX-License-Identifier: Apache-2.0

import { change, erase, hasHappened, report } from "./actions.js";
import { button, element, whileBusy } from "./elements.js";
import "./morewords.js";
import { confirmed } from "./notice.js";
import { visibilities } from "./photos.js";
import { sharePhoto } from "./shareentry.js";
import { quoted, text } from "./words.js";

/** What can be done to a selection of each kind. */
const offers = { living: [...visibilities, "toAlbum", "like", "download", "delete"], trash: ["restore", "erase"] };
/** What can be done to a selection with albums, in the order of the buttons. */
const albumOffers = ["toAlbum", "remove", "cover", "earlier", "later"];
/** What buttons say that belong to none of these. */
const labels = { share: text.sharing.action, download: [text.download.action, "↓"] };
/** The signs of buttons that say in a label what they do. */
const signs = { earlier: "‹", later: "›" };

/** The bar that says how many photos are selected, and does something to them. */
export class Toolbar {
  /** The element. */
  element = document.createElement("section");
  /** Says what can be done in the album that is open to photos, by name. */
  offered = (_photos) => [];
  /** Called to do something with photos and albums: `pick` for those that were chosen, or what is offered there. */
  arrange = async (_name, _ids) => {};
  /** Called when somebody gives up choosing photos. */
  cancelled = () => {};

  #views;
  #selection;
  #notice;
  #attempt;
  #count = document.createElement("p");
  #isBusy = false;
  #buttons = new Map();
  #choosingFor = null;

  /**
   * @param {import("./views.js").Views} views What is shown.
   * @param {import("./selection.js").Selection} selection What is selected.
   * @param {import("./notice.js").Notice} notice Where it says what has happened.
   * @param {(action: () => Promise<void>) => Promise<void>} attempt Does what may be refused, and says why where it is.
   */
  constructor(views, selection, notice, attempt) {
    [this.#views, this.#selection, this.#notice, this.#attempt] = [views, selection, notice, attempt];
    this.element.className = "toolbar";
    this.element.setAttribute("aria-label", text.selection);
    this.#count.setAttribute("role", "status");
    const clear = this.#makeButton("clear", "×", () => {
      if (this.#choosingFor === null) selection.clear(); else this.cancelled();
    });
    clear.setAttribute("aria-label", text.clear);
    this.element.append(clear, this.#count);
    this.#addGroup(text.facts.visibility, visibilities);
    this.#addGroup(text.views.albums, [...albumOffers, "share"]);
    for (const name of ["like", "download", "delete", ...offers.trash]) {
      this.#add(this.element, name, labels[name] ?? text.actions[name]);
    }
    this.#add(this.element, "pick", "");
    this.show();
  }

  /** The title of the album for which photos are chosen; `null` while none are. */
  set choosingFor(title) {
    this.#choosingFor = title;
    this.show();
  }

  /** Shows how many are selected, and what can be done to them. */
  show() {
    const count = this.#selection.size;
    const isChoosing = this.#choosingFor !== null;
    const title = isChoosing ? quoted(this.#choosingFor) : "";
    this.#count.textContent = count > 0 ? text.selected(count) : isChoosing ? text.albums.choose(title) : "";
    this.element.classList.toggle("away", count === 0 && !isChoosing);
    this.element.classList.toggle("choosing", isChoosing);
    const offered = isChoosing ? ["pick"] : this.#offered;
    for (const [name, made] of this.#buttons) made.hidden = !offered.includes(name);
    const pick = this.#buttons.get("pick");
    [pick.textContent, pick.disabled] = [text.albums.pick(count, title), count === 0];
    this.#buttons.get("like").textContent = this.#isLiked ? text.actions.unlike : text.actions.like;
  }

  get #photos() { return this.#selection.ids.map((id) => this.#views.photos.photo(id)).filter(Boolean); }

  get #isLiked() { return this.#photos.length > 0 && this.#photos.every(({ isFavourite }) => isFavourite); }

  get #offered() {
    if (this.#views.name === "trash") return offers.trash;
    const photos = this.#photos;
    const isShared = this.#selection.size === 1 && photos.length === 1 && this.#views.owns(photos[0]);
    return [...offers.living, ...this.offered(photos), ...(isShared ? ["share"] : [])];
  }

  #addGroup(label, names) {
    const group = element("div", "");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", label);
    for (const name of names) this.#add(group, name, labels[name] ?? text.actions[name] ?? text.albums[name]);
    this.element.append(group);
  }

  /** Adds a button with its words, or with long words for wide windows and short ones for others. */
  #add(parent, name, words) {
    const [long, short] = Array.isArray(words) ? words : [words, null];
    const made = this.#makeButton(name, signs[name] ?? long, () => this.#run(name));
    if (signs[name]) [made.ariaLabel, made.title] = [long, long];
    if (short !== null) {
      made.replaceChildren(element("span", "long", long), element("span", "short", short));
      made.ariaLabel = long;
    }
    this.#buttons.set(name, made);
    parent.append(made);
  }

  #makeButton(name, label, action) {
    const made = button(name, label);
    made.addEventListener("click", action);
    return made;
  }

  #run(name) {
    return this.#attempt(async () => {
      if (this.#isBusy) return;
      this.#isBusy = true;
      try {
        await this.#act(name);
      } finally {
        this.#isBusy = false;
      }
    });
  }

  async #act(name) {
    const ids = this.#selection.ids;
    if (name === "pick" || albumOffers.includes(name)) return this.arrange(name, ids);
    if (name === "download") return whileBusy(this.#buttons.get(name), () => this.#download(ids));
    if (name === "share") return sharePhoto(this.#views.photo(ids[0]));
    if (name === "delete") return this.#delete(ids);
    if (name === "erase") return this.#erase(ids);
    if (name === "restore") return this.#restore(ids);
    const isLiked = this.#isLiked;
    const isLike = name === "like";
    const items = await change(ids, isLike ? { favourite: !isLiked } : { visibility: name });
    this.#take(items);
    this.#notice.show(report(items, isLike && isLiked ? text.done.unlike : text.done[name]));
  }

  async #download(ids) {
    const { downloadPhotos } = await import("./download.js");
    await downloadPhotos(ids, (id) => this.#views.photo(id), this.#notice);
  }

  async #delete(ids) {
    const items = await change(ids, { deleted: true });
    const gone = items.filter(hasHappened).map(({ id }) => id);
    for (const id of gone) this.#views.take({ ...this.#views.photo(id), id, deleted: true });
    // What was not the reader's to delete stays, and need not stay selected.
    this.#selection.clear();
    const undo = () => this.#attempt(() => this.#restore(gone));
    this.#notice.show(report(items, text.done.delete), gone.length > 0 ? undo : null);
  }

  async #restore(ids) {
    const items = await change(ids, { deleted: false });
    this.#take(items);
    this.#notice.show(report(items, text.done.restore));
  }

  async #erase(ids) {
    if (!await confirmed(text.eraseQuestion(ids.length), text.eraseWarning, text.actions.erase)) return;
    const items = await erase(ids);
    for (const { id } of items.filter(hasHappened)) this.#views.remove(id);
    this.#notice.show(report(items, text.done.erase));
  }

  #take(items) { for (const { photo } of items) if (photo) this.#views.take(photo); }
}
