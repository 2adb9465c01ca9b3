/// The source of the text of lines: whole chunks of a response, or any bytes one by one.
@usableFromInline
struct LineSource<Base: AsyncSequence> where Base.Element == UInt8 {
  private enum Bytes {
    case response(ByteReader)
    case other(Base.AsyncIterator)
  }

  /// So much of other bytes is gathered at most.
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
