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
