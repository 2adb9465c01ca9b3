// SPDX-License-Identifier: Apache-2.0

/// The search for the marker that ends a scan's data, amid which there are stuffed zeros and restart markers.
struct JPEGEntropySearch {
  /// The lowest number of restart markers that the scan must have between the intervals of its data.
  let expectedRestartCount: Int
  /// The marker that was found.
  private(set) var marker: JPEGMarker?
  /// The number of restart markers so far. Some cameras write more after a picture's last row, which decoders ignore.
  private(set) var restartCount = 0
  /// `true` if a restart marker was not the one that was due, so that the intervals between the two are lost.
  private(set) var lacksInterval = false
  /// `true` if the bytes so far end in 0xFF, which may begin a marker.
  private var isInMarker = false

  init(expectedRestartCount: Int) { self.expectedRestartCount = expectedRestartCount }

  /// Returns the number of bytes up to the end of the marker; `nil` if the marker lies beyond these bytes.
  mutating func search(_ bytes: RawSpan) -> Int? {
    var position = 0
    while position < bytes.byteCount {
      if isInMarker {
        let candidate = JPEGMarker(rawValue: bytes.byte(at: position))
        position += 1
        guard candidate != .fill else { continue }
        isInMarker = false
        guard candidate.isPartOfScan else {
          marker = candidate
          return position
        }
        if candidate != .stuffing { takeRestart(candidate) }
      } else {
        position = bytes.firstOffset(ofFill: position) + 1
        isInMarker = position <= bytes.byteCount
      }
    }
    return nil
  }

  /// Takes a restart marker. Restarts are numbered from 0 to 7 over and over (§B.2.1).
  private mutating func takeRestart(_ restart: JPEGMarker) {
    if restartCount < expectedRestartCount, Int(restart.rawValue & 7) != restartCount & 7 { lacksInterval = true }
    restartCount += 1
  }
}

extension RawSpan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The offset of the first byte 0xFF at or after `start`, or the number of bytes.
  ///
  /// Two words at a time: a word has a byte 0xFF where its complement has a zero byte, which is where taking one from
  /// each byte of the complement borrows.
  fileprivate func firstOffset(ofFill start: Int) -> Int {
    var offset = start
    while byteCount - offset >= 16 {
      let first = littleEndian(UInt64.self, at: offset)
      let second = littleEndian(UInt64.self, at: offset + 8)
      let inFirst = first & (~first &- Self.ones) & Self.highBits
      let inSecond = second & (~second &- Self.ones) & Self.highBits
      if inFirst != 0 { return offset + inFirst.trailingZeroBitCount >> 3 }
      if inSecond != 0 { return offset + 8 + inSecond.trailingZeroBitCount >> 3 }
      offset += 16
    }
    while offset < byteCount, byte(at: offset) != 0xFF { offset += 1 }
    return offset
  }
}
