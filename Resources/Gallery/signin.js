// SPDX-License-Identifier: Apache-2.0

import { ask, Refusal, source } from "./photos.js";
import { prepareSignIn, remember } from "./session.js";
import { presumed, tell } from "./visitor.js";

/** Who has signed in, as far as it is known, and the button that offers to. */
export class SignIn {
  /** Reads what only those need who have signed in, while the service is asked who that is. */
  prepare = async () => {};
  /** Called once it is known who has signed in. */
  recognised = () => {};

  #views;
  #button;

  /**
   * @param {import("./views.js").Views} views What knows the account.
   * @param {HTMLButtonElement} button The button.
   */
  constructor(views, button) { [this.#views, this.#button] = [views, button]; }

  /** `true` if it is known that nobody has. */
  get isOffered() { return !this.#button.hidden; }

  /** Offers it, or no longer. */
  offer(isOffered) {
    this.#button.hidden = !isOffered;
    if (!isOffered || document.documentElement.dataset.signUp !== "open") return;
    import("./joinentry.js").then(({ offerJoining }) => offerJoining(this.#button)).catch(() => {});
  }

  /** Learns who it is. Where nobody has signed in yet, the person is asked. */
  async recognise() {
    this.offer(false);
    if (this.#views.account !== null) return;
    try {
      await prepareSignIn();
      const [name] = await Promise.all([readName(), this.prepare()]);
      this.#views.account = name;
    } catch (error) {
      this.offer(true);
      throw error;
    }
    this.recognised();
  }

  /** Learns who it is where somebody has signed in, and asks nobody: what the service tells of a photo says whether. */
  async know() {
    if (this.#views.account !== null || this.isOffered) return;
    const { items: [photo] } = await ask("/v1/photos?limit=1");
    await this.judge(photo);
  }

  /** Learns who it is where a photo as the service tells of it says that somebody has signed in. */
  async judge(photo) {
    if (photo?.isFavourite !== undefined) return this.recognise();
    this.offer(true);
    // What was kept of a former visit says nothing of this one.
    if (!source.isKept) tell(null);
  }
}

/** The name of the account; without the service, of that which has read this window before. */
async function readName() {
  try {
    const account = await ask("/v1/me");
    remember(account);
    tell(account.name, account.session !== undefined);
    return account.name;
  } catch (error) {
    if (error.status === 401) tell(null);
    const name = error instanceof Refusal ? null : presumed();
    if (name === null) throw error;
    return name;
  }
}
