// SPDX-License-Identifier: Apache-2.0

/// Sixty-four bits that describe the look of a picture: those of pictures that look alike differ in few bits.
///
/// The picture is squeezed to 32 × 32 grey pixels and transformed to frequencies (DCT-II). Each bit says whether one of
/// the 8 × 8 lowest frequencies that run both ways, 1 to 8 across and 1 to 8 down, is stronger than their median; the
/// first is the highest bit. Brightness and contrast have no influence, small details are ignored, and turning or
/// mirroring the picture gives another hash.
struct PerceptualHash: Hashable {
  /// The bits.
  let rawValue: UInt64

  /// The size that an image has to be squeezed to.
  static let size = PixelSize(width: 32, height: 32)

  /// Hashes an image of that size.
  init(of image: LookPixels) {
    let parts = FrequencyParts(of: image.greyOnWhite, size: image.size, columns: 9, rows: 9)
    let strengths = (1...8).flatMap { row in (1...8).map { column in parts[column, row] } }
    let median = strengths.sorted()[strengths.count / 2 - 1]
    // In a picture of one colour all of them are nothing but rounding, which must not decide.
    rawValue = strengths.reduce(0) { $0 << 1 | ($1 > median + 1e-6 ? 1 : 0) }
  }

  /// Takes the bits of a hash.
  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The hash as sixteen hexadecimal digits.
  var hexadecimal: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
