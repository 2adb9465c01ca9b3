// SPDX-License-Identifier: Apache-2.0

/// The segments of a JPEG picture that lead to its gain map, or make the picture one.
///
/// They stay in a shareable copy where the gain map does, and say nothing else there.
struct GainMapSegments {
  private var index: (range: Range<Int>, content: [UInt8], pictures: MultiPictureIndex)?
  private var packet: (range: Range<Int>, content: [UInt8], properties: GainMapProperties)?
  /// The segment with the metadata of ISO 21496-1, which are numbers only.
  private var standard: Range<Int>?

  private static let standardMark: [UInt8] = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
  private static let longestStandard = 192
  /// The marker and the length of a segment.
  private static let headSize = 4

  /// Takes a segment of the kind APP2. Returns `true` if it is one of these.
  mutating func take(_ content: [UInt8], at range: Range<Int>) -> Bool {
    if standard == nil, content.starts(with: Self.standardMark), content.count <= Self.longestStandard {
      standard = range
    } else if index == nil, let pictures = MultiPictureIndex(content) {
      index = (range, content, pictures)
    } else {
      return false
    }
    return true
  }

  /// Takes a segment with an XMP packet. Returns `true` if it is one of these.
  mutating func take(_ content: [UInt8], of packet: XMPPacket, at range: Range<Int>) -> Bool {
    guard self.packet == nil, let properties = GainMapProperties(packet) else { return false }
    self.packet = (range, content, properties)
    return true
  }

  /// `true` if the picture has metadata of a gain map: an XMP packet, or a segment of ISO 21496-1.
  var areThoseOfGainMap: Bool { packet != nil || standard != nil }

  /// Returns the positions of the pictures that begin behind the end of this one; one of them may be the gain map.
  ///
  /// The list is empty if there is no index.
  func followers(behind end: Int) -> [Int] {
    guard let index else { return [] }
    let header = index.range.upperBound - index.content.count + MultiPictureIndex.mark.count
    return index.pictures.offsets.map { header + $0 }.filter { $0 >= end }
  }

  /// Leaves all of the segments out.
  func remove(in edits: inout ShareableEdits) {
    for range in [index?.range, packet?.range, standard].compactMap(\.self) { edits.remove(range) }
  }

  /// Keeps the segments of a picture that is a gain map itself.
  func keepInGainMap(in edits: inout ShareableEdits) {
    if let index { edits.remove(index.range) }
    rewritePacket(announcing: nil, in: &edits)
  }

  /// Keeps the segments of a picture that a gain map of `gainMapLength` bytes follows. The picture ends at `end`, and
  /// its other edits have been made.
  func keep(gainMapLength: Int, end: Int, in edits: inout ShareableEdits) {
    rewritePacket(announcing: gainMapLength, in: &edits)
    guard let index else { return }
    let length = Self.headSize + MultiPictureIndex.content(first: 0, second: 0, at: 0).count
    let start = edits.position(inCopyOf: index.range.lowerBound)
    let picture = edits.position(inCopyOf: end) - index.range.count + length
    let header = start + Self.headSize + MultiPictureIndex.mark.count
    let content = MultiPictureIndex.content(first: picture, second: gainMapLength, at: picture - header)
    replace(index.range, content: index.content, with: content, of: .application2, in: &edits)
  }

  private func rewritePacket(announcing length: Int?, in edits: inout ShareableEdits) {
    guard let packet else { return }
    let content = XMPPacket.mark + packet.properties.packet(announcing: length)
    replace(packet.range, content: packet.content, with: content, of: .application1, in: &edits)
  }

  private func replace(
    _ range: Range<Int>, content: [UInt8], with kept: [UInt8], of marker: JPEGMarker, in edits: inout ShareableEdits
  ) {
    if content != kept || range.count != Self.headSize + kept.count {
      edits.replace(range, with: marker.segment(kept))
    }
  }
}

/// The properties of a gain map in an XMP packet, without the packet's other properties.
struct GainMapProperties {
  private let values: [(property: GainMapProperty, values: [String])]

  /// The most values of one property: one for each colour.
  private static let mostValues = 3
  private static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  private static let container = "http://ns.google.com/photos/1.0/container/"

  /// Reads a packet; `nil` if it has no property of a gain map.
  init?(_ packet: XMPPacket) {
    values = GainMapProperty.all.compactMap { property in
      let values = packet.all(.gainMap(property))
      guard (1...Self.mostValues).contains(values.count), values.allSatisfy(GainMapProperty.accepts) else { return nil }
      return (property, values)
    }
    if values.isEmpty { return nil }
  }

  /// Returns a packet with the same properties of the gain map, and nothing else.
  ///
  /// - Parameter length: The length in bytes of the gain map that follows the picture, where it is the packet of the
  ///   picture itself.
  func packet(announcing length: Int?) -> [UInt8] {
    var namespaces: [String] = []
    for (property, _) in values {
      let declaration = #"xmlns:\#(property.prefix)="\#(property.namespace)""#
      if !namespaces.contains(declaration) { namespaces.append(declaration) }
    }
    if length != nil {
      namespaces += [#"xmlns:Container="\#(Self.container)""#, #"xmlns:Item="\#(Self.container)item/""#]
    }
    let attributes = values.filter { $0.values.count == 1 }.map { #"\#(Self.name($0.property))="\#($0.values[0])""# }
    let lists = values.filter { $0.values.count > 1 }.map { property, values in
      let items = values.map { "<rdf:li>\($0)</rdf:li>" }.joined()
      return "<\(Self.name(property))><rdf:Seq>\(items)</rdf:Seq></\(Self.name(property))>"
    }
    let content = lists.joined() + (length.map(Self.directory) ?? "")
    let head = (["rdf:about=\"\""] + namespaces + attributes).joined(separator: " ")
    return Array(
      """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="\(Self.rdf)">\
      <rdf:Description \(head)>\(content)</rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }

  private static func name(_ property: GainMapProperty) -> String { "\(property.prefix):\(property.name)" }

  /// The pictures of the file, as Android looks for them.
  private static func directory(_ length: Int) -> String {
    let items = [
      #"Item:Semantic="Primary" Item:Mime="image/jpeg""#,
      #"Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="\#(length)""#,
    ].map { #"<rdf:li rdf:parseType="Resource"><Container:Item \#($0)/></rdf:li>"# }
    return "<Container:Directory><rdf:Seq>\(items.joined())</rdf:Seq></Container:Directory>"
  }
}

/// The index of the pictures in a JPEG file of several (CIPA DC-007), which stands in the first one.
struct MultiPictureIndex {
  /// The offsets of the pictures but the first, in bytes from the header of the index on, ascending and each once.
  let offsets: [Int]

  /// The mark of the segment, before the index, which is TIFF data.
  static let mark: [UInt8] = Array("MPF\0".utf8)

  private enum Tag {
    static let version = 0xB000
    static let count = 0xB001
    static let entries = 0xB002
  }

  private static let entrySize = 16
  private static let mostPictures = 4
  /// The attribute of the picture that is shown by those who know of no other.
  private static let primaryPicture = 0x0003_0000

  /// Reads an index, with its mark; `nil` where it is none. Of many pictures the first four are looked at.
  init?(_ content: [UInt8]) {
    guard content.starts(with: Self.mark), let tiff = TIFFData(Array(content.dropFirst(Self.mark.count))),
      let entries = tiff.firstDirectory?.undefined(Tag.entries)
    else { return nil }
    let starts = stride(from: entries.startIndex + Self.entrySize, to: entries.endIndex, by: Self.entrySize)
    offsets = Set(starts.prefix(Self.mostPictures).compactMap { tiff.integer(at: $0 + 8, byteCount: 4) }).sorted()
  }

  /// The content of an index of two pictures, with its mark; always of the same length.
  ///
  /// - Parameters:
  ///   - first: The length of the first picture in bytes.
  ///   - second: The number of bytes of the second picture.
  ///   - offset: The distance from the header of the index to the second picture.
  static func content(first: Int, second: Int, at offset: Int) -> [UInt8] {
    let entriesStart = 8 + 2 + 3 * 12 + 4
    let head = mark + [0x4D, 0x4D, 0, 42] + number(8) + number(3, 2)
    let version = number(Tag.version, 2) + number(7, 2) + number(4) + Array("0100".utf8)
    let count = number(Tag.count, 2) + number(4, 2) + number(1) + number(2)
    let place = number(Tag.entries, 2) + number(7, 2) + number(2 * entrySize) + number(entriesStart)
    let firstEntry = number(primaryPicture) + number(first) + number(0) + number(0)
    let secondEntry = number(0) + number(second) + number(offset) + number(0)
    return head + version + count + place + number(0) + firstEntry + secondEntry
  }

  private static func number(_ number: Int, _ byteCount: Int = 4) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: number >> (8 * (byteCount - 1 - $0))) }
  }
}
