// SPDX-License-Identifier: Apache-2.0

import CVips
import WoofPluginKit

/// The format of a file, and so what reads it.
enum PictureFormat: String {
  case jpeg = "JPEG"
  case png = "PNG"
  case gif = "GIF"
  case webp = "WebP"
  /// HEIC and AVIF, single or in sequences.
  case heif = "HEIC or AVIF"

  private static let signatures: [(PictureFormat, offset: Int, bytes: [UInt8])] = [
    (.jpeg, 0, [0xFF, 0xD8, 0xFF]), (.png, 0, [0x89] + Array("PNG\r\n\u{1A}\n".utf8)),
    (.gif, 0, Array("GIF87a".utf8)), (.gif, 0, Array("GIF89a".utf8)), (.webp, 8, Array("WEBP".utf8)),
    (.heif, 4, Array("ftyp".utf8)),
  ]

  /// Tells the format by the first bytes of a file; `nil` where it is none of these.
  init?(of file: RawSpan) {
    let match = Self.signatures.first { _, offset, bytes in
      file.byteCount >= offset + bytes.count && bytes.indices.allSatisfy { file.byte(at: offset + $0) == bytes[$0] }
    }
    guard let match else { return nil }
    self = match.0
  }

  /// `true` if the decoder can shrink a picture while it decodes it, which makes the rest cheaper and no worse.
  var canShrink: Bool { self == .jpeg || self == .webp }

  /// The format as libvips knows it.
  var loader: woof_vips_format {
    switch self {
    case .jpeg: WOOF_VIPS_JPEG
    case .png: WOOF_VIPS_PNG
    case .gif: WOOF_VIPS_GIF
    case .webp: WOOF_VIPS_WEBP
    case .heif: WOOF_VIPS_HEIF
    }
  }
}
