// SPDX-License-Identifier: Apache-2.0

/// A format that is not taken but known by its first bytes, so that a refusal can name it.
struct ForeignFormat {
  /// The name of the format with its article, as in "a PDF file".
  let name: String
  private let signature: [UInt8]
  /// `true` if it is an archive, a document, a program or markup, and no picture or film.
  let isActive: Bool

  private init(_ name: String, _ signature: some Sequence<UInt8>, isActive: Bool = false) {
    self.name = name
    self.signature = Array(signature)
    self.isActive = isActive
  }

  /// The number of bytes after which every known format can be told.
  static let longestSignature = 9

  /// The format whose signature the bytes begin with; letters match in either case.
  static func recognise(_ bytes: some Collection<UInt8>) -> ForeignFormat? {
    let folded = bytes.prefix(longestSignature).map(lowerCase)
    return all.first { folded.starts(with: $0.signature.map(lowerCase)) }
  }

  private static func lowerCase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static let all = [
    ForeignFormat("a TIFF file", [0x49, 0x49, 0x2A, 0x00]),
    ForeignFormat("a TIFF file", [0x4D, 0x4D, 0x00, 0x2A]),
    ForeignFormat("a JPEG XL file", [0xFF, 0x0A]),
    ForeignFormat("a JPEG XL file", [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20]),
    ForeignFormat("a JPEG 2000 file", [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]),
    ForeignFormat("a Photoshop file", "8BPS".utf8),
    ForeignFormat("a Windows icon", [0, 0, 1, 0]),
    ForeignFormat("a Windows bitmap", "BM".utf8),
    ForeignFormat("a PDF file", "%PDF".utf8, isActive: true),
    ForeignFormat("a PostScript file", "%!PS".utf8, isActive: true),
    ForeignFormat("a ZIP archive", [0x50, 0x4B, 0x03, 0x04], isActive: true),
    ForeignFormat("a ZIP archive", [0x50, 0x4B, 0x05, 0x06], isActive: true),
    ForeignFormat("a RAR archive", "Rar!".utf8, isActive: true),
    ForeignFormat("a 7z archive", [0x37, 0x7A, 0xBC, 0xAF], isActive: true),
    ForeignFormat("a gzip archive", [0x1F, 0x8B, 0x08], isActive: true),
    ForeignFormat("a program", [0x7F, 0x45, 0x4C, 0x46], isActive: true),
    ForeignFormat("a program", [0x4D, 0x5A, 0x90, 0x00], isActive: true),
    ForeignFormat("a script", "#!/".utf8, isActive: true),
    ForeignFormat("a script", "<?php".utf8, isActive: true),
    ForeignFormat("an SVG picture", "<svg".utf8, isActive: true),
    ForeignFormat("XML", "<?xml".utf8, isActive: true),
    ForeignFormat("HTML", "<!doctype".utf8, isActive: true),
    ForeignFormat("HTML", "<html".utf8, isActive: true),
    ForeignFormat("HTML", "<script".utf8, isActive: true),
  ]
}
