// SPDX-License-Identifier: Apache-2.0

/** Makes an element of a class. */
export function element(name, className) {
  const made = document.createElement(name);
  made.className = className;
  return made;
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
