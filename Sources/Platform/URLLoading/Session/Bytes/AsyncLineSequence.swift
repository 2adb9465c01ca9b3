// SPDX-License-Identifier: Apache-2.0

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

/// The position of a reader of lines in the content that has come. It is not generic, so that a line that is there
/// costs no more than a call.
@usableFromInline
struct LineCursor {
  private var splitter = LineSplitter()
  private var chunk: ByteChunk?
  private var end = 0
  private var position = 0

  init() {}

  /// The next line of what has come; `nil` where it goes on in what has not.
  @usableFromInline
  mutating func next() -> String? {
    guard position < end, let chunk else { return nil }
    return splitter.next(in: UnsafeBufferPointer(start: chunk.base, count: end), from: &position)
  }

  /// Lets go of what has come, which has been read.
  @usableFromInline
  mutating func giveBack() -> ByteChunk? {
    end = 0
    return chunk.take()
  }

  /// More has come.
  @usableFromInline
  mutating func take(_ next: ByteChunk) {
    chunk = next
    position = 0
    end = next.count
  }

  /// The last line, if it has no end.
  @usableFromInline
  mutating func last() -> String? { splitter.last() }
}

/// The source of the text of lines: whole chunks of a response, or any bytes one by one.
@usableFromInline
struct LineSource<Base: AsyncSequence> where Base.Element == UInt8 {
  private enum Bytes {
    case response(ByteReader)
    case other(Base.AsyncIterator)
  }

  /// The most bytes of another source that are gathered.
  private static var capacity: Int { 4096 }

  private var bytes: Bytes

  init(_ base: Base) {
    if let response = base as? URLSession.AsyncBytes {
      bytes = .response(response.reader)
    } else {
      bytes = .other(base.makeAsyncIterator())
    }
  }

  /// Returns the next content, and waits no longer than for the end of a line; `nil` at the end.
  ///
  /// - Parameter spare: A chunk that the reader is done with.
  @usableFromInline
  mutating func next(
    giving spare: ByteChunk?, isolation actor: isolated (any Actor)?
  ) async throws -> ByteChunk? {
    switch bytes {
    case .response(let reader): return try await reader.next(giving: spare)
    case .other(var iterator):
      defer { bytes = .other(iterator) }
      let chunk = spare ?? ByteChunk(capacity: Self.capacity)
      chunk.count = 0
      while chunk.room > 0, let byte = try await iterator.next(isolation: actor) {
        chunk.append(byte)
        if LineSplitter.mayEndLine(byte) { break }
      }
      return chunk.count == 0 ? nil : chunk
    }
  }
}
