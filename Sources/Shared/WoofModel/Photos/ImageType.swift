// SPDX-License-Identifier: Apache-2.0

/// A format that a photo may have, told from its first bytes and never from a header alone.
public enum ImageType: String, Codable, Sendable, CaseIterable {
  /// JPEG (ITU-T T.81).
  case jpeg = "image/jpeg"
  /// PNG, animated or not (W3C PNG, third edition).
  case png = "image/png"
  /// GIF 87a and 89a.
  case gif = "image/gif"
  /// WebP (RFC 9649).
  case webp = "image/webp"
  /// HEIF with HEVC pictures (ISO/IEC 23008-12).
  case heic = "image/heic"
  /// HEIF with AV1 pictures (AV1 Image File Format).
  case avif = "image/avif"
  /// HEIF with pictures of another or several codings.
  case heif = "image/heif"

  /// The media type, as in `Content-Type`.
  public var mediaType: String { rawValue }

  /// The ending of a file's name, without its dot.
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .gif: "gif"
    case .webp: "webp"
    case .heic: "heic"
    case .avif: "avif"
    case .heif: "heif"
    }
  }
}
