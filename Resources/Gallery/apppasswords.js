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
import { quoted, shortDate, text } from "./words.js";

const path = "/v1/me/app-passwords";
/** How long an app password counts, in days; for ever where that is `null`. */
const periods = { never: null, month: 30, year: 365 };
const words = text.account;

/** Reads the app passwords of the account, the newest first. */
export async function readAppPasswords() {
  return (await readPages((after) => ask(pageAddress(path, after, largestCount)))).items;
}

/** The app passwords that there are, each with what is known of it and a way to revoke it. */
export function makeAppPasswordRows() {
  const rows = new Rows("app-password", (password) => {
    const revoke = button("revoke", words.revoke);
    revoke.addEventListener("click", () => rows.end(password, path, {
      question: words.revokeQuestion(quoted(password.name)), warning: words.revokeWarning, action: words.revoke,
      done: words.revoked(quoted(password.name)),
    }));
    const [used, end] = [password.usedAt, password.expiresAt].map((time) => time && shortDate.format(new Date(time)));
    return {
      words: [
        written("strong", "", password.name),
        element("span", "", password.scopes.map((scope) => words.scopes[scope]).join(" · ")),
        element("span", "", [words.lastUsed(used), end && words.until(end)].filter(Boolean).join(" · ")),
      ],
      buttons: [revoke],
    };
  }, words.none);
  return rows;
}

/**
 * Has the person make an app password, and shows it, this once.
 *
 * @param {string} account The name with which it signs in.
 * @returns {Promise<?object>} The app password; `null` where none was made.
 */
export async function askAppPassword(account) {
  const dialog = makeDialog("app-password-dialog", words.create);
  const name = Object.assign(document.createElement("input"), { maxLength: 100, autocomplete: "off" });
  const label = element("label", "field", words.name);
  label.append(name);
  const [scopes, period] = [choices("checkbox", words.may, words.scopes), choices("radio", words.period, words.periods)];
  const form = new DialogForm("", [label, scopes.element, period.element], words.make, (error) => (
    { 507: words.full }[error.status] ?? error.message));
  let made = null;
  form.cancelled = () => dialog.close();
  form.submit = async () => {
    if (name.value.trim() === "") throw Object.assign(new Error(words.nameMissing), { field: name });
    if (scopes.chosen.length === 0) throw new Error(words.scopeMissing);
    const days = periods[period.chosen[0]];
    if (days !== null) await readClock();
    const draft = { name: name.value.trim(), scopes: scopes.chosen };
    if (days !== null) draft.expiresAt = later(days).toISOString();
    const { password, ...rest } = await send(path, "POST", draft);
    made = rest;
    showSecret(dialog, form, password, account);
  };
  dialog.append(form.element);
  await shown(dialog);
  return made;
}

function showSecret(dialog, form, password, account) {
  const secret = new ShareAddress(password, null, { address: words.password, once: words.once(quoted(account)) });
  secret.done = () => dialog.close();
  form.element.replaceWith(secret.element);
  secret.select();
}
