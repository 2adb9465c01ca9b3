// SPDX-License-Identifier: Apache-2.0

import { button, element } from "./elements.js";
import "./morewords.js";
import { visibilities } from "./photos.js";
import { pauseText, UploadRow } from "./uploadrow.js";
import { percent, quoted, text } from "./words.js";

const words = text.adding;
/** How many files are listed at most, those that want attention first. */
const rowLimit = 100;

/** The panel at the bottom of the page: who may see what is added, and how far it has come. */
export class UploadPanel {
  /** Called with the files that somebody has picked. */
  picked = (_files) => {};
  /** Called with the visibility that somebody has chosen. */
  chosen = (_visibility) => {};
  /** Called when somebody has closed it. */
  closed = () => {};

  #uploads;
  #panel = element("section", "uploads");
  #title = element("h2", "title");
  #note = element("p", "note");
  #overall = element("progress", "overall");
  #toggle = button("toggle", "⌄");
  #close = button("close", "×");
  #body = element("div", "body");
  #select = element("select", "visibility");
  #about = element("p", "about");
  #input = element("input", "picker");
  #choose = button("choose", words.choose);
  #incoming = element("div", "incoming");
  #list = element("ul", "files");
  #rest = element("p", "rest");
  #cancelAll = button("cancel-all", words.cancelAll);
  #retryAll = button("retry-all", words.retryAll);
  #announced = element("p", "announced");
  #rows = new Map();
  #isPlanned = false;
  #destination = null;
  #fixedAbout;

  /**
   * @param {Uploads} uploads
   * @param {?string} visibility The visibility that is chosen at first; `null` where nobody chooses it.
   * @param {?string} about What becomes of the photos, where nobody chooses who sees them.
   */
  constructor(uploads, visibility, about = null) {
    [this.#uploads, this.#fixedAbout] = [uploads, about];
    uploads.changed = () => this.#plan();
    this.#make(visibility);
    this.#listen();
    document.body.append(this.#panel);
  }

  /** The visibility of what is added next. */
  get visibility() { return this.#select.value; }

  /** The album that what is added next goes to; `null` where it goes to none. */
  set destination(album) {
    this.#destination = album;
    this.#show();
  }

  /** Says to which album what is added next goes; empty where it goes to none. */
  get destinationWords() {
    return this.#destination === null ? "" : text.albums.destination(quoted(this.#destination.title));
  }

  /** Shows it, and gives the focus to what picks files. */
  open() {
    this.#panel.hidden = false;
    this.#expand(true);
    this.#show();
    this.#choose.focus();
  }

  /** Asks whether so many photos that another app has sent are to be added, and gives the answer to `decided`. */
  offer(count, decided) {
    const [add, discard] = [button("primary", text.incoming.add(count)), button("", text.incoming.discard)];
    for (const choice of [add, discard]) {
      choice.addEventListener("click", () => {
        this.#incoming.replaceChildren();
        decided(choice === add);
        this.#choose.focus();
      });
    }
    this.#incoming.replaceChildren(element("p", "", text.incoming.here(count)), add, discard);
    add.focus();
  }

  #make(visibility) {
    this.#panel.hidden = true;
    this.#panel.tabIndex = -1;
    this.#panel.setAttribute("aria-label", words.title);
    this.#announced.setAttribute("role", "status");
    this.#toggle.setAttribute("aria-label", words.collapse);
    this.#close.setAttribute("aria-label", text.close);
    this.#overall.setAttribute("aria-label", words.title);
    Object.assign(this.#input, { type: "file", multiple: true, accept: "image/*", hidden: true });
    for (const name of visibilities) this.#select.append(new Option(text.actions[name], name));
    this.#select.value = visibility;
    const head = element("div", "head");
    const names = element("div", "names");
    names.append(this.#title, this.#note);
    head.append(names, this.#toggle, this.#close);
    const choice = element("div", "choice");
    const label = element("label", "");
    label.append(text.facts.visibility, this.#select);
    label.hidden = this.#fixedAbout !== null;
    choice.append(label, this.#choose, this.#about, this.#input);
    const all = element("div", "all");
    all.append(this.#rest, this.#retryAll, this.#cancelAll);
    this.#body.append(choice, this.#incoming, this.#list, all);
    this.#panel.append(head, this.#overall, this.#body, this.#announced);
  }

  #listen() {
    const uploads = this.#uploads;
    this.#choose.addEventListener("click", () => this.#input.click());
    this.#input.addEventListener("change", () => {
      this.picked([...this.#input.files]);
      // Otherwise the same file could not be picked again.
      this.#input.value = "";
    });
    this.#select.addEventListener("change", () => {
      this.chosen(this.visibility);
      this.#show();
    });
    this.#toggle.addEventListener("click", () => this.#expand(this.#body.hidden));
    this.#close.addEventListener("click", () => this.#end());
    this.#cancelAll.addEventListener("click", () => uploads.cancel(uploads.items));
    this.#retryAll.addEventListener("click", () => uploads.retry(this.#failed));
    this.#panel.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      if (uploads.isBusy) this.#expand(false); else this.#end();
    });
  }

  get #failed() { return this.#uploads.items.filter(({ state }) => state === "failed"); }

  #expand(isExpanded) {
    this.#body.hidden = !isExpanded;
    this.#toggle.setAttribute("aria-expanded", isExpanded);
  }

  #end() {
    this.#panel.hidden = true;
    this.#uploads.clear();
    this.closed();
  }

  /** Shows changes once a frame, however many there are. */
  #plan() {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    requestAnimationFrame(() => {
      this.#isPlanned = false;
      this.#show();
    });
  }

  #show() {
    const { items, totals, isBusy } = this.#uploads;
    const isEmpty = items.length === 0;
    const done = totals.added + totals.here;
    const result = Object.entries(words.result).filter(([state]) => totals[state]);
    const summary = result.map(([state, name]) => name(totals[state])).join(" · ");
    this.#title.textContent = isBusy
      ? words.progress(done, totals.count, percent.format(Math.floor(totals.part * 100) / 100))
      : summary || words.title;
    this.#note.textContent = isEmpty ? words.hint : this.#noteOf(items, isBusy, summary);
    this.#note.hidden = !this.#note.textContent;
    this.#overall.hidden = !isBusy;
    this.#overall.value = totals.part;
    this.#toggle.hidden = isEmpty;
    this.#close.hidden = isBusy;
    this.#cancelAll.hidden = !isBusy;
    this.#retryAll.hidden = this.#failed.length === 0;
    this.#about.textContent = this.#fixedAbout
      ?? [words.readers[this.visibility], this.destinationWords].filter(Boolean).join(" ");
    this.#showRows(items);
    const announced = isBusy ? words.begun(totals.count) : summary;
    if (this.#announced.textContent !== announced) this.#announced.textContent = announced;
  }

  #noteOf(items, isBusy, summary) {
    const waiting = items.find(({ pause }) => pause);
    if (waiting) return pauseText(waiting.pause);
    return isBusy ? summary : "";
  }

  #showRows(items) {
    const shown = listed(items);
    const ids = new Set(shown.map(({ id }) => id));
    for (const [id, row] of this.#rows) {
      if (ids.has(id)) continue;
      row.element.remove();
      this.#rows.delete(id);
    }
    let before = null;
    for (const item of shown) {
      let row = this.#rows.get(item.id);
      if (!row) {
        row = new UploadRow(item, this.#uploads);
        this.#rows.set(item.id, row);
        if (before) before.after(row.element); else this.#list.prepend(row.element);
      }
      row.show();
      before = row.element;
    }
    this.#list.hidden = shown.length === 0;
    this.#rest.textContent = shown.length < items.length ? words.more(items.length - shown.length) : "";
  }
}

/** The files that are listed: what is under way or was not added, what comes next, and then the others; in the order of all. */
function listed(items) {
  if (items.length <= rowLimit) return items;
  const rank = ({ state }) => ({ sending: 0, failed: 0, refused: 0, waiting: 1 })[state] ?? 2;
  const chosen = new Set(items.toSorted((one, other) => rank(one) - rank(other)).slice(0, rowLimit));
  return items.filter((item) => chosen.has(item));
}
