// SPDX-License-Identifier: Apache-2.0

/** Makes an element of a class, with words where there are some. */
export function element(name, className, words = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = words;
  return made;
}

/** Makes the picture of the dog, which says nothing to whoever does not see it. */
export function logo(className = "") {
  const image = element("img", className);
  [image.src, image.alt] = [`${document.documentElement.dataset.assets}/logo.svg`, ""];
  return image;
}

/** Makes an element with what somebody has written, whose letters may run another way than those around it. */
export function written(name, className, words) {
  const [made, own] = [element(name, className), document.createElement("bdi")];
  own.textContent = words;
  made.append(own);
  return made;
}

/** Makes a button with words, or with a sign and a label that says in words what it does. */
export function button(className, content, label) {
  const made = element("button", className);
  made.type = "button";
  made.textContent = content;
  if (label) made.setAttribute("aria-label", label);
  return made;
}

/** Marks a button or a link as busy for as long as what it does takes. */
export async function whileBusy(button, action) {
  button.setAttribute("aria-busy", true);
  try {
    await action();
  } finally {
    button.removeAttribute("aria-busy");
  }
}
