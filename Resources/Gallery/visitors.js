// SPDX-License-Identifier: Apache-2.0

/** For how long a page is waited for that does not say who reads it, in milliseconds: by who reads, and by who keeps. */
const [answerTime, knowledgeTime] = [1_000, 20_000];

/**
 * The accounts that pages are read by, as the pages say. A worker ends when it has nothing to do, and forgets what they have
 * said: then it asks. Of a page that says nothing, nobody is known to read it.
 */
export class Visitors {
  /** What pages have said by the ids of their clients. */
  #said = new Map();
  #waiting = new Map();

  /** Takes what a page says: `known`, the account by the service's word, and `presumed`, that of before. */
  hear(client, said) {
    this.#said.set(client, said);
    for (const resolve of this.#waiting.get(client) ?? []) resolve(said);
    this.#waiting.delete(client);
  }

  /** The account for which a page may be shown what is kept; `null` for what everybody sees. */
  async reader(client) {
    const { known, presumed } = await this.#ask(client);
    return known === undefined ? presumed ?? null : known;
  }

  /** The account that the service has responded to; `null` for nobody, `undefined` where it is not known. */
  async account(client) {
    const { known } = await this.#ask(client);
    if (known !== undefined) return known;
    const said = new Promise((resolve) => {
      if (!this.#waiting.has(client)) this.#waiting.set(client, []);
      this.#waiting.get(client).push(resolve);
    });
    return (await Promise.race([said, after(knowledgeTime, {})])).known;
  }

  async #ask(id) {
    if (this.#said.has(id)) return this.#said.get(id);
    const client = await self.clients.get(id);
    if (client === undefined) return {};
    const { port1: own, port2: theirs } = new MessageChannel();
    const answer = new Promise((resolve) => { own.onmessage = ({ data }) => resolve(data); });
    client.postMessage("who", [theirs]);
    const said = await Promise.race([answer, after(answerTime, null)]);
    if (said !== null && !this.#said.has(id)) this.hear(id, said);
    return this.#said.get(id) ?? {};
  }
}

/** Gives a value after a time. */
export function after(milliseconds, value) {
  return new Promise((resolve) => { setTimeout(resolve, milliseconds, value); });
}
