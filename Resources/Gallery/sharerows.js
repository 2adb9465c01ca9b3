// SPDX-License-Identifier: Apache-2.0

import { readClock } from "./clock.js";
import { makeDialog, shown } from "./dialog.js";
import { DialogForm } from "./dialogform.js";
import { button, element } from "./elements.js";
import "./morewords.js";
import { Rows } from "./rows.js";
import { reasonOf } from "./sharereasons.js";
import { showLikes } from "./linklikes.js";
import { editLink } from "./shareservice.js";
import { ShareTerms } from "./shareterms.js";
import { shortDate, text } from "./words.js";

const words = text.sharing;

/** The links that there are, each with what is known of it, and with what its owner can do about it. */
export class ShareRows {
  /** The element. */
  element;
  /** Makes what says where a link leads; nothing where that is known. */
  lead = (_link) => null;
  /** Called after a link was revoked. */
  changed = () => {};

  #rows = new Rows("link", (link) => this.#partsOf(link));

  constructor() { this.element = this.#rows.element; }

  /** How many there are. */
  get count() { return this.#rows.items.length; }

  /** Shows links, the newest first. */
  show(links) { this.#rows.show(links); }

  /** Shows a link that was just made. */
  add(link) { this.#rows.add(link); }

  #partsOf(link) {
    const opened = words.opened(link.viewCount, link.lastViewedAt && day(link.lastViewedAt));
    const [change, revoke] = [button("change", words.change), button("revoke", words.revoke)];
    change.addEventListener("click", () => this.#change(link));
    revoke.addEventListener("click", () => this.#revoke(link));
    const likes = link.likeCount > 0 ? button("link-likes", text.likes(link.likeCount)) : null;
    likes?.addEventListener("click", () => showLikes(link));
    const [lead, flags] = [this.lead(link), flagsOf(link)];
    const facts = [[words.made(day(link.createdAt)), opened].join(" · "), flags].filter(Boolean);
    return {
      words: [lead, element("strong", "", words.until(day(link.expiresAt))), ...facts.map((fact) => element("span", "", fact))]
        .filter(Boolean),
      buttons: [likes, change, revoke].filter(Boolean),
    };
  }

  async #change(link) {
    const changed = await askTerms(link);
    if (changed === null) return;
    this.#rows.show(this.#rows.items.map((other) => (other.id === link.id ? changed : other)));
    this.#rows.tell(words.changed);
    this.element.querySelector(`[data-link="${link.id}"] .change`).focus();
  }

  async #revoke(link) {
    const sentences = {
      question: words.revokeQuestion, warning: words.revokeWarning, action: words.revoke, done: words.revoked,
    };
    if (await this.#rows.end(link, "/v1/links", sentences)) this.changed();
  }
}

/** Has the owner change the rules of a link, and gives it as it is then; `null` where it stays. */
async function askTerms(link) {
  await readClock();
  const dialog = makeDialog("share-change", words.changeHeading);
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
  return Object.keys(has).filter((name) => has[name]).map((name) => words.flags[name]).join(" · ");
}

function day(time) { return shortDate.format(new Date(time)); }
