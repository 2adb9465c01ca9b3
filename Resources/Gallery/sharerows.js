// SPDX-License-Identifier: Apache-2.0

import { makeDialog, shown } from "./dialog.js";
import { DialogForm } from "./dialogform.js";
import { button, element } from "./elements.js";
import "./morewords.js";
import { confirmed } from "./notice.js";
import { reasonOf } from "./sharereasons.js";
import { showLikes } from "./linklikes.js";
import { editLink, revokeLink } from "./shareservice.js";
import { ShareTerms } from "./shareterms.js";
import { shortDate, text } from "./words.js";

/** The links that there are, each with what is known of it, and with what its owner can do about it. */
export class ShareRows {
  /** The element. */
  element = element("div", "links");
  /** Makes what says where a link leads; nothing where that is known. */
  lead = (_link) => null;
  /** Called after a link was revoked or changed. */
  changed = () => {};

  #links = [];
  #list = element("ul", "");
  #message = element("p", "note");

  constructor() {
    this.#message.setAttribute("role", "status");
    this.element.append(this.#list, this.#message);
  }

  /** How many there are. */
  get count() { return this.#links.length; }

  /** Shows links, the newest first. */
  show(links) {
    this.#links = links;
    this.#list.replaceChildren(...links.map((link) => this.#makeRow(link)));
  }

  /** Shows a link that was just made. */
  add(link) { this.show([link, ...this.#links]); }

  #makeRow(link) {
    const row = element("li", "link");
    row.dataset.link = link.id;
    const [words, buttons] = [element("div", "link-words"), element("div", "link-buttons")];
    const lead = this.lead(link);
    if (lead) words.append(lead);
    const opened = text.sharing.opened(link.viewCount, link.lastViewedAt && day(link.lastViewedAt));
    words.append(element("strong", "", text.sharing.until(day(link.expiresAt))));
    words.append(element("span", "", [text.sharing.made(day(link.createdAt)), opened].join(" · ")));
    const flags = flagsOf(link);
    if (flags !== "") words.append(element("span", "", flags));
    const [change, revoke] = [button("change", text.sharing.change), button("revoke", text.sharing.revoke)];
    change.addEventListener("click", () => this.#change(link));
    revoke.addEventListener("click", () => this.#revoke(link));
    if (link.likeCount > 0) {
      const likes = button("link-likes", text.likes(link.likeCount));
      likes.addEventListener("click", () => showLikes(link));
      buttons.append(likes);
    }
    buttons.append(change, revoke);
    row.append(words, buttons);
    return row;
  }

  async #change(link) {
    const changed = await askTerms(link);
    if (changed === null) return;
    this.show(this.#links.map((other) => (other.id === link.id ? changed : other)));
    this.#tell(text.sharing.changed);
    this.#list.querySelector(`[data-link="${link.id}"] .change`).focus();
  }

  async #revoke(link) {
    if (!await confirmed(text.sharing.revokeQuestion, text.sharing.revokeWarning, text.sharing.revoke)) return;
    try {
      await revokeLink(link.id);
    } catch (error) {
      // What is gone already need not be revoked.
      if (error.status !== 404) return this.#tell(reasonOf(error));
    }
    this.show(this.#links.filter(({ id }) => id !== link.id));
    this.#tell(text.sharing.revoked);
    this.#message.tabIndex = -1;
    this.#message.focus();
  }

  #tell(words) {
    this.#message.textContent = words;
    this.changed();
  }
}

/** Has the owner change the rules of a link, and gives it as it is then; `null` where it stays. */
async function askTerms(link) {
  const dialog = makeDialog("share-change", text.sharing.changeHeading);
  const terms = new ShareTerms(link.album !== undefined, link);
  const form = new DialogForm("", terms.elements, text.save, reasonOf);
  dialog.append(form.element);
  let changed = null;
  form.cancelled = () => dialog.close();
  form.submit = async () => {
    changed = await editLink(link.id, terms.values);
    dialog.close();
  };
  await shown(dialog);
  return changed;
}

function flagsOf(link) {
  const may = (name) => link.allows.includes(name);
  const has = {
    password: link.hasPassword, download: may("download"), like: may("like"), add: may("add"), location: link.location,
  };
  return Object.keys(has).filter((name) => has[name]).map((name) => text.sharing.flags[name]).join(" · ");
}

function day(time) { return shortDate.format(new Date(time)); }
