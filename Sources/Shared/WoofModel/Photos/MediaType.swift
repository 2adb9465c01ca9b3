// SPDX-License-Identifier: Apache-2.0

/// The format of bytes as the wire contract names it: one of ``ImageType``, or one that a newer service knows.
public struct MediaType: RawRepresentable, Hashable, Codable, Sendable {
  /// The media type (RFC 9110 §8.3.1), as `image/jpeg`.
  public let rawValue: String

  /// Makes a media type of its text, whatever it is.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Makes the media type of a format.
  public init(_ type: ImageType) { rawValue = type.mediaType }

  /// The format; `nil` where this version does not know it.
  public var imageType: ImageType? { ImageType(rawValue: rawValue) }

  /// The ending of a file's name, without its dot; `bin` where this version does not know the format.
  public var fileExtension: String { imageType?.fileExtension ?? "bin" }
}

extension MediaType: CustomStringConvertible {
  /// The media type.
  public var description: String { rawValue }
}

extension MediaType {
  /// JPEG.
  public static let jpeg = MediaType(.jpeg)
  /// PNG.
  public static let png = MediaType(.png)
  /// GIF.
  public static let gif = MediaType(.gif)
  /// WebP.
  public static let webp = MediaType(.webp)
  /// HEIF with HEVC pictures.
  public static let heic = MediaType(.heic)
  /// HEIF with AV1 pictures.
  public static let avif = MediaType(.avif)
  /// HEIF with pictures of another or several codings.
  public static let heif = MediaType(.heif)
  /// Bytes of which nothing is known.
  public static let octetStream = MediaType(rawValue: "application/octet-stream")
}
