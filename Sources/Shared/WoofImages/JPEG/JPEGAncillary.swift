// SPDX-License-Identifier: Apache-2.0

/// The application segments and comments of a JPEG file: what they say, and which of them a shareable copy keeps.
struct JPEGAncillary {
  private let limits: ImageLimits
  private var bytes: Tally
  private(set) var metadata: MetadataCollection
  private var edits = ShareableEdits()
  private(set) var gainMap = GainMapSegments()
  /// The segment that is being taken, with its marker.
  private var range = 0..<0

  private static let jfif: [UInt8] = Array("JFIF\0".utf8)
  /// A JFIF header without the size of its thumbnail (ITU-T T.871 §10.1).
  private static let jfifSize = 12
  private static let adobe: [UInt8] = Array("Adobe".utf8)
  private static let adobeSize = 12

  init(limits: ImageLimits) {
    self.limits = limits
    bytes = Tally(of: "ancillary bytes", limit: limits.ancillaryBytes)
    metadata = MetadataCollection(limits: limits)
  }

  /// Takes the head of a segment, and returns the demand for its content.
  mutating func begin(_ marker: JPEGMarker, _ range: Range<Int>, at offset: Int) throws(StructureFault) -> Demand {
    try bytes.add(range.count, at: offset)
    self.range = range
    let count = range.upperBound - offset - 2
    let read: [JPEGMarker] = [.application0, .application1, .application2, .application13, .application14]
    if read.contains(marker), count > 0, count <= limits.metadataBytes { return .field(count) }
    edits.remove(range)
    return .skip(count)
  }

  /// Takes the content of a segment that was wanted.
  mutating func take(_ content: [UInt8], of marker: JPEGMarker) {
    switch marker {
    case .application0 where content.starts(with: Self.jfif) && content.count >= Self.jfifSize:
      keep(content, as: content.prefix(Self.jfifSize) + [0, 0], of: marker)
    case .application1: takeApplication1(content)
    case .application2 where content.starts(with: ICCProfile.mark):
      // The number of the part and of parts; parts come in order wherever somebody has seen them.
      metadata.takeProfile(content.dropFirst(ICCProfile.mark.count + 2))
    case .application14 where content.starts(with: Self.adobe) && content.count >= Self.adobeSize:
      keep(content, as: Array(content.prefix(Self.adobeSize)), of: marker)
    case .application13 where content.starts(with: PhotoshopResources.mark):
      if let iptc = PhotoshopResources.iptc(content.dropFirst(PhotoshopResources.mark.count)) {
        metadata.takeIPTC(iptc)
      }
      edits.remove(range)
    default:
      if marker != .application2 || !gainMap.take(content, at: range) { edits.remove(range) }
    }
  }

  /// The plan of the copy of a file whose picture ends at `end`, behind which there is nothing but its gain map.
  mutating func plan(
    end: Int, byteCount: Int, gainMap follower: (plan: ShareablePlan, start: Int)?
  ) -> ShareablePlan {
    if let follower {
      gainMap.keep(gainMapLength: Int(follower.plan.byteCount), end: end, in: &edits)
      return edits.plan(byteCount: end).followed(by: follower.plan, from: follower.start, byteCount: byteCount)
    }
    gainMap.remove(in: &edits)
    return planOfPicture(end: end, byteCount: byteCount)
  }

  /// The plan of the copy of a gain map that ends at `end`.
  mutating func planOfGainMap(end: Int, byteCount: Int) -> ShareablePlan {
    gainMap.keepInGainMap(in: &edits)
    return planOfPicture(end: end, byteCount: byteCount)
  }

  private mutating func planOfPicture(end: Int, byteCount: Int) -> ShareablePlan {
    if end < byteCount { edits.remove(end..<byteCount) }
    return edits.plan(byteCount: byteCount)
  }

  private mutating func takeApplication1(_ content: [UInt8]) {
    let hadExif = metadata.hasExif
    if content.starts(with: ExifMetadata.mark) {
      metadata.takeExif(content)
    } else if content.starts(with: XMPPacket.mark) {
      let hadPacket = metadata.packet != nil
      metadata.takeXMP(Array(content.dropFirst(XMPPacket.mark.count)))
      if !hadPacket, let packet = metadata.packet, gainMap.take(content, of: packet, at: range) { return }
    } else if content.starts(with: ExtendedXMP.mark) {
      metadata.takeExtendedXMP(content.dropFirst(ExtendedXMP.mark.count))
    }
    if !hadExif, metadata.hasExif, let data = ShareableExif.data(metadata.orientation) {
      keep(content, as: ExifMetadata.mark + data, of: .application1)
    } else {
      edits.remove(range)
    }
  }

  /// Keeps the segment, with other content if `kept` differs from `content`.
  private mutating func keep(_ content: [UInt8], as kept: [UInt8], of marker: JPEGMarker) {
    if content != kept { edits.replace(range, with: marker.segment(kept)) }
  }
}
