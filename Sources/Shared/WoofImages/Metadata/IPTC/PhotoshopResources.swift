// SPDX-License-Identifier: Apache-2.0

/// The image resources that Photoshop and others put into a JPEG file's APP13 segment, of which one holds IPTC data.
enum PhotoshopResources {
  /// The bytes before the resources: `Photoshop 3.0` and a zero.
  static let mark: [UInt8] = Array("Photoshop 3.0\0".utf8)

  private static let signature: [UInt8] = Array("8BIM".utf8)
  private static let iptcResource = 0x0404

  /// The IPTC data of a segment after the mark; `nil` where there are none, or the resources before them are damaged.
  static func iptc(_ segment: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    var rest = segment
    while rest.starts(with: signature), rest.count >= 12 {
      let first = rest.startIndex
      let resource = Int(rest[first + 4]) << 8 | Int(rest[first + 5])
      // The name is a length and so many bytes, both together padded to an even number, as is the content.
      let nameSize = (Int(rest[first + 6]) + 2) & ~1
      let head = 6 + nameSize + 4
      guard head <= rest.count else { return nil }
      let size = rest[(first + head - 4)..<(first + head)].reduce(0) { $0 << 8 | Int($1) }
      guard size <= rest.count - head else { return nil }
      let content = rest.dropFirst(head).prefix(size)
      if resource == iptcResource { return content }
      rest = rest.dropFirst(head + size + size % 2)
    }
    return nil
  }
}
