import WoofPluginKit

/// The scans of a JPEG picture (ITU-T T.81, B.1).
enum JPEGScans {
  /// Counts the scans, and stops counting beyond a limit; what is no JPEG picture has none.
  static func count(in picture: RawSpan, upTo limit: Int) -> Int {
    var position = 2
    var count = 0
    while count <= limit, let marker = nextMarker(in: picture, from: &position) {
      switch marker {
      case 0xD9: return count
      case 0xDA:
        count += 1
        skipSegment(in: picture, &position)
      case 0x01, 0xD0...0xD8: break
      default: skipSegment(in: picture, &position)
      }
    }
    return count
  }

  /// The next marker, and the position behind it; stuffed bytes, restarts and what lies between segments is passed over.
  private static func nextMarker(in picture: RawSpan, from position: inout Int) -> UInt8? {
    while position + 1 < picture.byteCount {
      let byte = picture.byte(at: position)
      position += 1
      guard byte == 0xFF else { continue }
      let marker = picture.byte(at: position)
      if marker == 0 || marker == 0xFF { continue }
      position += 1
      return marker
    }
    return nil
  }

  private static func skipSegment(in picture: RawSpan, _ position: inout Int) {
    guard position + 1 < picture.byteCount else { return }
    let high = picture.byte(at: position)
    let low = picture.byte(at: position + 1)
    position += max(2, Int(high) << 8 | Int(low))
  }
}
