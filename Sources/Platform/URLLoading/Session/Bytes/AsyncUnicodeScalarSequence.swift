// SPDX-License-Identifier: Apache-2.0

/// The scalars of an asynchronous sequence of bytes in UTF-8. What is not UTF-8 is repaired with U+FFFD.
public struct AsyncUnicodeScalarSequence<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
  /// A scalar.
  public typealias Element = UnicodeScalar

  let base: Base

  init(_ base: Base) { self.base = base }

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base.makeAsyncIterator()) }

  /// Reads scalars.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var bytes: Base.AsyncIterator
    private var decoder = ScalarDecoder()

    init(_ bytes: Base.AsyncIterator) { self.bytes = bytes }

    /// The next scalar, or `nil` at the end.
    ///
    /// - Throws: What the bytes throw.
    public mutating func next() async throws -> UnicodeScalar? { try await next(isolation: nil) }

    /// The next scalar, or `nil` at the end, for whom is on the actor given.
    ///
    /// - Throws: What the bytes throw.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> UnicodeScalar? {
      while true {
        if let scalar = decoder.next() { return scalar }
        guard let byte = try await bytes.next(isolation: actor) else { return decoder.last() }
        decoder.add(byte)
      }
    }
  }
}

extension AsyncUnicodeScalarSequence: Sendable where Base: Sendable {}

@available(*, unavailable)
extension AsyncUnicodeScalarSequence.AsyncIterator: Sendable {}

/// Makes scalars of bytes that come one by one. A byte that cannot belong to the scalar begun ends that (Unicode
/// standard, section 3.9, maximal subparts).
struct ScalarDecoder {
  private var pending: [UInt8] = []
  private var decoded: [UnicodeScalar] = []

  mutating func add(_ byte: UInt8) {
    if byte < 0x80, pending.isEmpty {
      decoded.append(UnicodeScalar(byte))
      return
    }
    pending.append(byte)
    while let scalar = decode() { decoded.append(scalar) }
  }

  mutating func next() -> UnicodeScalar? { decoded.isEmpty ? nil : decoded.removeFirst() }

  mutating func last() -> UnicodeScalar? {
    if !pending.isEmpty {
      pending = []
      return UnicodeScalar(0xFFFD)
    }
    return nil
  }

  private mutating func decode() -> UnicodeScalar? {
    guard let first = pending.first else { return nil }
    guard first >= 0x80 else {
      pending.removeFirst()
      return UnicodeScalar(first)
    }
    guard let length = Self.length(first) else { return repair(1) }
    for index in 1..<length {
      guard index < pending.count else { return nil }
      guard Self.range(after: first, at: index).contains(pending[index]) else { return repair(index) }
    }
    let text = String(decoding: pending[..<length], as: UTF8.self)
    pending.removeFirst(length)
    return text.unicodeScalars.first
  }

  private mutating func repair(_ count: Int) -> UnicodeScalar? {
    pending.removeFirst(count)
    return UnicodeScalar(0xFFFD)
  }

  private static func length(_ first: UInt8) -> Int? {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }

  private static func range(after first: UInt8, at index: Int) -> ClosedRange<UInt8> {
    guard index == 1 else { return 0x80...0xBF }
    return switch first {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}
