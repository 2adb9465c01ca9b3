// SPDX-License-Identifier: Apache-2.0

import WoofPluginKit

extension DecodedPicture {
  /// Annotates the picture's looks: placeholder, average colour, perceptual hash, and hashes of its parts.
  ///
  /// - Throws: ``TransformerError/failure(_:)`` where that cannot be told.
  func annotate(on host: borrowing PluginHost) throws(TransformerError) {
    do throws(VipsFault) {
      let small = try image.scaled(to: size.scaled(by: size.scale(toFill: DecodingPlan.lookBox, .inside))).inMemory()
      let look = try Self.look(of: small)
      let square = try Self.look(of: small.scaled(to: PerceptualHash.size))
      host.annotate("placeholder", with: .string(Base64.text(of: ThumbHash(of: look).bytes)))
      host.annotate("averageColour", with: .string(look.averageColour))
      host.annotate("perceptualHash", with: .string(PerceptualHash(of: square).hexadecimal))
      host.annotate("partHashes", with: .string(WindowHashes(of: look).hexadecimal))
    } catch {
      throw .failure("the looks of the picture cannot be told: \(error.text)")
    }
  }

  private static func look(of image: borrowing VipsImage) throws(VipsFault) -> LookPixels {
    let (size, bandCount) = (image.size, image.bandCount)
    return try image.pixels().withSpan { LookPixels($0, size: size, bandCount: bandCount) }
  }
}

/// Base 64 (RFC 4648, section 4).
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  /// The text of bytes, with padding.
  static func text(of bytes: [UInt8]) -> String {
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for position in 0..<4 {
        text.append(position <= group.count ? alphabet[bits >> (18 - 6 * position) & 63] : "=")
      }
    }
    return text
  }
}
