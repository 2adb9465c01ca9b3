// SPDX-License-Identifier: Apache-2.0

import { element } from "./elements.js";
import { Emptiness } from "./emptiness.js";
import { JoinForm } from "./joinform.js";
import "./morewords.js";
import { ask } from "./photos.js";
import { language, text } from "./words.js";

const words = text.joining;
const main = document.querySelector("main");
const emptiness = new Emptiness(main);
/** The secret part of the invitation's address, which is kept here and nowhere else; `null` where there is none. */
const token = location.pathname.split("/")[2] ?? null;

document.documentElement.lang = language;
document.querySelector(".skip").textContent = words.skip;

await start();

async function start() {
  try {
    const { signUp } = await ask("/v1/service");
    if (signUp === "open") return offer(null);
    if (signUp !== "invitation") return refuse(words.off);
    if (token === null) return refuse(words.uninvited);
    const { inviter } = await ask(`/v1/join/${encodeURIComponent(token)}`);
    offer(inviter);
  } catch (error) {
    if (error.status === 404) return refuse(words.ended);
    // What the service wrote stays, with a way to try again.
    refuse(text.sharing.unreachable);
  }
}

/** Shows the form. */
function offer(inviter) {
  const form = new JoinForm(inviter, inviter === null ? null : token);
  form.refused = (isEnded) => refuse(isEnded ? words.ended : words.off);
  document.title = inviter === null ? words.title : words.invites(inviter);
  main.replaceChildren(form.element);
  form.focus();
}

/** Says why nobody can make an account here. */
function refuse(sentence) {
  main.replaceChildren();
  document.title = words.title;
  emptiness.show(element("h1", "", sentence));
  main.focus({ preventScroll: true });
}
