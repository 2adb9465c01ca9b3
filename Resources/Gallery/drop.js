// SPDX-License-Identifier: Apache-2.0

/** For how long nothing moves over a page that files have left without a word, in milliseconds. */
const leaveTime = 1000;

/**
 * Takes files and folders that are dropped anywhere on the page, and pictures that are pasted.
 *
 * @param {(files: File[], unreadable: string[]) => void} take Takes the files, and the names of what cannot be read.
 * @param {(isOver: boolean) => void} hint Called when files come over the page, and when they are gone.
 */
export function acceptFiles(take, hint) {
  // What is dragged from the page itself is not to be added to it.
  let isOwn = false;
  addEventListener("dragstart", () => { isOwn = true; });
  addEventListener("dragend", () => { isOwn = false; });
  const has = (event) => !isOwn && event.dataTransfer?.types.includes("Files");
  let timer;
  const over = (isOver) => {
    clearTimeout(timer);
    if (isOver) timer = setTimeout(() => hint(false), leaveTime);
    hint(isOver);
  };
  const allow = (event) => {
    if (!has(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    over(true);
  };
  addEventListener("dragenter", allow);
  addEventListener("dragover", allow);
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) over(false);
  });
  addEventListener("drop", async (event) => {
    if (!has(event)) return;
    event.preventDefault();
    over(false);
    const { files, unreadable } = await dropped(event.dataTransfer);
    take(files, unreadable);
  });
  addEventListener("paste", (event) => {
    const files = [...event.clipboardData?.files ?? []];
    if (files.length === 0) return;
    event.preventDefault();
    take(files, []);
  });
}

/** The files that were dropped, those in folders too. */
async function dropped(transfer) {
  // The items are there only until the event is over.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  const found = { files: [], unreadable: [] };
  if (entries.length === 0) found.files.push(...transfer.files);
  for (const entry of entries) await collect(entry, found);
  return found;
}

async function collect(entry, found) {
  try {
    if (entry.isFile) found.files.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    else for (const child of await children(entry)) await collect(child, found);
  } catch {
    found.unreadable.push(entry.name);
  }
}

/** What is in a folder, but for what systems hide there. */
async function children(folder) {
  const reader = folder.createReader();
  const all = [];
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    all.push(...some);
  }
  const shown = all.filter(({ name }) => !name.startsWith(".") && !["Thumbs.db", "desktop.ini"].includes(name));
  return shown.sort((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}
