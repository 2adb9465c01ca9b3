// SPDX-License-Identifier: Apache-2.0

addEventListener("keydown", ({ key, target }) => {
  if (key === "?" && !target.closest("input, textarea, select, .dialog")) showKeys().catch(() => {});
});

/** Says which keys do what. What that takes is read then. */
async function showKeys() {
  const [{ makeDialog }, { button, element }, { text }, { readStyles }] = await Promise.all([
    import("./dialog.js"), import("./elements.js"), import("./words.js"), import("./styles.js"), import("./morewords.js"),
  ]);
  await Promise.all(["selecting.css", "albums.css"].map(readStyles));
  if (document.querySelector(".keys")) return;
  const dialog = makeDialog("keys", text.keys.title);
  const [list, buttons, close] = [element("dl", ""), element("div", "buttons"), button("primary", text.close)];
  for (const [key, words] of text.keys.list) {
    const name = element("dt", "");
    name.append(element("kbd", "", key));
    list.append(name, element("dd", "", words));
  }
  close.autofocus = true;
  close.addEventListener("click", () => dialog.close());
  buttons.append(close);
  dialog.append(list, buttons);
  dialog.showModal();
}
