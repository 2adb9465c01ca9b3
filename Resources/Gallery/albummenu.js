// SPDX-License-Identifier: Apache-2.0

import { readOwnAlbums } from "./albumservice.js";
import { makeDialog, shown } from "./dialog.js";
import { button, element, written } from "./elements.js";
import "./morewords.js";
import { language, text } from "./words.js";

/** From how many albums on they can be searched. */
const searchedFrom = 9;

/**
 * Has somebody choose one of the albums that the account owns or adds to.
 *
 * @param {string} heading What the album is chosen for.
 * @returns {Promise<?object | "new">} The album, or that a new one is to be made; `null` where none was chosen.
 */
export async function chooseAlbum(heading) {
  const albums = await readOwnAlbums();
  const dialog = makeDialog("album-menu", heading);
  const rows = albums.map((album) => ({ album, row: makeRow(album, dialog) }));
  const create = button("create-album", text.albums.create);
  create.addEventListener("click", () => dialog.close("new"));
  const [list, none, search] = [element("ul", "choices"), element("p", "note", text.albums.noneFound), makeSearch()];
  none.hidden = true;
  none.setAttribute("role", "status");
  list.append(...rows.map(({ row }) => row));
  search.hidden = albums.length < searchedFrom;
  search.addEventListener("input", () => {
    for (const { album, row } of rows) row.hidden = !folded(album.title).includes(folded(search.value.trim()));
    none.hidden = rows.some(({ row }) => !row.hidden);
  });
  const cancel = button("cancel", text.cancel);
  cancel.addEventListener("click", () => dialog.close());
  const buttons = element("div", "buttons");
  buttons.append(create, cancel);
  dialog.append(search, list, none, buttons);
  dialog.addEventListener("keydown", (event) => press(event, dialog));
  const closed = shown(dialog);
  (search.hidden ? list.querySelector("button") ?? create : search).focus();
  const value = await closed;
  return value === "new" ? value : albums.find(({ id }) => id === value) ?? null;
}

function makeRow(album, dialog) {
  const row = document.createElement("li");
  const choice = button("choice", "");
  const about = `${text.albums.count(album.photoCount)} · ${text.actions[album.visibility]}`;
  choice.append(written("strong", "", album.title), element("span", "", about));
  choice.dataset.album = album.id;
  choice.addEventListener("click", () => dialog.close(album.id));
  row.append(choice);
  return row;
}

function makeSearch() {
  const search = document.createElement("input");
  Object.assign(search, { type: "search", placeholder: text.albums.find, ariaLabel: text.albums.find, dir: "auto" });
  return search;
}

/** A text without what does not matter where it is searched. */
function folded(words) { return words.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase(language); }

/** Arrows go up and down the albums. */
function press(event, dialog) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const places = [...dialog.querySelectorAll("input:not([hidden]), li:not([hidden]) button")];
  const next = places[places.indexOf(document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
