// SPDX-License-Identifier: Apache-2.0

import { button, element } from "./elements.js";
import "./morewords.js";
import { confirmed } from "./notice.js";
import { ask, largestCount, pageAddress, readPages } from "./photos.js";
import { leave } from "./session.js";
import { shortDate, text } from "./words.js";

const path = "/v1/me/sessions";
const words = text.sessions;

/** Reads the sessions of the account, the newest first. */
export async function readSessions() {
  return (await readPages((after) => ask(pageAddress(path, after, largestCount)))).items;
}

/** Signs out in this browser. */
export async function signOut() {
  await end("current");
  await leave();
}

/** The browsers in which the account has signed in, each with a way to end that. */
export class SessionRows {
  /** The element. */
  element = element("div", "links");

  #list = element("ul", "");
  #message = element("p", "note");
  #everywhere = button("sign-out-everywhere", words.endAll);
  #sessions = [];

  constructor() {
    this.#message.setAttribute("role", "status");
    this.#everywhere.addEventListener("click", () => this.#endAll());
    this.element.append(this.#list, this.#message, this.#everywhere);
  }

  /** Shows sessions. */
  show(sessions) {
    this.#sessions = sessions;
    this.#list.replaceChildren(...sessions.map((session) => this.#makeRow(session)));
    this.#message.textContent = sessions.length === 0 ? words.none : "";
    this.#everywhere.hidden = sessions.length === 0;
  }

  #makeRow(session) {
    const row = element("li", "link");
    row.dataset.session = session.id;
    const [about, buttons] = [element("div", "link-words"), element("div", "link-buttons")];
    about.append(element("strong", "", words.device(session.browser, session.system)));
    const [since, used] = [session.createdAt, session.usedAt].map((time) => shortDate.format(new Date(time)));
    about.append(element("span", "", words.times(since, session.isCurrent ? words.current : words.lastUsed(used))));
    const end = button("end-session", words.end);
    end.addEventListener("click", () => this.#end(session));
    buttons.append(end);
    row.append(about, buttons);
    return row;
  }

  async #end({ id, browser, system, isCurrent }) {
    const device = words.device(browser, system);
    if (!await confirmed(words.question(device), words.warning, words.end)) return;
    if (!await this.#attempt(() => end(id))) return;
    if (isCurrent) return leave();
    this.show(this.#sessions.filter((other) => other.id !== id));
    this.#tell(words.ended(device));
  }

  async #endAll() {
    if (!await confirmed(words.endAllQuestion, words.warning, words.endAll)) return;
    const isOwn = this.#sessions.some(({ isCurrent }) => isCurrent);
    if (!await this.#attempt(() => ask(path, { method: "DELETE" }))) return;
    if (isOwn) return leave();
    this.show([]);
    this.#tell(words.none);
  }

  async #attempt(action) {
    try {
      await action();
      return true;
    } catch (error) {
      this.#tell(error.message);
      return false;
    }
  }

  #tell(sentence) {
    this.#message.textContent = sentence;
    this.#message.tabIndex = -1;
    this.#message.focus();
  }
}

async function end(id) {
  try {
    await ask(`${path}/${encodeURIComponent(id)}`, { method: "DELETE" });
  } catch (error) {
    // What has ended already need not be ended.
    if (error.status !== 404) throw error;
  }
}
