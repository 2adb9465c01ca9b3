// SPDX-License-Identifier: Apache-2.0

/// Bytes of `mdat` that came before the `meta` box and may be metadata.
///
/// Most files say first where their metadata are. Some phones write the bytes of all items first, so what begins like EXIF
/// data or an XMP packet is kept until the `meta` box tells whether it is one. Beginnings in a picture's data are rare
/// chances, and what is kept for them is bounded.
struct HEIFPassedData {
  private struct Window {
    let start: Int
    /// The position at which it is to end.
    var end: Int
    var bytes: [UInt8] = []
  }

  private var windows: [Window] = []
  /// The last bytes that came, in which a beginning may be cut.
  private var recent: [UInt8] = []
  /// The position behind them.
  private var recentEnd = 0
  /// The first position that has not been looked at as a beginning.
  private var nextPosition = 0
  /// The number of bytes that may still be kept.
  private var room: Int
  /// The number of bytes that are kept from a beginning on.
  private let reach: Int

  private static let beginningSize = 4
  /// The most bytes of an EXIF item before its TIFF header.
  private static let lead = 16
  /// The number of windows that share what may be kept.
  private static let windowCount = 8

  /// - Parameter limit: The most bytes that are kept.
  init(limit: Int) {
    room = limit
    reach = limit / Self.windowCount
  }

  /// Sees the next bytes, which are at `offset`.
  mutating func see(_ run: RawSpan, at offset: Int) {
    if offset != recentEnd { (recent, nextPosition) = ([], offset) }
    let base = offset - recent.count
    run.append(to: &recent)
    recentEnd = offset + run.byteCount
    let firstOpen = max(0, windows.count - 1)
    let bytes = recent
    findBeginnings(in: bytes.span.bytes, at: base)
    for index in windows.indices.dropFirst(firstOpen) {
      let start = windows[index].start + windows[index].bytes.count
      let end = min(windows[index].end, recentEnd)
      if start >= base, start < end { windows[index].bytes += bytes[start - base..<end - base] }
    }
    recent = Array(bytes.suffix(Self.lead + Self.beginningSize - 1))
  }

  /// The kept bytes from the first of the positions on, up to the last at most; `nil` where nothing is kept.
  func bytes(of range: Range<Int>) -> [UInt8]? {
    for window in windows where window.start <= range.lowerBound {
      let kept = window.bytes.dropFirst(range.lowerBound - window.start).prefix(range.count)
      if !kept.isEmpty { return Array(kept) }
    }
    return nil
  }

  private mutating func findBeginnings(in bytes: RawSpan, at base: Int) {
    var position = nextPosition - base
    while position + Self.beginningSize <= bytes.byteCount {
      if Self.isBeginning(bytes.bigEndian(UInt32.self, at: position)) {
        keep(from: base + max(0, position - Self.lead), to: base + position + reach)
      }
      position += 1
    }
    nextPosition = base + position
  }

  /// Tells the header of TIFF data, and the beginning of an XMP packet with or without its wrapper.
  private static func isBeginning(_ bytes: UInt32) -> Bool {
    switch bytes {
    case 0x4949_2A00, 0x4D4D_002A: true  // II*␀ and MM␀*
    case 0x3C3F_7870, 0x3C78_3A78, 0x3C72_6466: true  // <?xp, <x:x and <rdf
    default: false
    }
  }

  private mutating func keep(from start: Int, to end: Int) {
    let isContinued = windows.last.map { $0.end >= start } ?? false
    let cost = isContinued ? end - (windows.last?.end ?? 0) : end - start
    guard cost <= room else { return }
    room -= cost
    if isContinued {
      windows[windows.count - 1].end = end
    } else {
      windows.append(Window(start: start, end: end))
    }
  }
}
