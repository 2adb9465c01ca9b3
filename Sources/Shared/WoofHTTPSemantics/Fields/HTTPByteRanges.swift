// SPDX-License-Identifier: Apache-2.0

/// The byte ranges that a request asks for (RFC 9110 §14).
package struct HTTPByteRanges: Hashable, Sendable {
  /// One range as it was asked for; no positions are compared with a length yet.
  package enum Spec: Hashable, Sendable {
    /// From a position to a position, both included.
    case closed(first: Int64, last: Int64)
    /// From a position to the end.
    case from(Int64)
    /// The last so many bytes.
    case suffix(Int64)
  }

  /// The ranges in the order in which they were asked for.
  package let specs: [Spec]

  /// More ranges than this are not served: the field is then ignored, as RFC 9110 §14.2 allows.
  static let maximalCount = 32

  /// Parts that are not further apart than this are sent as one, as the head of a part costs more (RFC 9110 §15.3.7.2).
  static let mergedGap: Int64 = 100

  /// Reads the value of `Range`; `nil` where it is to be ignored: an unknown unit, a syntax error, too many ranges.
  package init?(parsing value: ArraySlice<UInt8>) {
    var scanner = FieldValueScanner(value)
    guard let unit = scanner.takeToken(), unit.matches("bytes"), scanner.take("=") else { return nil }
    var specs: [Spec] = []
    scanner.skipEmptyElements()
    while !scanner.isAtEnd {
      guard specs.count < Self.maximalCount, let spec = Self.takeSpec(&scanner), scanner.takeListSeparator() else {
        return nil
      }
      specs.append(spec)
    }
    guard !specs.isEmpty else { return nil }
    self.specs = specs
  }

  private static func takeSpec(_ scanner: inout FieldValueScanner) -> Spec? {
    let first = scanner.takeNumber()
    guard scanner.take("-") else { return nil }
    switch (first, scanner.takeNumber()) {
    case (nil, let count?): return .suffix(count)
    case (let first?, nil): return .from(first)
    case (let first?, let last?) where first <= last: return .closed(first: first, last: last)
    default: return nil
    }
  }

  /// The ranges of a representation of `count` bytes that are asked for: cut off at its end, those that overlap or
  /// nearly touch joined, the others in the order in which they were asked for. Empty where none lies within it.
  package func resolve(count: Int64) -> [Range<Int64>] {
    var ranges: [Range<Int64>] = []
    for spec in specs {
      guard var range = Self.range(spec, count) else { continue }
      var position: Int?
      for index in ranges.indices.reversed() where Self.areClose(ranges[index], range) {
        let other = ranges.remove(at: index)
        range = min(range.lowerBound, other.lowerBound)..<max(range.upperBound, other.upperBound)
        position = index
      }
      ranges.insert(range, at: position ?? ranges.endIndex)
    }
    return ranges
  }

  private static func range(_ spec: Spec, _ count: Int64) -> Range<Int64>? {
    switch spec {
    case .closed(let first, let last): first < count ? first..<min(last, count - 1) + 1 : nil
    case .from(let first): first < count ? first..<count : nil
    case .suffix(let length): length > 0 && count > 0 ? max(0, count - length)..<count : nil
    }
  }

  private static func areClose(_ left: Range<Int64>, _ right: Range<Int64>) -> Bool {
    left.lowerBound - mergedGap <= right.upperBound && right.lowerBound - mergedGap <= left.upperBound
  }
}

/// The part of a representation that a message has, as `Content-Range` tells it (RFC 9110 §14.4).
package struct HTTPContentRange: Hashable, Sendable, CustomStringConvertible {
  /// The positions of the bytes, at least one.
  package let range: Range<Int64>
  /// The number of bytes of the whole representation; `nil` if it is not told.
  package let total: Int64?

  /// Makes a field's value of a range that is not empty.
  package init(_ range: Range<Int64>, of total: Int64?) {
    self.range = range
    self.total = total
  }

  /// Reads a field's value; `nil` where it tells no range of bytes.
  package init?(parsing value: ArraySlice<UInt8>) {
    var scanner = FieldValueScanner(value)
    guard let unit = scanner.takeToken(), unit.matches("bytes"), scanner.take(" "), let first = scanner.takeNumber(),
      scanner.take("-"), let last = scanner.takeNumber(), first <= last, last < .max, scanner.take("/")
    else { return nil }
    range = first..<last + 1
    if scanner.take("*") {
      total = nil
    } else {
      guard let count = scanner.takeNumber(), last < count else { return nil }
      total = count
    }
    guard scanner.isAtEnd else { return nil }
  }

  /// The value as it stands in the field: `bytes 0-99/1000`.
  package var description: String {
    "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total.map(String.init) ?? "*")"
  }
}
