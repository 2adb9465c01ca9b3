// SPDX-License-Identifier: Apache-2.0

/// An image derived from a photo's original.
public struct PhotoVariant: Codable, Hashable, Sendable {
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int
  /// The format.
  public var contentType: MediaType
  /// The SHA-256 of the bytes.
  public var digest: Digest

  /// Makes the description of a variant.
  public init(width: Int, height: Int, contentType: MediaType, digest: Digest) {
    self.width = width
    self.height = height
    self.contentType = contentType
    self.digest = digest
  }
}
