// SPDX-License-Identifier: Apache-2.0

import { send } from "./actions.js";
import { choices } from "./choices.js";
import { later, readClock } from "./clock.js";
import { makeDialog, shown } from "./dialog.js";
import { DialogForm } from "./dialogform.js";
import { button, element, written } from "./elements.js";
import "./morewords.js";
import { ask, largestCount, pageAddress, readPages } from "./photos.js";
import { Rows } from "./rows.js";
import { ShareAddress } from "./shareaddress.js";
import { names, shortDate, text } from "./words.js";

const path = "/v1/invitations";
/** How long an invitation can be used, in days; as long as the service says where that is `null`. */
const periods = { week: null, day: 1, month: 28 };
/** How many accounts may be made by an invitation at most. */
const mostUses = 100;
const words = text.inviting;

/** Reads the invitations of the account, and gives the elements that show them, with what makes one. */
export async function readInvitations() {
  const { items } = await readPages((after) => ask(pageAddress(path, after, largestCount)));
  const rows = new Rows("invitation", (invitation) => partsOf(invitation, rows), words.none);
  const create = button("create-invitation", words.create);
  create.addEventListener("click", async () => {
    const made = await askInvitation();
    if (made) rows.add(made);
  });
  rows.show(items);
  return [element("h3", "", words.title), element("p", "note", words.hint), create, rows.element];
}

/** An invitation in words, with who came by it, and a way to revoke it. */
function partsOf(invitation, rows) {
  const { note, useCount, useLimit, expiresAt, accounts } = invitation;
  const end = useCount < useLimit ? words.until(shortDate.format(new Date(expiresAt))) : words.usedUp;
  const revoke = button("revoke", words.revoke);
  revoke.addEventListener("click", () => rows.end(invitation, path, {
    question: words.revokeQuestion, warning: words.revokeWarning, action: words.revoke, done: words.revoked,
  }));
  const came = accounts.length > 0 ? [element("span", "", words.came(names.format(accounts)))] : [];
  return {
    words: [
      written("strong", "", note ?? words.untitled),
      element("span", "", [words.used(useCount, useLimit), end].join(" · ")), ...came,
    ],
    buttons: [revoke],
  };
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
    if (days !== null) await readClock();
    if (days !== null) draft.expiresAt = later(days).toISOString();
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
