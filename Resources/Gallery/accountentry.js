// SPDX-License-Identifier: Apache-2.0

import { element } from "./elements.js";
import "./morewords.js";
import { readStyles } from "./styles.js";
import { Views } from "./views.js";
import { text } from "./words.js";

/** Offers in the header, beside what signs in, what leads to the account of whoever has. */
export function offerAccount({ views, choose }, signInButton) {
  if (document.querySelector(".to-account")) return;
  const link = element("a", "to-account", Array.from(views.account)[0]);
  link.href = Views.address("account");
  link.title = link.ariaLabel = text.account.label(views.account);
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    choose("account");
  });
  signInButton.after(link);
}

/** Shows the account in the gallery's view of it. What that takes is read when it is first needed. */
export async function showAccount(gallery) {
  const [{ AccountPage }] = await Promise.all([
    import("./account.js"), ...["albums.css", "share.css", "account.css"].map(readStyles),
  ]);
  await new AccountPage(gallery).show();
}
