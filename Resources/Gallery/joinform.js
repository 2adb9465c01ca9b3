// SPDX-License-Identifier: Apache-2.0

import { errorLine } from "./dialogform.js";
import { button, element, logo } from "./elements.js";
import "./morewords.js";
import { send } from "./actions.js";
import { prepareSignIn } from "./session.js";
import { begin } from "./signindialog.js";
import { duration, text } from "./words.js";

const words = text.joining;
/** The form of the names of accounts. */
const nameForm = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** What takes the name and the password of a new account. */
export class JoinForm {
  /** The element. */
  element = element("form", "lock joining");
  /** Called where the service lets nobody in any more: with `true` if that is the invitation's end. */
  refused = (_isEnded) => {};

  #token;
  #name = field({ type: "text", autocomplete: "username", autocapitalize: "none", spellcheck: false, maxLength: 64 });
  #password = field({ type: "password", autocomplete: "new-password" });
  #message = errorLine();
  #make = button("primary", words.make);

  /**
   * @param {?string} inviter The name of the account that invites; `null` where nobody has to.
   * @param {?string} token The secret of the invitation.
   */
  constructor(inviter, token) {
    this.#token = token;
    this.#message.id = "join-message";
    this.#make.type = "submit";
    const [nameNote, passwordNote] = [element("p", "note", words.nameHint), element("p", "note", words.passwordHint)];
    this.element.noValidate = true;
    this.element.append(
      logo(), element("h1", "", inviter === null ? words.title : words.invites(inviter)),
      element("p", "invited", inviter === null ? words.hint : words.invitedHint),
      labelled(words.name, this.#name), nameNote, labelled(words.password, this.#password), passwordNote,
      this.#makeShow(), this.#message, this.#make,
    );
    for (const [input, note, id] of [[this.#name, nameNote, "name"], [this.#password, passwordNote, "password"]]) {
      note.id = `${id}-note`;
      input.setAttribute("aria-describedby", `${note.id} ${this.#message.id}`);
      input.addEventListener("input", () => this.#say(""));
    }
    // Names have no capitals, which phones like to begin with.
    this.#name.addEventListener("change", () => { this.#name.value = this.#name.value.trim().toLowerCase(); });
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!this.#make.disabled) this.#submit();
    });
  }

  /** Gives the focus to the first field. */
  focus() { this.#name.focus(); }

  #makeShow() {
    const [label, box] = [element("label", "show"), Object.assign(document.createElement("input"), { type: "checkbox" })];
    box.addEventListener("change", () => { this.#password.type = box.checked ? "text" : "password"; });
    label.append(box, words.show);
    return label;
  }

  async #submit() {
    const [name, password] = [this.#name.value.trim().toLowerCase(), this.#password.value];
    if (!nameForm.test(name)) return this.#say(words.nameWrong, this.#name);
    if ([...password].length < 8) return this.#say(words.passwordShort, this.#password);
    this.#make.disabled = true;
    let pause = 0;
    try {
      const invitation = this.#token === null ? {} : { invitation: this.#token };
      await send("/v1/accounts", "POST", { name, password, ...invitation });
      return await this.#enter(name, password);
    } catch (error) {
      pause = this.#refuse(error);
    }
    setTimeout(() => { this.#make.disabled = false; }, pause);
  }

  /** Signs in, and goes to where one's own photos will be. */
  async #enter(name, password) {
    this.#password.value = "";
    const isSignedIn = await prepareSignIn() ? await begin(name, password).catch(() => false) : await tell(name, password);
    if (isSignedIn) return location.replace("/?view=mine");
    const link = element("a", "primary", words.toSignIn);
    link.href = "/?view=mine";
    this.element.replaceChildren(logo(), element("h1", "", words.made(name)), link);
    link.focus();
  }

  /** Says why there is no account, and gives the time for which nothing more can be tried, in milliseconds. */
  #refuse(error) {
    const { status, problem } = error;
    if (status === 403) this.refused(problem?.reason === "invitation");
    else if (status === 409) this.#say(words.taken, this.#name);
    else if (status === 400 && problem?.parameter === "name") this.#say(words.nameWrong, this.#name);
    else if (status === 400 && problem?.parameter === "password") this.#say(words.passwordWeak, this.#password);
    else if (status === 429) this.#say(words.wait(duration(error.retryAfter || 1)));
    else if (status === undefined || status >= 500) this.#say(text.sharing.unreachable);
    else this.#say(error.message);
    return status === 429 ? error.retryAfter * 1000 : 0;
  }

  #say(sentence, wrong = null) {
    this.#message.textContent = sentence;
    for (const input of [this.#name, this.#password]) input.setAttribute("aria-invalid", input === wrong);
    wrong?.select();
    wrong?.focus();
  }
}

function field(properties) { return Object.assign(document.createElement("input"), { required: true, ...properties }); }

function labelled(words, input) {
  const label = element("label", "", words);
  label.append(input);
  return label;
}

/** Gives a browser that keeps no session a name and a password to keep itself, and says whether it took them. */
function tell(name, password) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.addEventListener("loadend", () => done(request.status === 200));
    try {
      request.open("GET", "/v1/me", true, name, password);
      request.send();
    } catch {
      done(false);
    }
  });
}
