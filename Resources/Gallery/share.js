// SPDX-License-Identifier: Apache-2.0

import { errorLine } from "./albumdialog.js";
import { readAlbumPhotos } from "./albumservice.js";
import { title as titleOf } from "./cell.js";
import { makeDialog, shown } from "./dialog.js";
import { button, element } from "./elements.js";
import { ShareAddress } from "./shareaddress.js";
import { reasonOf } from "./sharereasons.js";
import { ShareRows } from "./sharerows.js";
import { makeLink, readLinks } from "./shareservice.js";
import { ShareTerms } from "./shareterms.js";
import { date, quoted, text } from "./words.js";

/** Has its owner share an album: says what strangers will see, makes a link, and shows those that there are. */
export async function shareAlbum(album) {
  const sees = async () => {
    const photos = await readAlbumPhotos(album.id);
    const hidden = photos.filter(({ visibility }) => visibility === "private").length;
    return (isLocked) => text.sharing.sees.album(photos.length, hidden, isLocked);
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
  const dialog = makeDialog("share-dialog", heading);
  const [form, rows] = [new ShareForm({ [kind]: id }, sees), new ShareRows()];
  const [section, subheading, none] = [element("section", "share-links"), element("h3", ""), element("p", "note")];
  subheading.textContent = text.sharing.links[kind];
  const tell = () => { none.textContent = rows.count > 0 ? text.sharing.hidden : text.sharing.none; };
  rows.changed = tell;
  section.append(subheading, rows.element, none);
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
  element = element("form", "share-form");
  /** Called with the link once it is made. */
  made = (_link) => {};
  /** Called when somebody thinks better of it. */
  cancelled = () => {};

  #target;
  #terms = new ShareTerms();
  #summary = element("p", "summary");
  #error = errorLine();
  #create = button("primary", text.sharing.create);
  /** Says what strangers see; `null` until it is known. */
  #sees = null;

  constructor(target, sees) {
    this.#target = target;
    const [cancel, buttons] = [button("", text.cancel), element("div", "buttons")];
    cancel.addEventListener("click", () => this.cancelled());
    this.#create.type = "submit";
    this.#summary.setAttribute("aria-live", "polite");
    this.element.noValidate = true;
    buttons.append(cancel, this.#create);
    this.element.append(this.#summary, ...this.#terms.elements, this.#error, buttons);
    this.#terms.changed = () => this.#draw();
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.#create.disabled) this.#submit();
    });
    // Nobody shares what is not known to them.
    this.#create.disabled = true;
    this.#read(sees);
  }

  async #read(sees) {
    try {
      this.#sees = await sees();
      this.#create.disabled = false;
      this.#draw();
    } catch (error) {
      this.#error.textContent = reasonOf(error);
    }
  }

  #draw() {
    this.#error.textContent = "";
    if (this.#sees === null) return;
    const { hasPassword, allowsDownload, showsLocation, expiresAt } = this.#terms;
    const words = text.sharing;
    const told = !showsLocation ? words.bare : allowsDownload ? words.namedFully : words.named;
    const downloads = !allowsDownload ? words.looks : showsLocation ? words.downloads : words.downloadsCopies;
    const until = expiresAt === null ? "" : words.worksUntil(date.format(expiresAt));
    this.#summary.textContent = [this.#sees(hasPassword), told, downloads, until].filter(Boolean).join(" ");
  }

  async #submit() {
    this.#create.disabled = true;
    this.#error.textContent = "";
    try {
      this.made(await makeLink({ ...this.#target, ...this.#terms.values }));
    } catch (error) {
      this.#error.textContent = reasonOf(error);
      error.field?.focus();
    }
    this.#create.disabled = false;
  }
}
