// SPDX-License-Identifier: Apache-2.0

/// Makes pixels of a picture's bytes.
///
/// Bytes of pictures are hostile: conforming types decode them where they can do no harm, as in a sandboxed process.
package protocol PictureDecoding: Sendable {
  /// Decodes a picture, turned as it is to be displayed.
  ///
  /// - Parameters:
  ///   - bytes: A picture that passed the checks of its structure.
  ///   - size: The greatest size in which the pixels are needed; the result may be larger.
  /// - Throws: Any error, where the picture cannot be decoded.
  func pixels(of bytes: [UInt8], within size: PixelSize) async throws -> PixelImage
}
