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
