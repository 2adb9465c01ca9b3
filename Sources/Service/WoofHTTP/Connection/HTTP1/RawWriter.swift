// SPDX-License-Identifier: Apache-2.0

/// Writes bytes into room that somebody has reserved, and knows how many.
struct RawWriter {
  private let start: UnsafeMutableRawPointer  // lent for the writer's life, with room for all that is written
  private(set) var count = 0

  init(_ start: UnsafeMutableRawPointer) { self.start = start }

  /// Writes one byte.
  @inline(__always)
  mutating func write(_ byte: UInt8) {
    start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  /// Writes bytes.
  @inline(__always)
  mutating func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { write($0) }
  }

  /// Writes bytes.
  @inline(__always)
  mutating func write(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    (start + count).copyMemory(from: base, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Writes the bytes of a literal.
  @inline(__always)
  mutating func write(_ text: StaticString) {
    (start + count).copyMemory(from: text.utf8Start, byteCount: text.utf8CodeUnitCount)
    count &+= text.utf8CodeUnitCount
  }

  /// Writes a number in decimal digits, at most 20.
  mutating func write(decimal value: UInt64) {
    var digitCount = 1
    var power: UInt64 = 10
    while digitCount < 20, value >= power {
      digitCount += 1
      power = power.multipliedReportingOverflow(by: 10).partialValue
    }
    var rest = value
    for index in (0..<digitCount).reversed() {
      start.storeBytes(
        of: UInt8(truncatingIfNeeded: rest % 10) + UInt8(ascii: "0"), toByteOffset: count + index, as: UInt8.self)
      rest /= 10
    }
    count += digitCount
  }

  /// Writes the lowest digits of a number in hexadecimal, with leading zeros.
  mutating func write(hexadecimal value: UInt64, digitCount: Int) {
    for index in (0..<digitCount).reversed() {
      let digit = UInt8(truncatingIfNeeded: value >> UInt64(4 * index)) & 15
      write(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
