// SPDX-License-Identifier: Apache-2.0

import { keepsNothing } from "./visitor.js";

const kinds = ["photo", "favourites", "deleted", "album", "album-withdrawn"];
/** What the stream tells of. */
const address = "/v1/events?kinds=photos,albums";

/** Asks the page that reads the stream to begin anew. */
const restartRequest = "restart";
/** The time after which a page reads what it shows though its stream is not open yet, in milliseconds. */
const patience = 1000;

/**
 * Follows the changes of photos and albums as they happen. One page of a browser reads the service's stream and tells all others: a
 * browser opens only six connections to a service over HTTP/1.1, and pages that each held one would soon wait for ever.
 *
 * A change between what a page reads and the beginning of its stream would be told by neither. Pages therefore read once
 * the stream is open or, where that takes long, before it and once more after it.
 *
 * @param {(change: object) => void} take Takes each change.
 * @param {() => void} read Called where the page is to read what it shows: at first, and where changes may have been
 *   missed, as after a break.
 * @returns {() => void} Begins anew, for somebody else: a stream goes on as that of whoever opened it.
 */
export function follow(take, read) {
  // Without a secure context there are no locks, nor without cookies; then each page has a stream of its own.
  if (navigator.locks === undefined || keepsNothing) return open(take, read, null);
  const pages = new BroadcastChannel("woof-changes");
  let [last, restart] = [null, null];
  pages.addEventListener("message", ({ data }) => {
    if (data === restartRequest) return restart?.();
    if (data !== null) {
      last = data.change;
      return take(data);
    }
    last = null;
    read();
  });
  const lead = () => {
    const tell = (change) => {
      pages.postMessage(change);
      if (change === null) read(); else take(change);
    };
    // Where no change was ever told, nobody knows where the stream of the page before had come to.
    restart = open(tell, () => tell(null), last);
    // The lock is held for as long as the page lives, and then goes to another page.
    return new Promise(() => {});
  };
  navigator.locks.request("woof-changes", { ifAvailable: true }, (lock) => {
    if (lock !== null) return lead();
    navigator.locks.request("woof-changes", lead);
    read();
  }).catch(() => {
    // A browser that keeps nothing for pages has no locks for them either.
    restart = open(take, read, null);
  });
  return () => (restart ? restart() : pages.postMessage(restartRequest));
}

function open(take, read, since) {
  let [last, stream] = [since, null];
  const begin = () => {
    const opened = new EventSource(address + (last === null ? "" : `&since=${encodeURIComponent(last)}`));
    stream = opened;
    for (const kind of kinds) {
      opened.addEventListener(kind, (event) => {
        last = event.lastEventId;
        take(JSON.parse(event.data));
      });
    }
    // From then on the browser, where it opens it again, says where it was.
    opened.addEventListener("start", (event) => { last = event.lastEventId; });
    let isAwaited = last === null;
    const proceed = () => {
      if (isAwaited && stream === opened) read();
      isAwaited = false;
    };
    setTimeout(proceed, patience);
    opened.addEventListener("open", () => {
      isAwaited = last === null;
      proceed();
    });
    opened.addEventListener("error", () => {
      proceed();
      // Where the service refuses, as that a token has expired, the browser does not try again.
      if (opened.readyState !== EventSource.CLOSED) return;
      setTimeout(() => { if (stream === opened) restart(); }, 5000);
    });
  };
  const restart = () => {
    stream.close();
    last = null;
    begin();
  };
  begin();
  return restart;
}
