/// The lines of an asynchronous sequence of bytes.
///
/// A line ends with LF, CR, CR LF, or another of Unicode's separators of lines, which is not part of it. Empty lines are
/// left out. What is not UTF-8 is repaired.
public struct AsyncLineSequence<Base: AsyncSequence>: AsyncSequence where Base.Element == UInt8 {
  /// A line, without its end.
  public typealias Element = String

  let base: Base

  init(_ base: Base) { self.base = base }

  /// Starts reading.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(base) }

  /// Reads lines.
  public struct AsyncIterator: AsyncIteratorProtocol {
    @usableFromInline var cursor = LineCursor()
    @usableFromInline var source: LineSource<Base>

    init(_ base: Base) { source = LineSource(base) }

    /// The next line, or `nil` at the end.
    ///
    /// - Throws: What the bytes throw.
    @inlinable
    public mutating func next() async throws -> String? { try await next(isolation: nil) }

    /// The next line, or `nil` at the end, for whom is on the actor given.
    ///
    /// - Throws: What the bytes throw.
    @inlinable
    public mutating func next(isolation actor: isolated (any Actor)?) async throws -> String? {
      while true {
        if let line = cursor.next() { return line }
        guard let chunk = try await source.next(giving: cursor.giveBack(), isolation: actor) else { break }
        cursor.take(chunk)
      }
      return cursor.last()
    }
  }
}

extension AsyncLineSequence: Sendable where Base: Sendable {}

@available(*, unavailable)
extension AsyncLineSequence.AsyncIterator: Sendable {}

extension AsyncSequence where Element == UInt8 {
  /// The lines of the text that the bytes are in UTF-8.
  public var lines: AsyncLineSequence<Self> { AsyncLineSequence(self) }

  /// The characters of the text that the bytes are in UTF-8.
  public var characters: AsyncCharacterSequence<Self> { AsyncCharacterSequence(self) }

  /// The scalars of the text that the bytes are in UTF-8.
  public var unicodeScalars: AsyncUnicodeScalarSequence<Self> { AsyncUnicodeScalarSequence(self) }
}
