// SPDX-License-Identifier: Apache-2.0

import { button, element } from "./elements.js";
import "./morewords.js";
import { confirmed } from "./notice.js";
import { ask, largestCount, pageAddress, readPages } from "./photos.js";
import { Rows } from "./rows.js";
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
  try {
    await ask(`${path}/current`, { method: "DELETE" });
  } catch (error) {
    // What has ended already need not be ended.
    if (error.status !== 404) throw error;
  }
  await leave();
}

/** The browsers in which the account has signed in, each with a way to end that, and one to end all. */
export class SessionRows {
  /** The element. */
  element;

  #rows = new Rows("session", (session) => this.#partsOf(session), words.none);
  #everywhere = button("sign-out-everywhere", words.endAll);

  constructor() {
    this.element = this.#rows.element;
    this.#everywhere.addEventListener("click", () => this.#endAll());
    this.element.append(this.#everywhere);
  }

  /** Shows sessions. */
  show(sessions) {
    this.#rows.show(sessions);
    this.#everywhere.hidden = sessions.length === 0;
  }

  #partsOf(session) {
    const [since, used] = [session.createdAt, session.usedAt].map((time) => shortDate.format(new Date(time)));
    const end = button("end-session", words.end);
    end.addEventListener("click", () => this.#end(session));
    return {
      words: [
        element("strong", "", words.device(session.browser, session.system)),
        element("span", "", words.times(since, session.isCurrent ? words.current : words.lastUsed(used))),
      ],
      buttons: [end],
    };
  }

  async #end(session) {
    const device = words.device(session.browser, session.system);
    const sentences = { question: words.question(device), warning: words.warning, action: words.end, done: words.ended(device) };
    if (!await this.#rows.end(session, path, sentences)) return;
    if (session.isCurrent) return leave();
    this.#everywhere.hidden = this.#rows.items.length === 0;
  }

  async #endAll() {
    if (!await confirmed(words.endAllQuestion, words.warning, words.endAll)) return;
    const isOwn = this.#rows.items.some(({ isCurrent }) => isCurrent);
    try {
      await ask(path, { method: "DELETE" });
    } catch (error) {
      return this.#rows.refuse(error);
    }
    if (isOwn) return leave();
    this.show([]);
    this.#rows.tell(words.none);
  }
}
