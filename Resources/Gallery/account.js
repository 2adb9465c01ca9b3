// SPDX-License-Identifier: Apache-2.0

import { send } from "./actions.js";
import { askAppPassword, makeAppPasswordRows, readAppPasswords } from "./apppasswords.js";
import { makeDialog, shown } from "./dialog.js";
import { DialogForm } from "./dialogform.js";
import { button, element, written } from "./elements.js";
import "./morewords.js";
import { Notice } from "./notice.js";
import { ask } from "./photos.js";
import { learn } from "./session.js";
import { readSessions, SessionRows, signOut } from "./sessions.js";
import { date, size, text } from "./words.js";

const words = text.account;

/**
 * The account of whoever has signed in: the space that it uses, its password, the passwords of its apps, and the browsers in
 * which it has signed in.
 */
export class AccountPage {
  #gallery;
  #notice;
  #element = element("section", "account-page link-list");
  #facts = element("div", "account-facts");
  #signOut = button("sign-out", words.signOut);
  #untilClosed = element("p", "note", words.untilClosed);
  #rows = makeAppPasswordRows();
  #sessions = new SessionRows();
  #inviting = element("div", "inviting");

  /** @param {object} gallery What pages ask of the gallery. */
  constructor(gallery) {
    this.#gallery = gallery;
    const change = button("change-password", words.changePassword);
    change.addEventListener("click", () => this.#changePassword());
    this.#signOut.addEventListener("click", () => this.#gallery.attempt(signOut));
    const create = button("create-app-password", words.create);
    create.addEventListener("click", () => this.#create());
    this.#element.append(
      element("h2", "", words.title), this.#facts, change, this.#signOut, this.#untilClosed,
      element("h3", "", words.apps), element("p", "note", words.appsHint), create, this.#rows.element,
      element("h3", "", text.sessions.title), element("p", "note", text.sessions.hint), this.#sessions.element,
      this.#inviting,
    );
  }

  /** Reads the account, and shows it where the view is still the same. */
  async show() {
    const { main, views, say } = this.#gallery;
    const account = await ask("/v1/me");
    // Whoever signed in with an app password may see neither.
    const [passwords, sessions] = await Promise.all([readAppPasswords(), readSessions()].map((reading) => (
      reading.catch((error) => {
        if (error.status !== 403) throw error;
        return null;
      }))));
    const mayInvite = account.mayInvite && passwords !== null;
    const inviting = mayInvite ? await (await import("./invitations.js")).readInvitations() : null;
    if (views.name !== "account") return;
    this.#inviting.replaceChildren(...(inviting ?? []));
    this.#facts.replaceChildren(...factsOf(account));
    this.#rows.show(passwords ?? [], passwords === null ? words.closed : undefined);
    this.#sessions.show(sessions ?? []);
    for (const made of this.#element.querySelectorAll(":scope > button")) made.hidden = passwords === null;
    // A browser that has the password itself gives no page a way to forget it.
    this.#signOut.hidden = account.session === undefined;
    this.#untilClosed.hidden = !this.#signOut.hidden;
    main.replaceChildren(this.#element);
    say("");
    this.#gallery.sayEmpty(null);
  }

  async #create() {
    const made = await askAppPassword(this.#gallery.views.account);
    if (made) this.#rows.add(made);
  }

  async #changePassword() {
    if (!await askPassword()) return;
    // In a session it goes on in a new one; else the browser asks for the new password now.
    const isKept = !this.#signOut.hidden && await learn() !== null;
    (this.#notice ??= this.#gallery.notice ?? new Notice()).show(isKept ? words.passwordChanged : words.passwordAsked);
    if (isKept) await this.#gallery.attempt(() => this.show()); else this.#rows.show([]);
  }
}

function factsOf({ name, createdAt, photoCount, used, quota }) {
  const title = element("p", "account-name");
  title.append(written("strong", "", name), ` · ${words.since(date.format(new Date(createdAt)))}`);
  const space = element("p", "", words.used(photoCount, size(used.bytes), quota.bytes && size(quota.bytes)));
  if (!quota.bytes) return [title, space];
  const meter = Object.assign(document.createElement("meter"), {
    min: 0, max: quota.bytes, high: quota.bytes * 0.9, value: used.bytes, ariaLabel: space.textContent,
  });
  return [title, space, meter];
}

/** Has the person change the password of the account, and says whether it is another one now. */
async function askPassword() {
  const dialog = makeDialog("password-dialog", words.changePassword);
  const [current, chosen, again] = [
    passwordField(words.current, "current-password"), passwordField(words.new, "new-password"),
    passwordField(words.again, "new-password"),
  ];
  const note = element("p", "note", words.passwordHint);
  const form = new DialogForm(
    "", [current, chosen, again, note], words.changePassword,
    (error) => error.words ?? { 403: words.wrong }[error.status] ?? error.message,
  );
  const [old, first, second] = [current, chosen, again].map((label) => label.querySelector("input"));
  let isChanged = false;
  form.cancelled = () => dialog.close();
  form.submit = async () => {
    if (first.value !== second.value) throw Object.assign(new Error(words.differ), { words: words.differ, field: second });
    try {
      await send("/v1/me/password", "PUT", { current: old.value, new: first.value });
    } catch (error) {
      throw Object.assign(error, { field: error.status === 403 ? old : first });
    }
    isChanged = true;
    dialog.close();
  };
  dialog.append(form.element);
  await shown(dialog);
  return isChanged;
}

function passwordField(words, autocomplete) {
  const label = element("label", "field", words);
  label.append(Object.assign(document.createElement("input"), { type: "password", autocomplete, required: true }));
  return label;
}
