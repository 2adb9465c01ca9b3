// SPDX-License-Identifier: Apache-2.0

import WoofPluginKit

/// A WebP file (RFC 9649) of which only the picture is kept: libvips 8.14 writes EXIF data even where it is told not to.
struct WebPFile {
  /// The bytes of the file without metadata.
  let bytes: [UInt8]
  /// The number of frames; 0 for a picture that does not move.
  private(set) var frameCount = 0

  private static let extendedHeaderCode = "VP8X"
  private static let kept = ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF"]
  private static let alphaFlag: UInt8 = 0x10
  private static let animationFlag: UInt8 = 0x02

  /// Takes the metadata out of a file that is WebP.
  init(withoutMetadata file: RawSpan) {
    var header: [UInt8]?
    var picture: [UInt8] = []
    var flags: UInt8 = 0
    var position = 12
    while position + 8 <= file.byteCount {
      let code = String(decoding: (0..<4).map { file.byte(at: position + $0) }, as: UTF8.self)
      let length = (0..<4).reduce(0) { $0 | Int(file.byte(at: position + 4 + $1)) << (8 * $1) }
      let end = min(file.byteCount, position + 8 + length + length % 2)
      let chunk = file.extracting(position..<end).withUnsafeBytes { [UInt8]($0) }
      if code == Self.extendedHeaderCode { header = chunk }
      if code == "ALPH" { flags |= Self.alphaFlag }
      // Whether frames have alpha data the header says.
      if code == "ANIM" { flags |= Self.animationFlag | (header?.dropFirst(8).first ?? 0) & Self.alphaFlag }
      if code == "ANMF" { frameCount += 1 }
      if Self.kept.contains(code) { picture += chunk }
      position = end
    }
    // Without alpha data of its own, a picture that does not move needs no extended header.
    if flags != 0, var header, header.count > 8 {
      header[8] = flags
      picture = header + picture
    }
    let count = UInt32(clamping: picture.count + 4)
    bytes =
      Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } + Array("WEBP".utf8) + picture
  }
}
