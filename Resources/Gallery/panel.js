// SPDX-License-Identifier: Apache-2.0

import { annotated, edit } from "./actions.js";
import { title } from "./cell.js";
import "./morewords.js";
import { visibilities } from "./photos.js";
import { day, degrees, metres, size, text } from "./words.js";

/** What is known of a photo, beside it; its owner changes caption and visibility here. */
export class Panel {
  /** Called with a photo after it was changed here. */
  edited = (_photo) => {};
  /** Called with a photo that its owner wants to share. */
  shares = (_photo) => {};
  /** Says whether the reader is the owner of a photo. */
  owns = (_photo) => false;
  /** The element. */
  element = document.createElement("aside");

  #form = new Form((change) => this.#change(change));
  #heading = document.createElement("h2");
  #share = button("button", text.sharing.action);
  #facts = document.createElement("dl");
  #photo = null;
  /** The annotations of the photo, once they were read. */
  #annotations = {};

  constructor() {
    this.element.className = "panel";
    this.element.id = "panel";
    this.element.setAttribute("aria-label", text.info);
    this.#share.className = "share";
    this.#share.addEventListener("click", () => this.shares(this.#photo));
    this.element.append(this.#heading, this.#form.element, this.#share, this.#facts);
    this.element.hidden = true;
  }

  /** `true` while somebody writes a caption that is not saved. */
  get isEdited() { return this.#form.isEdited; }

  /** Takes back what somebody has written and not saved. */
  discard() { this.#form.discard(); }

  /** Shows a photo, or the one that is shown as it is by now. */
  show(photo) {
    const isOther = photo.id !== this.#photo?.id;
    this.#photo = photo;
    if (isOther) this.#annotations = {};
    const isOwn = this.owns(photo);
    [this.#heading.textContent, this.#heading.dir] = [title(photo), "auto"];
    this.#heading.hidden = isOwn;
    this.#form.element.hidden = this.#share.hidden = !isOwn;
    this.#form.show(photo, isOther);
    this.#draw();
    if (isOther && isOwn && !this.element.hidden) this.#annotate();
  }

  /** Shows it, or hides it. */
  toggle() {
    this.element.hidden = !this.element.hidden;
    if (!this.element.hidden && this.owns(this.#photo)) this.#annotate();
  }

  async #annotate() {
    const { id } = this.#photo;
    const { annotations } = await annotated(id).catch(() => ({}));
    if (id !== this.#photo.id || !annotations) return;
    this.#annotations = annotations;
    this.#draw();
  }

  #draw() {
    const rows = [...facts(this.#photo, this.owns(this.#photo)), ...annotationFacts(this.#annotations)];
    this.#facts.replaceChildren(...rows.filter(([, value]) => value).map(([name, value]) => {
      const row = document.createElement("div");
      const [term, description] = [document.createElement("dt"), document.createElement("dd")];
      [term.textContent, description.textContent] = [text.facts[name], value];
      row.className = name;
      row.append(term, description);
      return row;
    }));
  }

  async #change(change) {
    const photo = this.#photo;
    try {
      const changed = await edit(photo, this.#form.revision, change);
      this.edited(changed);
      return { photo: changed };
    } catch (error) {
      const changed = error.problem?.photo;
      if (error.status === 412 && changed) this.edited(changed);
      return { error, photo: changed };
    }
  }
}

/** The caption and the visibility of a photo, as its owner changes them. */
class Form {
  element = document.createElement("form");
  /** The revision that was shown when the writing began, so that what came since is not overwritten. */
  revision = 0;

  #change;
  #photo = null;
  #caption = field("textarea", "caption-field", text.facts.caption);
  #visibility = field("select", "visibility-field", text.facts.visibility);
  #save = button("submit", text.save);
  #discard = button("button", text.discard);
  #message = document.createElement("p");

  constructor(change) {
    this.#change = change;
    const [caption, visibility] = [this.#caption.input, this.#visibility.input];
    [caption.maxLength, caption.rows, caption.placeholder, caption.dir] = [2000, 3, text.captionHint, "auto"];
    for (const name of visibilities) visibility.append(new Option(text.visibilities[name], name));
    this.#message.setAttribute("role", "status");
    const buttons = document.createElement("div");
    buttons.append(this.#save, this.#discard);
    this.element.append(this.#caption.label, buttons, this.#message, this.#visibility.label);
    this.#discard.addEventListener("click", () => this.discard());
    caption.addEventListener("input", () => this.#draw());
    caption.addEventListener("keydown", (event) => this.#press(event));
    visibility.addEventListener("change", () => this.#send({ visibility: visibility.value }));
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send({ caption: this.#written });
    });
  }

  get isEdited() { return this.#photo !== null && this.#written !== this.#photo.caption; }

  /** What was written; a caption is one line. */
  get #written() { return this.#caption.input.value.replace(/\s*\n\s*/g, " "); }

  /** Shows a photo. What somebody is writing of the same one stays. */
  show(photo, isOther) {
    const keeps = !isOther && this.isEdited;
    this.#photo = { ...photo };
    this.#visibility.input.value = photo.visibility;
    if (isOther) this.#message.textContent = "";
    if (!keeps) this.discard();
    this.#draw();
  }

  /** Shows the caption as it is. */
  discard() {
    this.#caption.input.value = this.#photo.caption;
    this.revision = this.#photo.revision;
    this.#draw();
  }

  #draw() { this.#save.hidden = this.#discard.hidden = !this.isEdited; }

  #press(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    if (this.isEdited) this.element.requestSubmit();
  }

  async #send(change) {
    const { id } = this.#photo;
    const { error, photo } = await this.#change(change);
    if (id !== this.#photo.id) return;
    this.#message.textContent = this.#words(error, photo);
    this.#message.classList.toggle("alarm", error !== undefined);
    // From now on, it is known what is overwritten.
    if (photo) this.revision = photo.revision;
    if (error) this.#visibility.input.value = this.#photo.visibility;
    if (!error && change.caption !== undefined) this.discard();
  }

  #words(error, photo) {
    if (!error) return text.saved;
    if (error.status === 412 && photo) return text.changedElsewhere(photo.caption);
    return error.status === undefined ? text.unreachable : error.message;
  }
}

/** What the service says of a photo. */
function facts(photo, isOwn) {
  return [
    ["owner", photo.owner],
    ["taken", photo.takenAt && day.format(new Date(photo.takenAt))],
    ["uploaded", day.format(new Date(photo.createdAt))],
    ["dimensions", `${photo.width} × ${photo.height}`],
    ["size", size(photo.byteCount)],
    ["type", photo.contentType.replace("image/", "").toUpperCase()],
    ["fileName", photo.fileName],
    ["visibility", isOwn ? "" : text.visibilities[photo.visibility]],
    ["digest", photo.digest],
  ];
}

/** What a photo says of itself. */
function annotationFacts({ camera = {}, location }) {
  const { make = "", model = "", lens } = camera;
  // Many cameras have the maker's name in that of the model.
  const name = model.startsWith(make) ? model : `${make} ${model}`;
  return [["camera", name.trim()], ["lens", lens], ["place", location && place(location)]];
}

function place({ latitude, longitude, altitude }) {
  const [north, east] = [latitude < 0 ? text.south : text.north, longitude < 0 ? text.west : text.east];
  const parts = [`${degrees.format(Math.abs(latitude))}° ${north}`, `${degrees.format(Math.abs(longitude))}° ${east}`];
  if (altitude !== undefined) parts.push(metres.format(altitude));
  return parts.join(", ");
}

function field(name, id, words) {
  const [label, input] = [document.createElement("label"), document.createElement(name)];
  [input.id, label.textContent] = [id, words];
  label.append(input);
  return { label, input };
}

function button(type, label) {
  const made = document.createElement("button");
  [made.type, made.textContent] = [type, label];
  return made;
}
