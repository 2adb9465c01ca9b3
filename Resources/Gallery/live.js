// SPDX-License-Identifier: Apache-2.0

const kinds = ["photo", "favourites", "deleted"];

/**
 * Follows the changes of photos as they happen. One page of a browser reads the service's stream and tells all others: a
 * browser opens only six connections to a service over HTTP/1.1, and pages that each held one would soon wait for ever.
 *
 * @param {(change: object) => void} take Takes each change.
 * @param {() => void} missed Called where changes may have been missed, as after a break.
 */
export function follow(take, missed) {
  const pages = new BroadcastChannel("woof-changes");
  pages.addEventListener("message", ({ data }) => data ? take(data) : missed());
  const tell = (change) => {
    pages.postMessage(change);
    if (change) take(change); else missed();
  };
  // Without a secure context there are no locks; then each page has a stream of its own.
  if (navigator.locks === undefined) return read(take, missed);
  // The lock is held for as long as the page lives, and then goes to another page.
  navigator.locks.request("woof-changes", () => {
    read(tell, () => tell(null));
    return new Promise(() => {});
  });
}

function read(take, missed) {
  let [isFirst, last] = [true, null];
  const open = () => {
    const stream = new EventSource(`/v1/events${last ? `?since=${encodeURIComponent(last)}` : ""}`);
    stream.addEventListener("open", () => {
      // A stream that begins anew without a token says nothing of what happened before it.
      if (!isFirst && last === null) missed();
      isFirst = false;
    });
    for (const kind of kinds) {
      stream.addEventListener(kind, (event) => {
        last = event.lastEventId;
        take(JSON.parse(event.data));
      });
    }
    stream.addEventListener("error", () => {
      // Where the service answers at all, as that a token has expired, the browser does not try again.
      if (stream.readyState !== EventSource.CLOSED) return;
      last = null;
      setTimeout(open, 5000);
    });
  };
  open();
}
