// SPDX-License-Identifier: Apache-2.0

import { percent, size, text } from "./words.js";

const words = text.adding;

/** One file in the panel: its name, how far it has come or why it was not added, and what can be done about that. */
export class UploadRow {
  /** What is put into the list. */
  element = document.createElement("li");

  #item;
  #uploads;
  #name = document.createElement("span");
  #about = document.createElement("span");
  #progress = document.createElement("progress");
  #action = document.createElement("button");
  #shown = "";

  constructor(item, uploads) {
    [this.#item, this.#uploads] = [item, uploads];
    this.#name.className = "name";
    this.#name.textContent = item.name;
    this.#name.title = item.name;
    this.#about.className = "about";
    this.#progress.setAttribute("aria-label", item.name);
    this.#action.type = "button";
    this.#action.addEventListener("click", () => {
      if (item.state === "failed") uploads.retry([item]); else uploads.cancel([item]);
    });
    this.element.append(this.#name, this.#about, this.#action, this.#progress);
  }

  /** Shows the file as it is now. */
  show() {
    const { state, size, sentCount } = this.#item;
    const about = aboutText(this.#item);
    // Most files of many stay as they are from frame to frame.
    const shown = `${state} ${about} ${sentCount}`;
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.element.dataset.state = state;
    this.#about.textContent = about;
    this.#progress.hidden = state !== "sending";
    this.#progress.value = size ? Math.min(1, sentCount / size) : 0;
    this.#showAction(state);
  }

  #showAction(state) {
    const isFailed = state === "failed";
    const isHidden = !isFailed && state !== "waiting" && state !== "sending";
    // The focus stays in the panel when what has it goes.
    if (isHidden && document.activeElement === this.#action) this.element.closest("section").focus();
    this.#action.hidden = isHidden;
    this.#action.textContent = isFailed ? "↻" : "×";
    this.#action.setAttribute("aria-label", (isFailed ? words.retry : words.cancel)(this.#item.name));
  }
}

function aboutText({ state, size: byteCount, sentCount, pause, reason }) {
  if (reason) return reason.kind === "service" ? reason.words : words.why[reason.kind](size(reason.limit ?? 0));
  if (pause) return pauseText(pause);
  if (state !== "sending") return `${words.state[state]} · ${size(byteCount)}`;
  return `${percent.format(Math.floor((sentCount / byteCount) * 100) / 100)} · ${size(byteCount)}`;
}

/** Why a file waits, in words. */
export function pauseText(error) {
  return error instanceof TypeError ? text.unreachable : words.pausedBy(error.message);
}
