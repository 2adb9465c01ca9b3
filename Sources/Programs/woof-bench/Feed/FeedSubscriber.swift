// SPDX-License-Identifier: Apache-2.0

/// A subscriber of the live stream, which splits the received bytes into lines.
struct FeedSubscriber {
  let descriptor: Int32
  /// `true` once the head of the response has come with the status 200.
  private(set) var isSubscribed = false
  /// `true` once the stream has ended, or was refused.
  private(set) var hasEnded = false
  /// The index that the next line probably has in the memory of lines.
  var expectedLine = 0
  private var decoder = ChunkDecoder()
  /// The beginning of a head or line whose end has not come.
  private var pending: [UInt8] = []

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Takes the next bytes and hands out the lines that are complete, without their ends.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ line: (ArraySlice<UInt8>) -> Void) {
    guard isSubscribed else { return takeHead(bytes, line) }
    var pending = self.pending
    let isAtEnd = decoder.take(bytes) { Self.split($0, &pending, line) }
    self.pending = pending
    hasEnded = hasEnded || isAtEnd
  }

  /// Takes the end of the connection.
  mutating func end() { hasEnded = true }

  private mutating func takeHead(_ bytes: ArraySlice<UInt8>, _ line: (ArraySlice<UInt8>) -> Void) {
    pending += bytes
    guard let head = BriefResponseHead(pending[...]) else { return }
    let rest = pending[head.byteCount...]
    pending = []
    isSubscribed = head.status == 200
    hasEnded = !isSubscribed
    if isSubscribed, !rest.isEmpty { take(rest, line) }
  }

  private static func split(
    _ content: ArraySlice<UInt8>, _ pending: inout [UInt8], _ line: (ArraySlice<UInt8>) -> Void
  ) {
    var rest = content
    while let offset = rest.firstOffset(of: [UInt8(ascii: "\n")]) {
      if pending.isEmpty {
        line(rest.prefix(offset))
      } else {
        pending += rest.prefix(offset)
        line(pending[...])
        pending.removeAll(keepingCapacity: false)
      }
      rest = rest.dropFirst(offset + 1)
    }
    pending += rest
  }
}
