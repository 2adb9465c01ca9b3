// SPDX-License-Identifier: Apache-2.0

import { send } from "./actions.js";
import { choices } from "./choices.js";
import { makeDialog, shown } from "./dialog.js";
import { DialogForm } from "./dialogform.js";
import { button, element, written } from "./elements.js";
import "./morewords.js";
import { confirmed } from "./notice.js";
import { ask, largestCount, pageAddress, readPages } from "./photos.js";
import { ShareAddress } from "./shareaddress.js";
import { names, shortDate, text } from "./words.js";

const path = "/v1/invitations";
/** How long an invitation can be used, in days; as long as the service says where that is `null`. */
const periods = { week: null, day: 1, month: 28 };
/** How many accounts may be made by an invitation at most. */
const mostUses = 100;
const words = text.inviting;

/** Reads the invitations of the account, and shows them with what makes one. */
export async function readInvitations() {
  const { items } = await readPages((after) => ask(pageAddress(path, after, largestCount)));
  return new InvitationPart(items);
}

/** The invitations that there are, each with who came by it and a way to revoke it. */
class InvitationPart {
  /** The elements. */
  elements;

  #list = element("ul", "");
  #message = element("p", "note");
  #invitations;

  constructor(invitations) {
    this.#invitations = invitations;
    this.#message.setAttribute("role", "status");
    const create = button("create-invitation", words.create);
    create.addEventListener("click", () => this.#create());
    const links = element("div", "links");
    links.append(this.#list, this.#message);
    this.elements = [element("h3", "", words.title), element("p", "note", words.hint), create, links];
    this.#show(invitations);
  }

  #show(invitations) {
    this.#invitations = invitations;
    this.#list.replaceChildren(...invitations.map((invitation) => this.#makeRow(invitation)));
    this.#message.textContent = invitations.length === 0 ? words.none : "";
  }

  #makeRow(invitation) {
    const row = element("li", "link");
    row.dataset.invitation = invitation.id;
    const [about, buttons] = [element("div", "link-words"), element("div", "link-buttons")];
    const { note, useCount, useLimit, expiresAt, accounts } = invitation;
    about.append(written("strong", "", note ?? words.untitled));
    const end = useCount < useLimit ? words.until(shortDate.format(new Date(expiresAt))) : words.usedUp;
    about.append(element("span", "", [words.used(useCount, useLimit), end].join(" · ")));
    if (accounts.length > 0) about.append(element("span", "", words.came(names.format(accounts))));
    const revoke = button("revoke", words.revoke);
    revoke.addEventListener("click", () => this.#revoke(invitation));
    buttons.append(revoke);
    row.append(about, buttons);
    return row;
  }

  async #create() {
    const made = await askInvitation();
    if (made) this.#show([made, ...this.#invitations]);
  }

  async #revoke({ id }) {
    if (!await confirmed(words.revokeQuestion, words.revokeWarning, words.revoke)) return;
    try {
      await ask(`${path}/${encodeURIComponent(id)}`, { method: "DELETE" });
    } catch (error) {
      // What is gone already need not be revoked.
      if (error.status !== 404) return this.#tell(error.message);
    }
    this.#show(this.#invitations.filter((other) => other.id !== id));
    this.#tell(words.revoked);
  }

  #tell(sentence) {
    this.#message.textContent = sentence;
    this.#message.tabIndex = -1;
    this.#message.focus();
  }
}

/** Has the person make an invitation, and shows its address, this once; `null` where none was made. */
async function askInvitation() {
  const dialog = makeDialog("invitation-dialog", words.create);
  const note = Object.assign(document.createElement("input"), { maxLength: 100, autocomplete: "off" });
  const uses = Object.assign(document.createElement("input"), { type: "number", min: 1, max: mostUses, value: 1 });
  const [noteLabel, usesLabel] = [element("label", "field", words.note), element("label", "field", words.uses)];
  noteLabel.append(note, element("span", "hint", words.noteHint));
  usesLabel.append(uses);
  const period = choices("radio", words.period, words.periods);
  const form = new DialogForm("", [noteLabel, usesLabel, period.element], words.make, (error) => (
    { 403: words.closed, 507: words.full }[error.status] ?? error.message));
  let made = null;
  form.cancelled = () => dialog.close();
  form.submit = async () => {
    const useLimit = Number(uses.value);
    if (!Number.isInteger(useLimit) || useLimit < 1 || useLimit > mostUses) {
      throw Object.assign(new Error(words.usesWrong), { field: uses });
    }
    const [draft, days] = [{ useLimit }, periods[period.chosen[0]]];
    if (note.value.trim() !== "") draft.note = note.value.trim();
    if (days !== null) draft.expiresAt = new Date(Date.now() + days * 86_400_000).toISOString();
    const { url, token: _, ...rest } = await send(path, "POST", draft);
    made = rest;
    showAddress(dialog, form, url);
  };
  dialog.append(form.element);
  await shown(dialog);
  return made;
}

function showAddress(dialog, form, url) {
  const address = new ShareAddress(url, words.sent, { address: words.address, once: words.once });
  address.done = () => dialog.close();
  form.element.replaceWith(address.element);
  address.select();
}
