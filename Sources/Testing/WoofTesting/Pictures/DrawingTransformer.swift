// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofCore
internal import WoofCryptography
internal import WoofModel

/// A transformer that finds every picture sound and decodes none: what it derives has one colour, which follows from the
/// first bytes of the photo.
struct DrawingTransformer: PictureTransforming {
  /// The number of bytes at the beginning of a photo that decide its colour.
  private static let readByteCount = 65_536

  let names = ["drawn/1"]

  /// Returns `true` for the types of images that it can draw: WebP, JPEG and PNG.
  static func draws(_ type: ImageType) -> Bool { [.webp, .jpeg, .png].contains(type) }

  func accepts(_ type: ImageType) -> Bool { true }

  func transform(_ picture: Picture, for request: PictureRequest) async -> PictureOutcome {
    let digest = SHA256.digest(of: Self.firstBytes(of: picture.file))
    let colour = Colour(red: digest[0], green: digest[1], blue: digest[2])
    var findings = PictureFindings()
    if request.wantsAnnotations {
      let field = ColourField(colour, width: picture.width, height: picture.height)
      findings.placeholder = field.thumbHash
      findings.averageColour = colour.hexadecimal
      findings.perceptualHash = PerceptualHash(rawValue: digest[..<8].reduce(0) { $0 << 8 | UInt64($1) })
    }
    for variant in request.variants where variant.motion == nil {
      let size = variant.size(of: picture)
      let field = ColourField(colour, width: size.width, height: size.height)
      guard let bytes = field.bytes(as: variant.type) else { continue }
      findings.variants[variant.name] = DerivedImage(
        bytes: bytes, type: variant.type, width: size.width, height: size.height)
    }
    return .accepted(findings)
  }

  private static func firstBytes(of file: any BlobFile) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: readByteCount) { buffer, count in
      count = max(0, pread(file.descriptor, buffer.baseAddress, buffer.count, 0))
    }
  }
}

extension VariantSpecification {
  /// The size of the image that is derived from a picture, which is never enlarged.
  fileprivate func size(of picture: Picture) -> (width: Int, height: Int) {
    let (across, down) = (Double(width) / Double(picture.width), Double(height) / Double(picture.height))
    let scale = min(1, fit == .inside ? min(across, down) : max(across, down))
    let size = (Double(picture.width) * scale, Double(picture.height) * scale)
    return (min(width, max(1, Int(size.0.rounded()))), min(height, max(1, Int(size.1.rounded()))))
  }
}
