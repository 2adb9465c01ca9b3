// SPDX-License-Identifier: Apache-2.0

import { imageFor } from "./photos.js";
import { picture } from "./placeholder.js";
import { names, text } from "./words.js";

/** The time for which a photo has to be in sight before its placeholder is drawn, in milliseconds. */
const placeholderDelay = 100;

/** Shows how many like a photo, and whether the reader does. */
export function showLikes(button, photo) {
  const likes = text.likes(photo.favouriteCount);
  button.textContent = photo.favouriteCount;
  button.dataset.count = photo.favouriteCount;
  button.setAttribute("aria-pressed", photo.isFavourite === true);
  button.setAttribute("aria-label", photo.isFavourite ? text.unlike(likes) : text.like(likes));
  // Of guests some names are known.
  if (photo.likedBy) button.title = names.format(photo.likedBy);
}

/** What a cell shows of a photo but for its likes; a photo that looks otherwise gets another cell. */
export function looks(photo, colour) {
  if (photo === undefined) return `blank ${colour}`;
  return JSON.stringify([photo.caption, photo.width, photo.height, Object.keys(photo.variants ?? {})]);
}

/**
 * Puts a cell where its box is, and says whether it was elsewhere. `sign` is -1 where the page goes from right to left, and 1
 * elsewhere.
 */
export function place(cell, box, sign) {
  const style = `width:${box.width}px;height:${box.height}px;transform:translate(${sign * box.left}px,${box.top}px)`;
  if (cell.dataset.place === style) return false;
  cell.dataset.place = style;
  cell.style.cssText = style;
  return true;
}

/**
 * Makes the cell of a photo: what covers it, which is a link where there is something to open, and what lies on it. Of one that
 * was not read yet, a cell has the colour, where that is known.
 */
export function makeCell(photo, box, id, colour) {
  const cell = document.createElement("li");
  if (id !== undefined) cell.dataset.id = id;
  cell.dataset.looks = looks(photo, colour);
  if (photo === undefined) cell.append(makeBlank(colour));
  else if (photo.deleted) cell.append(makeShadow(photo));
  else cell.append(makeLink(photo, box));
  // Who may only look is told nothing of likes.
  if (photo && !photo.deleted && photo.favouriteCount !== undefined) cell.append(makeLikes(photo));
  return cell;
}

/** Has a cell show what another one of the same photo shows, until its own picture is there. */
export function takeOver(cell, former) {
  const [image, shown] = [cell, former].map((one) => one.querySelector(".picture"));
  if (image && shown?.naturalWidth > 0) image.style.backgroundImage = `url("${shown.currentSrc}")`;
}

/** Has a sharper picture of a cell come where its box has become too large for the one that it shows, as where the page is zoomed. */
export function sharpen(cell, photo, box) {
  const image = cell.querySelector(".picture");
  if (!image || !photo || image.classList.contains("missing")) return;
  const { address, width } = imageFor(photo, box.width);
  if (width <= Number(image.dataset.width)) return;
  image.dataset.width = width;
  if (image.dataset.source === undefined) image.src = address; else image.dataset.source = address;
}

/** Has the picture of a cell come, which waits until the cell is at rest. */
export function loadPicture(cell) {
  const image = cell.firstElementChild?.firstElementChild;
  if (image?.dataset.source === undefined) return;
  image.src = image.dataset.source;
  delete image.dataset.source;
}

/** The name by which a photo is spoken of. */
export function title(photo) { return photo.caption || photo.fileName || text.photo(photo.owner); }

function makeLink(photo, box) {
  const link = document.createElement("a");
  link.className = "cover";
  link.href = photo.page ?? `/photos/${photo.id}`;
  link.append(makePicture(photo, box, true));
  return link;
}

/** A photo of which only the shape is known, and maybe the colour. */
function makeBlank(colour) {
  const blank = document.createElement("div");
  blank.className = "blank";
  if (colour !== null) blank.style.backgroundColor = colour;
  return blank;
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

/** Makes the picture of a photo for a box, with its placeholder until it is there. It may wait for ``loadPicture``. */
export function makePicture(photo, box, isWaiting = false) {
  const image = new Image();
  image.className = "picture";
  image.alt = photo.caption || text.photo(photo.owner);
  image.decoding = "async";
  if (photo.averageColour) image.style.backgroundColor = photo.averageColour;
  const { address, width } = imageFor(photo, box.width);
  image.dataset.width = width;
  if (isWaiting) image.dataset.source = address; else image.src = address;
  setTimeout(() => {
    if (!image.isConnected || (image.src && image.complete) || !photo.placeholder || image.style.backgroundImage) return;
    image.style.backgroundImage = `url("${picture(photo.placeholder)}")`;
  }, placeholderDelay);
  return image;
}
