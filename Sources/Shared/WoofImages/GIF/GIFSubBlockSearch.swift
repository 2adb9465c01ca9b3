/// The search for the end of a chain of sub-blocks, each of which begins with its length (GIF89a §15).
struct GIFSubBlockSearch {
  /// How many bytes of data the sub-blocks had so far.
  private(set) var byteCount = 0
  /// How many bytes of the current one are still to come.
  private var remaining = 0
  /// Counts the pixels of the data, where they are a frame's.
  private(set) var pixels: GIFPixelCount?

  init(countingPixelsBy pixels: GIFPixelCount? = nil) { self.pixels = pixels }

  /// How many bytes there are up to the end of the empty sub-block that ends the chain, or nothing where it lies beyond
  /// these.
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
