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
