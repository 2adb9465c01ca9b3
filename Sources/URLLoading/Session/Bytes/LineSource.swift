/// Where lines come from: whole chunks of a response, or any bytes one by one.
struct LineSource<Base: AsyncSequence> where Base.Element == UInt8 {
  private enum Bytes {
    case response(ByteReader)
    case other(Base.AsyncIterator)
  }

  private var bytes: Bytes
  private var splitter = LineSplitter()
  private var chunk: ByteChunk?
  private var position = 0

  init(_ base: Base) {
    if let response = base as? URLSession.AsyncBytes {
      bytes = .response(response.reader)
    } else {
      bytes = .other(base.makeAsyncIterator())
    }
  }

  /// The next line of what has come already.
  mutating func lineAtHand() -> String? {
    guard let chunk else { return nil }
    return splitter.next(in: UnsafeBufferPointer(start: chunk.base, count: chunk.count), from: &position)
  }

  mutating func nextLine() async throws -> String? {
    switch bytes {
    case .response(let reader):
      while true {
        let next = try await reader.next(giving: chunk.take())
        guard let next else { return splitter.last() }
        chunk = next
        position = 0
        if let line = lineAtHand() { return line }
      }
    case .other(var iterator):
      defer { bytes = .other(iterator) }
      while let byte = try await iterator.next() {
        if let line = take(byte) { return line }
      }
      return splitter.last()
    }
  }

  private mutating func take(_ byte: UInt8) -> String? {
    withUnsafePointer(to: byte) { pointer in
      var position = 0
      return splitter.next(in: UnsafeBufferPointer(start: pointer, count: 1), from: &position)
    }
  }
}
