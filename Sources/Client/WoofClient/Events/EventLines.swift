/// Finds the lines of the live stream, and takes none that is longer than any of Woof's.
struct EventLines: Sendable {
  /// A line is longer than it may be.
  struct TooLong: Error, Hashable {}

  /// The largest number of bytes in a line, 1 MiB; a change has some hundreds.
  static let longestLine = 1 << 20

  private var line: [UInt8] = []

  /// Takes the next byte.
  ///
  /// - Returns: A line without its end, where the byte ends one that is not empty.
  mutating func take(_ byte: UInt8) throws(TooLong) -> [UInt8]? {
    guard byte == UInt8(ascii: "\n") else {
      guard line.count < Self.longestLine else { throw TooLong() }
      line.append(byte)
      return nil
    }
    defer { line.removeAll(keepingCapacity: true) }
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return line.isEmpty ? nil : line
  }
}
