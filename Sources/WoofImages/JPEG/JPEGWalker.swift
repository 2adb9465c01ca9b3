import WoofModel

/// Walks the segments and scans of a JPEG file up to its end marker (ITU-T T.81 annex B).
struct JPEGWalker: ImageWalker {
  private enum State {
    case start, marker, filledMarker, length(JPEGMarker), segment(JPEGMarker), scanData, tail
  }

  private let limits: ImageLimits
  private var state = State.start
  private var segments: Tally
  private var scans: Tally
  private var frame: JPEGFrame?
  private var seenComponents: Set<UInt8> = []
  private var exif: ExifMetadata?
  private var entropy = JPEGEntropySearch()
  private var scanStart = 0
  private var scanByteCount = 0
  private var tail = JPEGTail()

  init(limits: ImageLimits) {
    self.limits = limits
    segments = Tally(of: "segments", limit: limits.segments)
    scans = Tally(of: "scans", limit: limits.scans)
  }

  var firstDemand: Demand { .field(2) }

  var place: String {
    switch state {
    case .start, .marker, .filledMarker: "a marker"
    case .length, .segment: "a segment"
    case .scanData: "the data of a scan"
    case .tail: "what follows the picture"
    }
  }

  mutating func take(_ field: RawSpan, at offset: Int) throws(StructureFault) -> Demand {
    switch state {
    case .start:
      state = .marker
      return .field(2)
    case .marker:
      guard field.byte(at: 0) == 0xFF else { throw StructureFault("a marker is missing between segments", at: offset) }
      return try take(JPEGMarker(rawValue: field.byte(at: 1)), at: offset)
    case .filledMarker:
      return try take(JPEGMarker(rawValue: field.byte(at: 0)), at: offset)
    case .length(let marker):
      return try takeLength(Int(field.bigEndian(UInt16.self, at: 0)), of: marker, at: offset)
    case .segment(let marker):
      return try takeSegment(field, of: marker, at: offset)
    case .scanData:
      scanByteCount += offset - scanStart
      guard let marker = entropy.marker else { return .search }
      return try take(marker, at: offset - 2)
    case .tail:
      return .tail
    }
  }

  mutating func search(_ run: RawSpan) -> Int? { entropy.search(run) }

  mutating func see(_ run: RawSpan, at offset: Int) throws(StructureFault) { try tail.see(run, at: offset) }

  mutating func finish(byteCount: Int) throws(StructureFault) -> PhotoFindings {
    try tail.finish(byteCount: byteCount)
    guard let frame else { throw StructureFault("the picture has no frame", at: byteCount) }
    let displayed = (exif?.orientation ?? .upright).displayed(frame.size)
    return PhotoFindings(type: .jpeg, width: displayed.width, height: displayed.height, takenAt: exif?.takenAt)
  }
}

extension JPEGWalker {
  private mutating func take(_ marker: JPEGMarker, at offset: Int) throws(StructureFault) -> Demand {
    try segments.add(at: offset)
    switch marker {
    case .fill:
      state = .filledMarker
      return .field(1)
    case .endOfImage:
      try checkWholeness(at: offset)
      state = .tail
      return .tail
    case .startOfScan where frame == nil:
      throw StructureFault("a scan stands before the frame header", at: offset)
    case .startOfScan:
      try scans.add(at: offset)
    case _ where marker.isFrame && frame != nil:
      throw StructureFault("there is a second frame header", at: offset)
    case _ where marker.isFrame || marker.isMiscellaneous:
      break
    default:
      throw StructureFault("the marker \(marker) has no place here", at: offset)
    }
    state = .length(marker)
    return .field(2)
  }

  private mutating func takeLength(
    _ length: Int, of marker: JPEGMarker, at offset: Int
  ) throws(StructureFault) -> Demand {
    guard length >= 2 else { throw StructureFault("a segment is shorter than its own length field", at: offset) }
    state = .segment(marker)
    let mayBeExif = marker == .application1 && exif == nil && length <= limits.metadataBytes
    let isRead = marker.isFrame || marker == .startOfScan || mayBeExif
    return isRead ? .field(length - 2) : .skip(length - 2)
  }

  private mutating func takeSegment(
    _ segment: RawSpan, of marker: JPEGMarker, at offset: Int
  ) throws(StructureFault) -> Demand {
    state = .marker
    if marker.isFrame {
      frame = try JPEGFrame(segment, marker: marker, at: offset, limits: limits)
    } else if marker == .startOfScan, let frame {
      seenComponents.formUnion(try JPEGScan(segment, of: frame, at: offset).components)
      entropy = JPEGEntropySearch()
      scanStart = offset + segment.byteCount
      state = .scanData
      return .search
    } else if marker == .application1, segment.starts(with: ExifMetadata.mark) {
      exif = ExifMetadata(segment.copied)
    }
    return .field(2)
  }

  private func checkWholeness(at offset: Int) throws(StructureFault) {
    guard let frame else { throw StructureFault("the picture ends before its frame header", at: offset) }
    guard frame.components.allSatisfy({ seenComponents.contains($0.identifier) }) else {
      throw StructureFault("the picture ends before a scan has carried each of its colour components", at: offset)
    }
    guard scanByteCount >= frame.leastByteCount else {
      throw StructureFault(
        "\(scanByteCount) bytes of scan data cannot hold the \(frame.size) pixels that the picture claims", at: offset)
    }
  }
}
