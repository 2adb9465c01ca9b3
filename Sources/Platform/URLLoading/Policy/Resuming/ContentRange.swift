/// The value of a field `Content-Range` (RFC 9110 §14.4), for bytes.
enum ContentRange: Hashable, Sendable {
  /// The bytes from `first` to `last`, of so many where that is known.
  case bytes(first: Int64, last: Int64, total: Int64?)
  /// No part of so many bytes.
  case unsatisfied(total: Int64)

  /// Reads a value; none where it is none, or speaks of another unit.
  init?(_ value: String) {
    let parts = value.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2 else { return nil }
    let total = Self.number(halves[1])
    if halves[0] == "*" {
      guard let total else { return nil }
      self = .unsatisfied(total: total)
      return
    }
    let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
    guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last else { return nil }
    guard total != nil || halves[1] == "*", total.map({ last < $0 }) ?? true else { return nil }
    self = .bytes(first: first, last: last, total: total)
  }

  private static func number(_ text: Substring) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text)
  }
}
