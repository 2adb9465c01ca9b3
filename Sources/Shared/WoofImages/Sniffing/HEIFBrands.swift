import WoofModel

/// The brands of an `ftyp` box: the specifications that a file of the ISO base media format says it follows
/// (ISO/IEC 14496-12 §4.3, ISO/IEC 23008-12 §10, AV1 Image File Format §6).
struct HEIFBrands {
  private let brands: [FourCharacterCode]

  private static let hevc: Set<FourCharacterCode> = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs",
  ]
  private static let av1: Set<FourCharacterCode> = ["avif", "avis"]
  private static let structural: Set<FourCharacterCode> = ["mif1", "mif2", "msf1"]

  /// - Parameter box: The whole box, of at least 16 bytes, with its header.
  init(fileTypeBox box: [UInt8]) {
    let codes = stride(from: 8, through: box.count - 4, by: 4).map { position in
      FourCharacterCode(rawValue: box[position..<position + 4].reduce(0) { $0 << 8 | UInt32($1) })
    }
    // The second of the four-byte fields is the version of the major brand.
    brands = codes.indices.filter { $0 != 1 }.map { codes[$0] }
  }

  /// The format; `nil` for films and other files that are no pictures.
  ///
  /// The major brand decides where it names a coding, the others where it only names the structure.
  var type: ImageType? {
    guard let major = brands.first else { return nil }
    if Self.hevc.contains(major) { return .heic }
    if Self.av1.contains(major) { return .avif }
    let all = Set(brands)
    switch (!all.isDisjoint(with: Self.hevc), !all.isDisjoint(with: Self.av1)) {
    case (true, false): return .heic
    case (false, true): return .avif
    case (true, true): return .heif
    case (false, false): return all.isDisjoint(with: Self.structural) ? nil : .heif
    }
  }
}
