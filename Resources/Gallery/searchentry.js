// SPDX-License-Identifier: Apache-2.0

import { button, element } from "./elements.js";
import { quoted, text } from "./words.js";

const words = text.search;

/**
 * The field in which one searches, and the button that opens it where there is no room for it. What searches is read when it
 * is first needed.
 */
export class SearchEntry {
  #gallery;
  #form = element("form", "search");
  #field = element("input", "");
  #opener = button("search-open", "", words.label);
  #search = null;

  /**
   * @param {object} gallery What searching asks of the gallery.
   * @param {Element} neighbour What the field is put behind.
   */
  constructor(gallery, neighbour) {
    this.#gallery = gallery;
    const end = button("end", "×", words.end);
    Object.assign(this.#field, {
      type: "search", maxLength: 200, placeholder: words.hint, ariaLabel: words.label, autocomplete: "off",
      enterKeyHint: "search",
    });
    [this.#form.role, this.#form.id] = ["search", "search"];
    this.#opener.setAttribute("aria-controls", this.#form.id);
    this.#form.append(this.#field, end);
    neighbour.after(this.#opener, this.#form);
    this.#open(false);
    this.#opener.addEventListener("click", () => this.#begin());
    end.addEventListener("click", () => this.#end());
    this.#field.addEventListener("focus", () => this.#read().catch(() => {}));
    this.#field.addEventListener("input", () => this.#use((search) => search.type(this.#words)));
    this.#form.addEventListener("submit", (event) => this.#submit(event));
    this.#form.addEventListener("keydown", (event) => this.#press(event));
    this.#form.addEventListener("focusout", (event) => {
      if (!this.#form.contains(event.relatedTarget)) this.#open(this.#words !== "");
    });
    addEventListener("keydown", (event) => { if (this.#isCall(event)) this.#begin(event); });
  }

  /** Shows what is searched for; `""` where nothing is. */
  show(query) {
    this.#search?.stop();
    if (this.#words !== query) this.#field.value = query;
    this.#open(query !== "" || this.#form.contains(document.activeElement));
  }

  /** Says how many photos there are, where they were searched for. */
  drawn() {
    const { views, say, attempt, signIn } = this.#gallery;
    const { kind: { query }, photos } = views;
    if (query === undefined || !photos.isComplete) return;
    const count = photos.length;
    say(count === 0 ? words.none(quoted(query)) : words.found(count));
    // Photos tell whether somebody has signed in, and there are none.
    if (count === 0) attempt(() => signIn.know());
  }

  get #words() { return this.#field.value.trim(); }

  #open(isOpen) {
    this.#form.classList.toggle("open", isOpen);
    this.#opener.setAttribute("aria-expanded", isOpen);
  }

  /** `true` if a key asks for the field, and is not written elsewhere. */
  #isCall(event) {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return false;
    const isWritten = event.target.closest("input, textarea, select") !== null;
    // The bar for what is selected covers the field.
    return !isWritten && !document.querySelector("dialog[open], .toolbar:not(.away)");
  }

  #begin(event) {
    event?.preventDefault();
    this.#open(true);
    this.#field.focus();
    this.#field.select();
  }

  #submit(event) {
    event.preventDefault();
    if (this.#words === "") return;
    // The keyboard of a phone covers what is found.
    if (matchMedia("(pointer: coarse)").matches) this.#field.blur();
    this.#use((search) => search.run(this.#words));
  }

  #press(event) {
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    this.#end();
  }

  /** Empties the field and leaves it. */
  #end() {
    const isAsked = this.#words !== "";
    this.#field.value = "";
    this.#open(false);
    const place = this.#opener.checkVisibility() ? this.#opener : this.#gallery.main;
    place.focus({ preventScroll: true });
    if (isAsked) this.#use((search) => search.type(""));
  }

  #use(action) { return this.#gallery.attempt(async () => action(await this.#read())); }

  async #read() {
    const { Search } = await import("./search.js");
    this.#search ??= new Search(this.#gallery);
    return this.#search;
  }
}
