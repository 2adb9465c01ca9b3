// SPDX-License-Identifier: Apache-2.0

/// The characters of an asynchronous sequence of bytes in UTF-8. What is not UTF-8 is repaired with U+FFFD.
///
/// A character is there when the scalar behind it has come, or the end.
public struct AsyncCharacterSequence<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
  /// A character.
  public typealias Element = Character

  let base: Base

  init(_ base: Base) { self.base = base }

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(AsyncUnicodeScalarSequence(base).makeAsyncIterator())
  }

  /// Reads characters.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private var scalars: AsyncUnicodeScalarSequence<Base>.AsyncIterator
    private var text = ""

    init(_ scalars: AsyncUnicodeScalarSequence<Base>.AsyncIterator) { self.scalars = scalars }

    /// The next character, or `nil` at the end.
    ///
    /// - Throws: What the bytes throw.
    public mutating func next() async throws -> Character? { try await next(isolation: nil) }

    /// The next character, or `nil` at the end, for whom is on the actor given.
    ///
    /// - Throws: What the bytes throw.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Character? {
      while let scalar = try await scalars.next(isolation: actor) {
        text.unicodeScalars.append(scalar)
        if text.index(after: text.startIndex) < text.endIndex { return text.removeFirst() }
      }
      return text.isEmpty ? nil : text.removeFirst()
    }
  }
}

extension AsyncCharacterSequence: Sendable where Base: Sendable {}

@available(*, unavailable)
extension AsyncCharacterSequence.AsyncIterator: Sendable {}
