// SPDX-License-Identifier: Apache-2.0

/** The brands of files of the ISO base media format that are pictures: HEIF and AVIF. */
const brands = [
  "avif", "avis", "heic", "heim", "heis", "heix", "hevc", "hevm", "hevs", "hevx", "mif1", "mif2", "msf1",
];

/**
 * Whether a file is a picture that the service takes, by its first bytes: its name and what the system makes of that say
 * little.
 */
export async function isPicture(file) {
  const bytes = new Uint8Array(await file.slice(0, 256).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  return text.startsWith("\xff\xd8\xff")
    || text.startsWith("\x89PNG\r\n\x1a\n")
    || /^GIF8[79]a/.test(text)
    || /^RIFF[^]{4}WEBP/.test(text)
    || isMediaPicture(bytes, text);
}

/** Whether the box that such a file begins with names one of the brands, as the file's own or as one that it follows. */
function isMediaPicture(bytes, text) {
  if (text.slice(4, 8) !== "ftyp") return false;
  const end = Math.min(bytes.length, new DataView(bytes.buffer).getUint32(0));
  if (brands.includes(text.slice(8, 12))) return true;
  for (let start = 16; start + 4 <= end; start += 4) {
    if (brands.includes(text.slice(start, start + 4))) return true;
  }
  return false;
}
