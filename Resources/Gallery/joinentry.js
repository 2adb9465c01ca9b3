// SPDX-License-Identifier: Apache-2.0

import { element } from "./elements.js";
import { text } from "./words.js";

/** Offers, before the button that signs in, what leads to an account for whoever has none. */
export function offerJoining(signInButton) {
  if (document.querySelector(".to-join")) return;
  const link = element("a", "to-join", text.join);
  link.href = "/join";
  signInButton.before(link);
}
