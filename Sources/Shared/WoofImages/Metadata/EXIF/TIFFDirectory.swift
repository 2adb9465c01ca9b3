// SPDX-License-Identifier: Apache-2.0

/// One directory of tagged values.
struct TIFFDirectory {
  private let data: TIFFData
  /// The position of each tag's entry; the first entry counts if a tag has two.
  private let entries: [Int: Int]

  private static let entrySize = 12
  private static let longestText = 2_000

  private enum Kind {
    static let byte = 1
    static let ascii = 2
    static let short = 3
    static let long = 4
    static let rational = 5
    static let undefined = 7
    static let signedRational = 10
  }

  /// Takes a directory that announces `count` entries; there may be fewer.
  ///
  /// - Parameter start: The position of the first entry.
  init(data: TIFFData, start: Int, count: Int) {
    var entries: [Int: Int] = [:]
    for index in 0..<count {
      let position = start + index * Self.entrySize
      guard let tag = data.integer(at: position, byteCount: 2) else { break }
      if entries[tag] == nil { entries[tag] = position }
    }
    self.data = data
    self.entries = entries
  }

  /// The first value of a tag that holds whole numbers.
  func integer(_ tag: Int) -> Int? {
    guard let entry = entries[tag], data.integer(at: entry + 4, byteCount: 4) != 0 else { return nil }
    switch data.integer(at: entry + 2, byteCount: 2) {
    case Kind.byte: return data.integer(at: entry + 8, byteCount: 1)
    case Kind.short: return data.integer(at: entry + 8, byteCount: 2)
    case Kind.long: return data.integer(at: entry + 8, byteCount: 4)
    default: return nil
    }
  }

  /// The text of a tag that holds one, up to its NUL; `nil` where it is longer than `longest` bytes.
  func text(_ tag: Int, longest: Int = longestText) -> String? {
    guard let field = field(tag, of: Kind.ascii, unitSize: 1), field.count <= longest else { return nil }
    return MetadataText.text(field)
  }

  /// The values of a tag that holds so many fractions, with or without signs; `nil` where one has no value.
  func fractions(_ tag: Int, count: Int) -> [Double]? {
    let unsigned = field(tag, of: Kind.rational, unitSize: 8)
    guard let field = unsigned ?? field(tag, of: Kind.signedRational, unitSize: 8), field.count == 8 * count else {
      return nil
    }
    var values: [Double] = []
    for position in stride(from: field.startIndex, to: field.endIndex, by: 8) {
      guard let numerator = data.integer(at: position, byteCount: 4),
        let denominator = data.integer(at: position + 4, byteCount: 4), denominator != 0
      else { return nil }
      let isSigned = unsigned == nil
      values.append(Self.number(numerator, isSigned: isSigned) / Self.number(denominator, isSigned: isSigned))
    }
    return values
  }

  /// Four bytes as a number, of which the highest bit may be its sign.
  private static func number(_ bytes: Int, isSigned: Bool) -> Double {
    isSigned ? Double(Int32(truncatingIfNeeded: bytes)) : Double(bytes)
  }

  /// The bytes of a tag that holds such as only its standard knows, at their positions in the data.
  func undefined(_ tag: Int) -> ArraySlice<UInt8>? { field(tag, of: Kind.undefined, unitSize: 1) }

  /// The bytes of a tag's values of the kind.
  private func field(_ tag: Int, of kind: Int, unitSize: Int) -> ArraySlice<UInt8>? {
    guard let entry = entries[tag], data.integer(at: entry + 2, byteCount: 2) == kind,
      let count = data.integer(at: entry + 4, byteCount: 4)
    else { return nil }
    let byteCount = count * unitSize
    guard let position = byteCount <= 4 ? entry + 8 : data.integer(at: entry + 8, byteCount: 4) else { return nil }
    return data.slice(at: position, byteCount: byteCount)
  }
}
