/// The range of bytes that a partial response holds (RFC 9110 §14.4).
struct ContentRange: Hashable, Sendable {
  /// The position of the first byte.
  var start: Int64
  /// The position behind the last byte.
  var end: Int64
  /// The number of bytes of the whole representation; `nil` if the response does not tell it.
  var total: Int64?

  /// Reads a field's value; `nil` where it tells no range of bytes.
  init?(_ value: String) {
    guard value.lowercased().hasPrefix("bytes ") else { return nil }
    let parts = value.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let bounds = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard bounds.count == 2, let start = Self.number(bounds[0]), let last = Self.number(bounds[1]), start <= last,
      last < Int64.max
    else { return nil }
    (self.start, end) = (start, last + 1)
    guard parts[1] != "*" else { return }
    guard let total = Self.number(parts[1]), last < total else { return nil }
    self.total = total
  }

  private static func number(_ digits: Substring) -> Int64? {
    digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(digits) : nil
  }
}
