/// Makes pixels of a picture's bytes.
///
/// Bytes of pictures are hostile: whoever conforms decodes them where they can do no harm, as in a sandboxed process.
public protocol PictureDecoding: Sendable {
  /// Decodes a picture, turned as it is to be displayed.
  ///
  /// - Parameters:
  ///   - bytes: A picture that passed the checks of its structure.
  ///   - size: How large the pixels are needed at most; more may be given.
  /// - Throws: Any error, where the picture cannot be decoded.
  func pixels(of bytes: [UInt8], within size: PixelSize) async throws -> PixelImage
}
