// SPDX-License-Identifier: Apache-2.0

/** How near the upper or lower edge of the window a drag scrolls, and by how much a frame, in pixels. */
const [edge, scrollStep] = [72, 14];

/**
 * Scrolls for as long as a drag is near the upper or lower edge of the window.
 *
 * @param {() => ?number} place Gives how far down the window the drag is, in pixels; `null` once it is over.
 * @param {() => void} scrolled Called after each step.
 */
export function scrollAtEdges(place, scrolled) {
  requestAnimationFrame(() => {
    const down = place();
    if (down === null) return;
    const step = down < edge ? -scrollStep : down > innerHeight - edge ? scrollStep : 0;
    if (step !== 0) {
      scrollBy(0, step);
      scrolled();
    }
    scrollAtEdges(place, scrolled);
  });
}
