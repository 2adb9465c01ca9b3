// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Tells a file's format from its first bytes, which may come in runs of any length.
///
/// HEIF is told from all the brands of its `ftyp` box, so it may take up to 1 KB; the others take no more than 12 bytes.
package struct ImageTypeSniffer: Sendable {
  /// An outcome of the detection of the format.
  package enum Verdict: Hashable, Sendable {
    /// More bytes are needed.
    case undecided
    /// The file begins as one of this format does.
    case type(ImageType)
    /// The file is of no accepted format; the name, with its article, of its format, if that is known.
    case unknown(String?)
  }

  /// The outcome after the bytes so far.
  package private(set) var verdict = Verdict.undecided
  private var prefix: [UInt8] = []
  /// The number of bytes from the file's beginning that the next decision needs.
  private var needed = shortestPrefix

  private static let shortestPrefix = 12
  private static let longestFileTypeBox = 1024

  /// Makes a sniffer that has seen nothing.
  package init() {}

  /// Takes the next bytes, as many as it needs, and returns their number; 0 once it has decided.
  package mutating func consume(_ bytes: RawSpan) -> Int {
    var position = 0
    while verdict == .undecided, position < bytes.byteCount {
      let taken = min(needed - prefix.count, bytes.byteCount - position)
      bytes.extracting(position..<position + taken).append(to: &prefix)
      position += taken
      if prefix.count == needed { look() }
    }
    return position
  }

  /// Gives away the bytes it took.
  mutating func takePrefix() -> [UInt8] {
    defer { prefix = [] }
    return prefix
  }

  private mutating func look() {
    if starts([0xFF, 0xD8, 0xFF]) {
      verdict = .type(.jpeg)
    } else if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      verdict = .type(.png)
    } else if starts("GIF87a".utf8) || starts("GIF89a".utf8) {
      verdict = .type(.gif)
    } else if starts("RIFF".utf8), prefix[8..<12].elementsEqual("WEBP".utf8) {
      verdict = .type(.webp)
    } else if prefix[4..<8].elementsEqual("ftyp".utf8) {
      lookAtFileTypeBox()
    } else {
      verdict = .unknown(ForeignFormat.recognise(prefix)?.name)
    }
  }

  private mutating func lookAtFileTypeBox() {
    let size = prefix[0..<4].reduce(0) { $0 << 8 | Int($1) }
    guard size >= 16, size <= Self.longestFileTypeBox, size % 4 == 0 else {
      verdict = .unknown(nil)
      return
    }
    guard prefix.count == size else {
      needed = size
      return
    }
    let type = HEIFBrands(fileTypeBox: prefix).type
    verdict = type.map { .type($0) } ?? .unknown("a film or another file of the ISO base media format")
  }

  private func starts(_ signature: some Sequence<UInt8>) -> Bool { prefix.starts(with: signature) }
}

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
