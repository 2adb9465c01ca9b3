// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// Appends the bytes of a span.
  package mutating func append(contentsOf span: Span<UInt8>) {
    span.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Appends the decimal digits of a number.
  package mutating func appendDecimal(_ number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var magnitude = number.magnitude
    var first = count
    repeat {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10))
      magnitude /= 10
    } while magnitude > 0
    // Reversing a slice of the array would copy it.
    var last = count - 1
    while first < last {
      swapAt(first, last)
      first += 1
      last -= 1
    }
  }
}
