// SPDX-License-Identifier: Apache-2.0

/**
 * Sorts photos into rows that fill a width, each near a height: a photo joins a row if that brings the row's height closer
 * to the one that is wanted. The last row is not stretched.
 *
 * @param {ArrayLike<number>} ratios Width by height of each photo, in order.
 * @param {number} width The width of the rows, in pixels.
 * @param {number} target The height that rows should have, in pixels.
 * @param {number} gap The room between photos and between rows, in pixels.
 * @returns {{rows: {first: number, end: number, top: number, height: number}[], height: number}}
 */
export function justified(ratios, width, target, gap) {
  const rows = [];
  let [first, sum, top] = [0, 0, 0];
  const heightOf = (sum, count) => (width - gap * (count - 1)) / sum;
  const close = (end, height) => {
    rows.push({ first, end, top, height });
    top += height + gap;
    [first, sum] = [end, 0];
  };
  for (let index = 0; index < ratios.length; index += 1) {
    const count = index - first;
    if (count > 0) {
      const without = heightOf(sum, count);
      const withIt = heightOf(sum + ratios[index], count + 1);
      if (without <= target || (withIt < target && target - withIt > without - target)) close(index, without);
    }
    sum += ratios[index];
  }
  if (first < ratios.length) {
    close(ratios.length, Math.min(target * 1.25, heightOf(sum, ratios.length - first)));
  }
  return { rows, height: Math.max(0, top - gap) };
}

/** The width by height in which a photo of another one is shown. Beyond 3:1 and 1:3 photos are shown in part. */
export function shownRatio(ratio) { return Math.min(3, Math.max(1 / 3, ratio)); }

/** The width by height in which a photo is shown. */
export function ratio({ width, height }) { return shownRatio(width / height); }

/** The row that is shown at a height, or the next one below; as many as there are rows where there is none. */
export function rowAt(rows, height) {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].top + rows[middle].height > height) high = middle; else low = middle + 1;
  }
  return low;
}
