import WoofPluginKit

extension DecodedPicture {
  /// Makes an image that is wanted, and gives it to the host.
  ///
  /// - Throws: ``TransformerError/failure(_:)`` where it cannot be made.
  func derive(
    _ wanted: WantedImage, effort: EncodingEffort, host: borrowing PluginHost
  ) throws(TransformerError) {
    guard let format = OutputFormat(rawValue: wanted.mediaType) else {
      throw .failure("\(wanted.name) is wanted as \(wanted.mediaType), which this plugin does not make")
    }
    let box = PixelSize(width: wanted.width, height: wanted.height)
    guard box.width > 0, box.height > 0 else { throw .failure("\(wanted.name) is wanted without pixels") }
    let scaledSize = size.scaled(by: size.scale(toFill: box, wanted.fit))
    let target = scaledSize.cut(to: box)
    let file = try making(wanted) { () throws(VipsFault) in
      let derived = try image.scaled(to: scaledSize).middle(target)
      return try format.encode(derived, quality: wanted.quality, effort: effort)
    }
    try file.withSpan { (bytes) throws(TransformerError) in
      if format == .webp {
        let bare = WebPFile(withoutMetadata: bytes).bytes
        return try host.deliver(wanted, bytes: bare.span.bytes, width: target.width, height: target.height)
      }
      try host.deliver(wanted, bytes: bytes, width: target.width, height: target.height)
    }
  }

  private func making(
    _ wanted: WantedImage, _ body: () throws(VipsFault) -> VipsBytes
  ) throws(TransformerError) -> VipsBytes {
    do throws(VipsFault) { return try body() } catch {
      throw .failure("\(wanted.name) cannot be made: \(error.text)")
    }
  }
}
