/// The search for the end of a chain of sub-blocks, each of which begins with its length (GIF89a §15).
struct GIFSubBlockSearch {
  /// The number of bytes of data in the sub-blocks so far, without their length bytes.
  private(set) var byteCount = 0
  /// The number of bytes of the current sub-block that are still to come.
  private var remaining = 0
  /// Counts the pixels of the data, where they are a frame's.
  private(set) var pixels: GIFPixelCount?

  init(countingPixelsBy pixels: GIFPixelCount? = nil) { self.pixels = pixels }

  /// Returns the number of bytes up to the end of the empty sub-block that ends the chain; `nil` if that sub-block lies
  /// beyond these bytes.
  mutating func search(_ bytes: RawSpan) -> Int? {
    var position = 0
    while position < bytes.byteCount {
      if remaining > 0 {
        let passed = min(remaining, bytes.byteCount - position)
        if pixels?.isDone == false { pixels?.take(bytes.extracting(position..<position + passed)) }
        position += passed
        remaining -= passed
      } else {
        remaining = Int(bytes.byte(at: position))
        position += 1
        if remaining == 0 { return position }
        byteCount += remaining
      }
    }
    return nil
  }
}
