// SPDX-License-Identifier: Apache-2.0

import WoofPluginKit

/// The property of a HEIC or AVIF picture that states its colours in numbers (ISO/IEC 14496-12 §12.1.5).
struct HEIFColours {
  private typealias Box = (type: Int, content: Range<Int>)

  /// The content of the `meta` box, behind its version and flags.
  private let bytes: [UInt8]

  private enum Kind {
    static let meta = 0x6D65_7461
    static let primaryItem = 0x7069_746D
    static let properties = 0x6970_7270
    static let container = 0x6970_636F
    static let associations = 0x6970_6D61
    static let colours = 0x636F_6C72
    /// Colours that are stated by numbers.
    static let coded = 0x6E63_6C78
  }

  /// Reads the property of the primary picture or, where that has none, the first one in the file, which is that of the
  /// parts it is made of.
  static func read(_ file: RawSpan) -> StatedColours? {
    var position = 0
    while position + 16 <= file.byteCount {
      func number(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 << 8 | Int(file.byte(at: position + offset + $1)) } }
      var size = number(0)
      var headSize = 8
      if size == 1 { (size, headSize) = (number(8) << 32 | number(12), 16) }
      let end = size == 0 || size > file.byteCount - position ? file.byteCount : position + size
      guard end >= position + headSize else { return nil }
      if number(4) == Kind.meta {
        return HEIFColours(file.extracting(min(position + headSize + 4, end)..<end).withUnsafeBytes { [UInt8]($0) })
          .colours
      }
      position = end
    }
    return nil
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private var colours: StatedColours? {
    let top = boxes(in: bytes.indices)
    guard let properties = top.first(where: { $0.type == Kind.properties }).map({ boxes(in: $0.content) }),
      let container = properties.first(where: { $0.type == Kind.container }).map({ boxes(in: $0.content) })
    else { return nil }
    let primary = top.first { $0.type == Kind.primaryItem }.map { primaryItem(in: $0.content) }
    let own = properties.filter { $0.type == Kind.associations }.flatMap { box in
      primary.map { self.properties(of: $0, in: box.content) } ?? []
    }
    let ownColours = own.compactMap { container.indices.contains($0 - 1) ? coded(container[$0 - 1]) : nil }
    guard let numbers = ownColours.first ?? container.lazy.compactMap({ coded($0) }).first else { return nil }
    return .coded(primaries: numbers.primaries, transfer: numbers.transfer)
  }

  private func coded(_ box: Box) -> (primaries: Int, transfer: Int)? {
    guard box.type == Kind.colours, box.content.count >= 8, number(box.content.lowerBound, 4) == Kind.coded else {
      return nil
    }
    return (number(box.content.lowerBound + 4, 2), number(box.content.lowerBound + 6, 2))
  }

  private func primaryItem(in content: Range<Int>) -> Int {
    number(content.lowerBound + 4, number(content.lowerBound, 1) == 0 ? 2 : 4)
  }

  /// The numbers of the properties of an item, from 1.
  private func properties(of item: Int, in content: Range<Int>) -> [Int] {
    let (isWide, hasWideItems) = (number(content.lowerBound + 3, 1) & 1 == 1, number(content.lowerBound, 1) > 0)
    let (width, itemWidth) = (isWide ? 2 : 1, hasWideItems ? 4 : 2)
    var position = content.lowerBound + 8
    while position + itemWidth < content.upperBound {
      let found = number(position, itemWidth)
      let count = number(position + itemWidth, 1)
      position += itemWidth + 1
      if found == item {
        // The highest bit says whether readers must know the property.
        return (0..<count).map { number(position + $0 * width, width) & (isWide ? 0x7FFF : 0x7F) }
      }
      position += count * width
    }
    return []
  }

  /// The boxes in a range, up to the first that does not fit.
  private func boxes(in range: Range<Int>) -> [Box] {
    var boxes: [Box] = []
    var position = range.lowerBound
    while position + 8 <= range.upperBound {
      let size = number(position, 4)
      guard size >= 8, size <= range.upperBound - position else { break }
      boxes.append((number(position + 4, 4), position + 8..<position + size))
      position += size
    }
    return boxes
  }

  /// A number of so many bytes; what is not there counts as 0.
  private func number(_ start: Int, _ byteCount: Int) -> Int {
    (start..<start + byteCount).reduce(0) { $0 << 8 | (bytes.indices.contains($1) ? Int(bytes[$1]) : 0) }
  }
}
