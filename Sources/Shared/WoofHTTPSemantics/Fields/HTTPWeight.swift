// SPDX-License-Identifier: Apache-2.0

/// A weight, by which clients say how gladly they take something (RFC 9110 §12.4.2).
enum HTTPWeight {
  /// Reads a weight, which is a number from 0 to 1 with at most three digits after the point.
  ///
  /// - Returns: The weight in thousandths; `nil` where the text is something else.
  static func thousandths(_ text: some Collection<UInt8>) -> Int? {
    var (value, count) = (0, 0)
    for byte in text {
      if count == 1 {
        guard byte == UInt8(ascii: ".") else { return nil }
      } else {
        guard count < 5, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      count += 1
    }
    guard count > 0 else { return nil }
    for _ in max(2, count)..<5 { value *= 10 }
    return value <= 1_000 ? value : nil
  }
}

extension FieldValueScanner {
  /// Passes the weight of an element, `;q=0.5`, with the whitespace around it.
  ///
  /// - Returns: The weight in thousandths; 1,000 where nothing stands here; `nil` where something else does.
  mutating func takeWeight() -> Int? {
    skipWhitespace()
    guard !isAtEnd else { return 1_000 }
    guard take(";") else { return nil }
    skipWhitespace()
    guard take("q") || take("Q"), take("="), let text = takeToken() else { return nil }
    skipWhitespace()
    return isAtEnd ? HTTPWeight.thousandths(text) : nil
  }
}
