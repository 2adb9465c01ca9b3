// SPDX-License-Identifier: Apache-2.0

const kinds = ["photo", "favourites", "deleted"];

/** Asks the page that reads the stream to begin anew. */
const restartRequest = "restart";

/**
 * Follows the changes of photos as they happen. One page of a browser reads the service's stream and tells all others: a
 * browser opens only six connections to a service over HTTP/1.1, and pages that each held one would soon wait for ever.
 *
 * @param {(change: object) => void} take Takes each change.
 * @param {() => void} missed Called where changes may have been missed, as after a break.
 * @returns {() => void} Begins anew, for somebody else: a stream goes on as that of whoever opened it.
 */
export function follow(take, missed) {
  // Without a secure context there are no locks; then each page has a stream of its own.
  if (navigator.locks === undefined) return read(take, missed, null);
  const pages = new BroadcastChannel("woof-changes");
  let [last, restart] = [null, null];
  pages.addEventListener("message", ({ data }) => {
    if (data === restartRequest) return restart?.();
    if (data !== null) {
      last = data.change;
      return take(data);
    }
    last = null;
    missed();
  });
  const lead = () => {
    const tell = (change) => {
      pages.postMessage(change);
      if (change === null) missed(); else take(change);
    };
    restart = read(tell, () => tell(null), last);
    // The lock is held for as long as the page lives, and then goes to another page.
    return new Promise(() => {});
  };
  navigator.locks.request("woof-changes", { ifAvailable: true }, (lock) => {
    if (lock !== null) return lead();
    navigator.locks.request("woof-changes", () => {
      // Where no change was ever told, nobody knows where the stream of the page before had come to.
      if (last === null) missed();
      return lead();
    });
  });
  return () => (restart ? restart() : pages.postMessage(restartRequest));
}

function read(take, missed, since) {
  let [last, stream] = [since, null];
  const open = () => {
    const opened = new EventSource(`/v1/events${last === null ? "" : `?since=${encodeURIComponent(last)}`}`);
    stream = opened;
    for (const kind of kinds) {
      opened.addEventListener(kind, (event) => {
        last = event.lastEventId;
        take(JSON.parse(event.data));
      });
    }
    let isOpen = false;
    opened.addEventListener("open", () => {
      // The browser has opened it again, and had no event by which to say where it was.
      if (isOpen && last === null) missed();
      isOpen = true;
    });
    opened.addEventListener("error", () => {
      // Where the service refuses, as that a token has expired, the browser does not try again.
      if (opened.readyState !== EventSource.CLOSED) return;
      setTimeout(() => { if (stream === opened) restart(); }, 5000);
    });
  };
  const restart = () => {
    stream.close();
    last = null;
    missed();
    open();
  };
  open();
  return restart;
}
