// SPDX-License-Identifier: Apache-2.0

import { reasonOf } from "./albumdialog.js";
import { addContributor, readAlbum, removeContributor } from "./albumservice.js";
import { makeDialog, shown } from "./dialog.js";
import { errorLine } from "./dialogform.js";
import { button, element } from "./elements.js";
import "./morewords.js";
import { quoted, text } from "./words.js";

/** How many characters the name of an account has at most. */
const longestName = 64;

/**
 * Shows to the owner of an album who else adds to it, to be changed.
 *
 * @param {object} album The album.
 * @param {(album: object) => void} take Takes the album after each change.
 */
export async function showContributors(album, take) { await new Contributors(album, take).show(); }

class Contributors {
  #album;
  #take;
  #dialog = makeDialog("contributors", text.albums.people);
  #list = element("ul", "names");
  #nobody = element("p", "note", text.albums.alone);
  #form = element("form", "");
  #input = document.createElement("input");
  #error = errorLine();

  constructor(album, take) {
    [this.#album, this.#take] = [album, take];
    const label = element("label", "field");
    Object.assign(this.#input, { name: "name", autocomplete: "off", autocapitalize: "none", spellcheck: false, maxLength: longestName });
    label.append(text.albums.person, this.#input);
    const add = button("", text.albums.addPerson);
    add.type = "submit";
    this.#form.append(label, add);
    const buttons = element("div", "buttons");
    const close = button("primary", text.close);
    buttons.append(close);
    const hint = element("p", "note", text.albums.peopleHint);
    this.#dialog.append(hint, this.#list, this.#nobody, this.#form, this.#error, buttons);
    close.addEventListener("click", () => this.#dialog.close());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#add(this.#input.value.trim().toLowerCase());
    });
    this.#draw();
  }

  async show() {
    const closed = shown(this.#dialog);
    this.#input.focus();
    await closed;
  }

  async #add(name) {
    if (name === "") return;
    const isDone = await this.#change(name, () => addContributor(this.#album.id, name));
    if (isDone) this.#input.value = "";
    this.#input.focus();
  }

  async #remove(name) {
    await this.#change(name, async () => {
      await removeContributor(this.#album.id, name);
      return (await readAlbum(this.#album.id)).album;
    });
    this.#input.focus();
  }

  async #change(name, change) {
    this.#error.textContent = "";
    try {
      this.#album = await change();
    } catch (error) {
      this.#error.textContent = [400, 404].includes(error.status) ? text.albums.nobody(quoted(name.slice(0, longestName))) : reasonOf(error);
      return false;
    }
    this.#take(this.#album);
    this.#draw();
    return true;
  }

  #draw() {
    const names = this.#album.contributors ?? [];
    this.#nobody.hidden = names.length > 0;
    this.#list.hidden = names.length === 0;
    this.#list.replaceChildren(...names.map((name) => {
      const row = document.createElement("li");
      const remove = button("remove", "×", text.albums.removePerson(name));
      remove.addEventListener("click", () => this.#remove(name));
      row.append(element("span", "", name), remove);
      return row;
    }));
  }
}
