// SPDX-License-Identifier: Apache-2.0

import { preview, sizes } from "./photos.js";
import { picture } from "./placeholder.js";
import { text } from "./words.js";

/** The time for which a photo has to be in sight before its placeholder is drawn, in milliseconds. */
const placeholderDelay = 100;

/** Shows how many like a photo, and whether the reader does. */
export function showLikes(button, photo) {
  const likes = text.likes(photo.favouriteCount);
  button.textContent = photo.favouriteCount;
  button.dataset.count = photo.favouriteCount;
  button.setAttribute("aria-pressed", photo.isFavourite === true);
  button.setAttribute("aria-label", photo.isFavourite ? text.unlike(likes) : text.like(likes));
}

/** What a cell shows of a photo but for its likes; a photo that looks otherwise gets another cell. */
export function looks(photo) {
  return JSON.stringify([photo.caption, photo.width, photo.height, Object.keys(photo.variants ?? {})]);
}

/** Puts a cell where its box is. */
export function place(cell, box) {
  const sign = getComputedStyle(document.documentElement).direction === "rtl" ? -1 : 1;
  const style = `width:${box.width}px;height:${box.height}px;transform:translate(${sign * box.left}px,${box.top}px)`;
  if (cell.dataset.place === style) return;
  cell.dataset.place = style;
  cell.style.cssText = style;
}

/** Makes the cell of a photo: what covers it, which is a link where there is something to open, and what lies on it. */
export function makeCell(photo, box) {
  const cell = document.createElement("li");
  cell.dataset.id = photo.id;
  cell.dataset.looks = looks(photo);
  if (photo.deleted) cell.append(makeShadow(photo)); else cell.append(makeLink(photo, box));
  // Who only looks is told nothing of likes.
  if (!photo.deleted && photo.favouriteCount !== undefined) cell.append(makeLikes(photo));
  return cell;
}

/** The name by which a photo is spoken of. */
export function title(photo) { return photo.caption || photo.fileName || text.photo(photo.owner); }

function makeLink(photo, box) {
  const link = document.createElement("a");
  link.className = "cover";
  link.href = photo.page ?? `/photos/${photo.id}`;
  link.append(makePicture(photo, box));
  return link;
}

/** A photo in the trash, of which the service gives no picture: its placeholder and its words. */
function makeShadow(photo) {
  const cover = document.createElement("button");
  cover.type = "button";
  cover.className = "cover shadow";
  cover.textContent = title(photo);
  if (photo.averageColour) cover.style.backgroundColor = photo.averageColour;
  if (photo.placeholder) cover.style.backgroundImage = `url("${picture(photo.placeholder)}")`;
  return cover;
}

function makeLikes(photo) {
  const likes = document.createElement("button");
  likes.type = "button";
  likes.className = "likes";
  showLikes(likes, photo);
  return likes;
}

/** Makes the picture of a photo for a box, with its placeholder until it is there. */
export function makePicture(photo, box) {
  const image = new Image();
  image.className = "picture";
  image.alt = photo.caption || text.photo(photo.owner);
  image.decoding = "async";
  if (photo.averageColour) image.style.backgroundColor = photo.averageColour;
  image.sizes = `${Math.ceil(box.width)}px`;
  image.srcset = sizes(photo);
  image.src = preview(photo);
  setTimeout(() => {
    if (!image.isConnected || image.complete || !photo.placeholder) return;
    image.style.backgroundImage = `url("${picture(photo.placeholder)}")`;
  }, placeholderDelay);
  return image;
}
