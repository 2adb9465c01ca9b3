// SPDX-License-Identifier: Apache-2.0

/**
 * Draws a ThumbHash, some 25 bytes that hold what a photo looks like from afar (evanw.github.io/thumbhash).
 *
 * @param {string} hash The hash in base64.
 * @returns {string} The address of the picture, at most 32 pixels wide and high; empty where the hash is none.
 */
export function picture(hash) {
  try {
    const { width, height, pixels } = decode(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)));
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    canvas.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
    return canvas.toDataURL();
  } catch {
    return "";
  }
}

/** The frequencies along each axis that a channel has, without the constant one. */
function frequencies(columns, rows) {
  const all = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = row ? 0 : 1; column * rows < columns * (rows - row); column += 1) all.push([column, row]);
  }
  return all;
}

function decode(bytes) {
  if (bytes.length < 5) throw new RangeError("too short");
  const head = bytes[0] | bytes[1] << 8 | bytes[2] << 16;
  const shape = bytes[3] | bytes[4] << 8;
  const hasAlpha = (head >> 23) !== 0;
  const isLandscape = (shape >> 15) !== 0;
  const long = hasAlpha ? 5 : 7;
  const short = Math.max(3, shape & 7);
  const [columns, rows] = isLandscape ? [long, short] : [short, long];
  const aspect = isLandscape ? long / (shape & 7) : (shape & 7) / long;

  let nibble = hasAlpha ? 12 : 10;
  const channel = (constant, scale, columns, rows) => {
    const terms = frequencies(columns, rows).map(([column, row]) => {
      const value = bytes[nibble >> 1] >> ((nibble & 1) * 4) & 15;
      nibble += 1;
      return { column, row, value: (value / 7.5 - 1) * scale };
    });
    return (x, y) => terms.reduce(
      (sum, { column, row, value }) => sum + value * 2 * Math.cos(Math.PI * column * x) * Math.cos(Math.PI * row * y),
      constant);
  };
  const luminance = channel((head & 63) / 63, (head >> 18 & 31) / 31, columns, rows);
  const yellowBlue = channel((head >> 6 & 63) / 31.5 - 1, (shape >> 3 & 63) / 63 * 1.25, 3, 3);
  const redGreen = channel((head >> 12 & 63) / 31.5 - 1, (shape >> 9 & 63) / 63 * 1.25, 3, 3);
  const alpha = hasAlpha ? channel((bytes[5] & 15) / 15, (bytes[5] >> 4) / 15, 5, 5) : () => 1;
  if (nibble > bytes.length * 2) throw new RangeError("too short");

  const width = Math.round(aspect > 1 ? 32 : 32 * aspect);
  const height = Math.round(aspect > 1 ? 32 / aspect : 32);
  const pixels = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < width * height; index += 1) {
    const [x, y] = [(index % width + 0.5) / width, (Math.floor(index / width) + 0.5) / height];
    const [l, p, q] = [luminance(x, y), yellowBlue(x, y), redGreen(x, y)];
    const blue = l - 2 / 3 * p;
    const red = (3 * l - blue + q) / 2;
    pixels.set([red, red - q, blue, alpha(x, y)].map((value) => value * 255), index * 4);
  }
  return { width, height, pixels };
}
