// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// A picture that is complete in a file.
public struct Picture: Sendable {
  /// The file, open for reading, of a blob or of a spool.
  public var file: any BlobFile
  /// The format as its structure shows it.
  public var type: ImageType
  /// The width in pixels as displayed.
  public var width: Int
  /// The height in pixels as displayed.
  public var height: Int

  /// Makes the description of a picture.
  public init(file: any BlobFile, type: ImageType, width: Int, height: Int) {
    self.file = file
    self.type = type
    self.width = width
    self.height = height
  }
}
