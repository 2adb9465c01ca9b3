// SPDX-License-Identifier: Apache-2.0

import { later, now } from "./clock.js";
import { element } from "./elements.js";
import "./morewords.js";
import { text } from "./words.js";

/** How many days a link works, by the name of the choice. */
const periods = { week: 7, month: 30, year: 365 };
/** How many bytes a password has at least. */
const shortestPassword = 4;
/** The longest time that a link works, in years. */
const longestYears = 10;

/** The rules of a link, as somebody chooses them: until when, a password, what its holders may do and see. */
export class ShareTerms {
  /** The elements. */
  elements;
  /** Called when another choice is made. */
  changed = () => {};

  #link;
  #period = element("fieldset", "periods");
  #day = makeInput({ type: "date", required: true });
  #dayField = makeField(text.sharing.lastDay, this.#day);
  #password = makeInput({ autocomplete: "off", autocapitalize: "none", spellcheck: false, name: "link-secret" });
  #passwords = null;
  #passwordField = makeField(text.sharing.password, this.#password, text.sharing.passwordHint);
  #allows = makeSwitch("allows", text.sharing.allows);
  #likes = makeSwitch("likes", text.sharing.allowsLikes);
  #adding = makeSwitch("adding", text.sharing.allowsAdding);
  #location = makeSwitch("location", text.sharing.location);
  #warning = element("p", "note warning", text.sharing.locationWarning);

  /**
   * @param {boolean} isOfAlbum Whether the link shows an album, to which photos can be added.
   * @param {?object} link The link that is changed; `null` where a new one is made.
   */
  constructor(isOfAlbum, link = null) {
    this.#link = link;
    this.#addPeriods();
    this.#allows.input.checked = link?.allows.includes("download") ?? false;
    this.#location.input.checked = link?.location ?? false;
    this.#likes.input.checked = link?.allows.includes("like") ?? false;
    this.#adding.input.checked = link?.allows.includes("add") ?? false;
    const switches = [this.#allows.label, this.#likes.label, this.#adding.label, this.#location.label, this.#warning];
    this.#adding.label.hidden = !isOfAlbum;
    this.elements = [this.#period, this.#dayField, ...this.#makePasswords(), ...switches];
    for (const made of this.elements) made.addEventListener("input", () => this.#draw());
    this.#draw();
  }

  /** `true` if holders need a password. */
  get hasPassword() {
    const change = this.#passwordChange;
    return change === undefined ? this.#link?.hasPassword === true : change !== null;
  }

  /** `true` if holders may download photos. */
  get allowsDownload() { return this.#allows.input.checked; }

  /** `true` if holders may like photos. */
  get allowsLikes() { return this.#likes.input.checked; }

  /** `true` if holders may add photos. */
  get allowsAdding() { return this.#adding.input.checked; }

  /** `true` if holders see places and names of files. */
  get showsLocation() { return this.#location.input.checked; }

  /** The time until which the link works; `null` while no day is chosen that there is. */
  get expiresAt() {
    const name = this.#chosen;
    if (name !== "date") return later(periods[name]);
    const [year, month, day] = this.#day.value.split("-").map(Number);
    // The last day counts to its end; the last day that fields of dates have is none that has one.
    const end = new Date(year, month - 1, day, 23, 59, 59);
    return Number.isNaN(end.getTime()) ? null : end;
  }

  /**
   * What is sent of them.
   *
   * @throws {RangeError} where something is chosen that cannot be.
   */
  get values() {
    const { expiresAt } = this;
    if (expiresAt === null || expiresAt < now() || expiresAt > later(longestYears * 365)) {
      throw refusal(text.sharing.lastDayWrong, this.#day);
    }
    const password = this.#passwordChange;
    if (typeof password === "string" && new TextEncoder().encode(password).length < shortestPassword) {
      throw refusal(text.sharing.passwordShort, this.#password);
    }
    // The last day of a link that stays is not a change of its hour.
    const isSameDay = this.#link !== null && dayOf(expiresAt) === dayOf(new Date(this.#link.expiresAt));
    return {
      expiresAt: isSameDay ? this.#link.expiresAt : expiresAt.toISOString(),
      allows: this.#allowances, location: this.showsLocation,
      ...(password !== undefined && { password }),
    };
  }

  get #allowances() {
    const may = { download: this.allowsDownload, add: this.allowsAdding, like: this.allowsLikes };
    return Object.keys(may).filter((name) => may[name]);
  }

  get #chosen() { return this.#period.querySelector(":checked").value; }

  /** The password as it is to be; `null` for none, `undefined` where nothing is said of it. */
  get #passwordChange() {
    const choice = this.#passwords?.querySelector(":checked").value ?? "new";
    if (choice === "keep") return undefined;
    if (choice === "none") return null;
    // A link without one may stay so; whoever wants a new one has to give one.
    return this.#password.value || (this.#passwords ? "" : undefined);
  }

  #addPeriods() {
    const chosen = this.#link ? "date" : "month";
    addChoices(this.#period, "period", text.sharing.period, text.sharing.periods, chosen);
    [this.#day.min, this.#day.max] = [dayOf(later(0)), dayOf(later(longestYears * 365 - 1))];
    this.#day.value = dayOf(this.#link ? new Date(this.#link.expiresAt) : later(periods.month));
  }

  /** A new link may have a password; one that has one may keep it. */
  #makePasswords() {
    if (!this.#link?.hasPassword) return [this.#passwordField];
    this.#passwords = element("fieldset", "periods");
    addChoices(this.#passwords, "password-change", text.shared.password, text.sharing.passwords, "keep");
    return [this.#passwords, this.#passwordField];
  }

  #draw() {
    this.#dayField.hidden = this.#chosen !== "date";
    const choice = this.#passwords?.querySelector(":checked").value ?? "new";
    this.#passwordField.hidden = choice !== "new";
    this.#warning.hidden = !this.showsLocation;
    this.changed();
  }
}

function refusal(words, field) { return Object.assign(new RangeError(words), { field }); }

/** A day as fields of dates have it. */
function dayOf(date) {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

function makeInput(members) { return Object.assign(document.createElement("input"), members); }

function makeField(words, input, hint) {
  const field = element("label", "field");
  field.append(words, input);
  if (hint) field.append(element("span", "hint", hint));
  return field;
}

function makeSwitch(name, words) {
  const [label, input] = [element("label", "allowance"), makeInput({ type: "checkbox", name })];
  label.append(input, words);
  return { label, input };
}

function addChoices(field, name, heading, words, chosen) {
  field.append(element("legend", "", heading));
  for (const [value, label] of Object.entries(words)) {
    const choice = element("label", "period");
    const isChosen = value === chosen;
    choice.append(makeInput({ type: "radio", name, value, checked: isChosen, autofocus: isChosen }), label);
    field.append(choice);
  }
}
