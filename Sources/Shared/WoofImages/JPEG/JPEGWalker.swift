// SPDX-License-Identifier: Apache-2.0

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
  private var scanPixels: Tally
  private var frame: JPEGFrame?
  private var coefficients = JPEGCoefficients()
  /// The number of units after which a scan's data restart (§B.2.4.4); 0 if they never do.
  private var restartInterval = 0
  private var ancillary: JPEGAncillary
  /// The position at which the marker that is being taken begins, with its fill bytes.
  private var partStart = 0
  /// The position after the last byte of that marker.
  private var markerEnd = 0
  private var entropy = JPEGEntropySearch(expectedRestartCount: 0)
  private var scanStart = 0
  private var scanByteCount = 0
  private var tail = JPEGTail()
  /// `true` if the picture is not the first one of its file; such a walker ignores what follows the picture.
  private let isFollower: Bool
  private var followers: JPEGFollowers

  init(limits: ImageLimits) { self.init(limits: limits, isFollower: false) }

  /// Makes a walker of a picture behind the first one of a file.
  init(following limits: ImageLimits) { self.init(limits: limits, isFollower: true) }

  private init(limits: ImageLimits, isFollower: Bool) {
    self.limits = limits
    self.isFollower = isFollower
    followers = JPEGFollowers(limits: limits)
    segments = Tally(of: "segments", limit: limits.segments)
    scans = Tally(of: "scans", limit: limits.scans)
    scanPixels = Tally(of: "pixels in all scans", limit: limits.scanPixels)
    ancillary = JPEGAncillary(limits: limits)
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
      (partStart, markerEnd) = (offset, offset + 2)
      return try take(JPEGMarker(rawValue: field.byte(at: 1)), at: offset)
    case .filledMarker:
      markerEnd = offset + 1
      return try take(JPEGMarker(rawValue: field.byte(at: 0)), at: offset)
    case .length(let marker):
      return try takeLength(Int(field.bigEndian(UInt16.self, at: 0)), of: marker, at: offset)
    case .segment(let marker):
      return try takeSegment(field, of: marker, at: offset)
    case .scanData:
      scanByteCount += offset - scanStart
      guard let marker = entropy.marker else { return .search }
      try checkRestarts(at: offset - 2)
      (partStart, markerEnd) = (offset - 2, offset)
      return try take(marker, at: offset - 2)
    case .tail:
      return .tail
    }
  }

  mutating func search(_ run: RawSpan) -> Int? { entropy.search(run) }

  mutating func see(_ run: RawSpan, at offset: Int) throws(StructureFault) {
    guard !isFollower else { return }
    try tail.see(run, at: offset)
    followers.see(run, at: offset)
  }

  mutating func finish(byteCount: Int) throws(StructureFault) -> ImageReport {
    if !isFollower { try tail.finish(byteCount: byteCount) }
    guard let frame else { throw StructureFault("the picture has no frame", at: byteCount) }
    let plan =
      isFollower
      ? ancillary.planOfGainMap(end: markerEnd, byteCount: byteCount)
      : ancillary.plan(end: markerEnd, byteCount: byteCount, gainMap: followers.gainMap())
    return ImageReport(
      findings: ancillary.metadata.findings(.jpeg, stored: frame.size), plan: plan,
      isGainMap: isFollower && ancillary.gainMap.areThoseOfGainMap)
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
      if !isFollower {
        followers = JPEGFollowers(at: ancillary.gainMap.followers(behind: markerEnd), limits: limits)
      }
      state = .tail
      return .tail
    case .startOfScan where frame == nil:
      throw StructureFault("a scan stands before the frame header", at: offset)
    case .startOfScan:
      try scans.add(at: offset)
      try scanPixels.add(frame?.size.area ?? 0, at: offset)
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
    if marker.isAncillary {
      return try ancillary.begin(marker, partStart..<offset + length, at: offset)
    }
    let isRead = marker.isFrame || marker == .startOfScan || marker == .restartInterval
    return isRead ? .field(length - 2) : .skip(length - 2)
  }

  private mutating func takeSegment(
    _ segment: RawSpan, of marker: JPEGMarker, at offset: Int
  ) throws(StructureFault) -> Demand {
    state = .marker
    if marker.isFrame {
      frame = try JPEGFrame(segment, marker: marker, at: offset, limits: limits)
    } else if marker == .startOfScan, let frame {
      let scan = try JPEGScan(segment, of: frame, at: offset)
      coefficients.take(scan)
      let unitCount = frame.unitCount(inScanOf: scan.components)
      entropy = JPEGEntropySearch(
        expectedRestartCount: restartInterval == 0 ? 0 : (unitCount - 1) / restartInterval)
      scanStart = offset + segment.byteCount
      state = .scanData
      return .search
    } else if marker == .restartInterval {
      guard segment.byteCount == 2 else {
        throw StructureFault("a restart interval is not of two bytes", at: offset)
      }
      restartInterval = Int(segment.bigEndian(UInt16.self, at: 0))
    } else if marker.isAncillary, segment.byteCount > 0 {
      ancillary.take(segment.copied, of: marker)
    }
    return .field(2)
  }

  private func checkRestarts(at offset: Int) throws(StructureFault) {
    guard !entropy.lacksInterval, entropy.restartCount >= entropy.expectedRestartCount else {
      throw StructureFault(
        "of the \(entropy.expectedRestartCount + 1) parts of a scan's data some are missing", at: offset)
    }
  }

  private func checkWholeness(at offset: Int) throws(StructureFault) {
    guard let frame else { throw StructureFault("the picture ends before its frame header", at: offset) }
    guard coefficients.begins(frame) else {
      throw StructureFault("the picture ends before a scan has carried each of its colour components", at: offset)
    }
    guard coefficients.completes(frame) else {
      throw StructureFault("the picture ends before its last scans, which carry its details", at: offset)
    }
    guard scanByteCount >= frame.leastByteCount else {
      throw StructureFault(
        "\(scanByteCount) bytes of scan data cannot hold the \(frame.size) pixels that the picture claims", at: offset)
    }
  }
}

/// The parts of each component's 64 coefficients that scans have carried so far.
///
/// A sequential scan carries all of them. Progressive scans carry them bit by bit and band by band (ITU-T T.81 §G.1.1),
/// so a picture that ends between two scans looks whole, but blurred, or without colours.
private struct JPEGCoefficients {
  /// The number of low bits of each coefficient that are still to come, by component. Components without a scan are
  /// absent.
  private var leftBits: [UInt8: [UInt8]] = [:]

  private static let allBits: UInt8 = .max

  /// Takes what a scan carries.
  mutating func take(_ scan: JPEGScan) {
    for component in scan.components {
      var left = leftBits[component] ?? [UInt8](repeating: Self.allBits, count: 64)
      for coefficient in scan.band { left[coefficient] = scan.leftBits }
      leftBits[component] = left
    }
  }

  /// Returns `true` if scans have carried a part of every component of a frame.
  func begins(_ frame: JPEGFrame) -> Bool {
    frame.components.allSatisfy { leftBits[$0.identifier] != nil }
  }

  /// Returns `true` if scans have carried every component of a frame in full.
  func completes(_ frame: JPEGFrame) -> Bool {
    frame.components.allSatisfy { component in leftBits[component.identifier]?.allSatisfy { $0 == 0 } == true }
  }
}

/// The bytes that follow the end marker of a JPEG file.
///
/// Cameras and phones append previews, gain maps (CIPA DC-007, ISO 21496-1), films and notes of their own, and not all
/// of them announce that in the picture. So every tail is accepted unless it begins like an archive, a document, a
/// program or markup.
struct JPEGTail {
  private var prefix: [UInt8] = []
  private var isJudged = false

  mutating func see(_ run: RawSpan, at offset: Int) throws(StructureFault) {
    guard !isJudged else { return }
    let start = offset - prefix.count
    run.extracting(first: min(run.byteCount, ForeignFormat.longestSignature - prefix.count)).append(to: &prefix)
    if prefix.count == ForeignFormat.longestSignature { try judge(at: start) }
  }

  mutating func finish(byteCount: Int) throws(StructureFault) {
    if !isJudged { try judge(at: byteCount - prefix.count) }
  }

  private mutating func judge(at start: Int) throws(StructureFault) {
    isJudged = true
    if let format = ForeignFormat.recognise(prefix), format.isActive {
      throw StructureFault("\(format.name) follows the end of the picture", at: start)
    }
  }
}
