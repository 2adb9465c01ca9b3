// SPDX-License-Identifier: Apache-2.0

import { element } from "./elements.js";

/** A group of ticks, all of them set, or of choices, of which the first is. */
export function choices(type, legend, names) {
  const group = element("fieldset", type === "radio" ? "periods" : "scopes");
  group.append(element("legend", "", legend));
  const inputs = Object.keys(names).map((value, index) => (
    Object.assign(document.createElement("input"), { type, name: legend, value, checked: type === "checkbox" || index === 0 })));
  for (const input of inputs) {
    const label = element("label", type === "radio" ? "period" : "allowance");
    label.append(input, names[input.value]);
    group.append(label);
  }
  return { element: group, get chosen() { return inputs.filter(({ checked }) => checked).map(({ value }) => value); } };
}
