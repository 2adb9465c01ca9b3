// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// An image derived from a picture, checked: its bytes are of the type and the size in pixels that it says.
public struct DerivedImage: Sendable {
  /// The whole file of the image.
  public var bytes: [UInt8]
  /// The format.
  public var type: ImageType
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int

  /// Makes a derived image.
  public init(bytes: [UInt8], type: ImageType, width: Int, height: Int) {
    self.bytes = bytes
    self.type = type
    self.width = width
    self.height = height
  }
}
