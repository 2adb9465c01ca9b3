/// An item of a HEIF file that holds metadata, and where its bytes are.
struct HEIFWantedItem: Equatable {
  enum Kind { case exif, xmp }

  let kind: Kind
  let range: Range<Int>

  /// Reads the item's bytes.
  func take(_ bytes: [UInt8], into metadata: inout MetadataCollection) {
    switch kind {
    case .xmp: metadata.takeXMP(bytes)
    case .exif:
      // The distance to the data proper comes first (ISO/IEC 23008-12 §A.2.1).
      guard bytes.count >= 4 else { return }
      let distance = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
      metadata.takeExif(Array(bytes.dropFirst(4).dropFirst(distance)))
    }
  }
}
