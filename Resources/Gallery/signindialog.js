// SPDX-License-Identifier: Apache-2.0

import { makeDialog, shown } from "./dialog.js";
import { DialogForm } from "./dialogform.js";
import { element } from "./elements.js";
import "./morewords.js";
import { contents } from "./photos.js";
import { keepSession } from "./session.js";
import { readStyles } from "./styles.js";
import { text } from "./words.js";

const words = text.signingIn;

/** Has the person sign in, and says whether that happened. */
export async function askForSignIn() {
  await Promise.all(["selecting.css", "albums.css", "account.css"].map(readStyles));
  const dialog = makeDialog("sign-in-dialog", text.signIn);
  const [name, password] = [
    field(words.name, { name: "username", autocomplete: "username", autocapitalize: "none", spellcheck: false }),
    field(words.password, { name: "password", type: "password", autocomplete: "current-password" }),
  ];
  const form = new DialogForm("", [name.label, password.label], text.signIn, reasonOf);
  form.cancelled = () => dialog.close();
  form.submit = async () => {
    for (const { input } of [name, password]) {
      if (input.value === "") throw Object.assign(new Error(words.missing), { words: words.missing, field: input });
    }
    try {
      await begin(name.input.value.trim(), password.input.value);
    } catch (error) {
      password.input.select();
      throw Object.assign(error, { field: password.input });
    }
    dialog.close("signed in");
  };
  dialog.append(form.element);
  return await shown(dialog) === "signed in";
}

/** Begins a session of the browser, and says whether the browser keeps it. */
export async function begin(name, password) {
  const headers = { Accept: "application/json", "Content-Type": "application/json", "Woof-Session": "none" };
  await contents(await fetch("/v1/sessions", { method: "POST", headers, body: JSON.stringify({ name, password }) }));
  return keepSession();
}

function reasonOf(error) {
  if (error instanceof TypeError) return words.unreachable;
  return error.words ?? (error.status === 403 ? words.wrong : error.message);
}

function field(words, properties) {
  const [label, input] = [element("label", "field", words), document.createElement("input")];
  Object.assign(input, { required: true, ...properties });
  label.append(input);
  return { label, input };
}
