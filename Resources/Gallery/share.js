// SPDX-License-Identifier: Apache-2.0

import { countPhotos } from "./albumservice.js";
import { title as titleOf } from "./cell.js";
import { readClock } from "./clock.js";
import { makeDialog, shown } from "./dialog.js";
import { DialogForm } from "./dialogform.js";
import { element } from "./elements.js";
import "./morewords.js";
import { ShareAddress } from "./shareaddress.js";
import { reasonOf } from "./sharereasons.js";
import { ShareRows } from "./sharerows.js";
import { makeLink, readLinks } from "./shareservice.js";
import { ShareTerms } from "./shareterms.js";
import { date, quoted, text } from "./words.js";

/** Has its owner share an album: says what strangers will see, makes a link, and shows those that there are. */
export async function shareAlbum(album) {
  const sees = async () => {
    const { all, hidden } = await countPhotos(album.id);
    return (isLocked) => text.sharing.sees.album(all, hidden, isLocked);
  };
  const heading = text.sharing.album(quoted(album.title));
  await share({ kind: "album", id: album.id, heading, title: album.title, sees });
}

/** Has its owner share a photo, as ``shareAlbum`` does. */
export async function sharePhoto(photo) {
  const isHidden = photo.visibility === "private";
  const sees = async () => (isLocked) => text.sharing.sees.photo(isHidden, isLocked);
  await share({ kind: "photo", id: photo.id, heading: text.sharing.photo, title: titleOf(photo), sees });
}

async function share({ kind, id, heading, title, sees }) {
  await readClock();
  const dialog = makeDialog("share-dialog", heading);
  const [form, rows] = [new ShareForm({ [kind]: id }, sees), new ShareRows()];
  const [section, none] = [element("section", "share-links"), element("p", "note")];
  const tell = () => { none.textContent = rows.count > 0 ? text.sharing.hidden : text.sharing.none; };
  rows.changed = tell;
  section.append(element("h3", "", text.sharing.links[kind]), rows.element, none);
  const stage = element("div", "share-stage");
  stage.append(form.element);
  dialog.append(stage, section);
  form.cancelled = () => dialog.close();
  form.made = (link) => {
    const address = new ShareAddress(link.url, title);
    address.done = () => dialog.close();
    stage.replaceChildren(address.element);
    address.select();
    // The address is in the field, and nowhere else.
    const { url: _url, token: _token, ...rest } = link;
    rows.add(rest);
    tell();
  };
  readLinks({ [kind]: id }).then((links) => {
    rows.show(links);
    tell();
  }).catch((error) => { none.textContent = reasonOf(error); });
  await shown(dialog);
}

/** What is chosen of a new link, under what follows from that in words. */
class ShareForm {
  /** Called with the link once it is made. */
  made = (_link) => {};

  #terms;
  #summary = element("p", "summary");
  #form;
  /** Says what strangers see; `null` until it is known. */
  #sees = null;

  constructor(target, sees) {
    this.#terms = new ShareTerms(target.album !== undefined);
    const fields = [this.#summary, ...this.#terms.elements];
    this.#form = new DialogForm("share-form", fields, text.sharing.create, reasonOf);
    this.#summary.setAttribute("aria-live", "polite");
    this.#terms.changed = () => this.#draw();
    this.#form.submit = async () => this.made(await makeLink({ ...target, ...this.#terms.values }));
    // Nobody shares what is not known to them.
    this.#form.isReady = false;
    this.#read(sees);
  }

  /** The element. */
  get element() { return this.#form.element; }

  /** Called when somebody thinks better of it. */
  set cancelled(cancelled) { this.#form.cancelled = cancelled; }

  async #read(sees) {
    try {
      this.#sees = await sees();
      this.#form.isReady = true;
      this.#draw();
    } catch (error) {
      this.#form.refuse(error);
    }
  }

  #draw() {
    this.#form.refuse(null);
    if (this.#sees === null) return;
    const { hasPassword, allowsDownload, showsLocation, expiresAt } = this.#terms;
    const words = text.sharing;
    const told = !showsLocation ? words.bare : allowsDownload ? words.namedFully : words.named;
    const downloads = !allowsDownload ? words.looks : showsLocation ? words.downloads : words.downloadsCopies;
    const likes = this.#terms.allowsLikes ? words.likes : "";
    const adds = this.#terms.allowsAdding ? words.adds : "";
    const until = expiresAt === null ? "" : words.worksUntil(date.format(expiresAt));
    this.#summary.textContent = [this.#sees(hasPassword), told, downloads, likes, adds, until].filter(Boolean).join(" ");
  }
}
