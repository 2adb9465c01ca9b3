// SPDX-License-Identifier: Apache-2.0

/// A walk through one file, whatever its format.
protocol ImageWalking: Sendable {
  mutating func consume(_ bytes: RawSpan) throws(StructureFault)
  mutating func finish() throws(StructureFault) -> ImageReport
}

/// Meets a walker's demands from runs of any length.
///
/// A field that lies within one run is handed on where it is; only one that is cut gets copied together.
struct ImageWalk<Walker: ImageWalker>: ImageWalking {
  private var walker: Walker
  private var demand: Demand
  /// The bytes that came so far, which is also the position of the next one.
  private var offset = 0
  /// The first bytes of a field that is cut.
  private var pending: [UInt8] = []

  init(_ walker: Walker) {
    self.walker = walker
    demand = walker.firstDemand
  }

  mutating func consume(_ bytes: RawSpan) throws(StructureFault) {
    var position = 0
    while position < bytes.byteCount {
      position += try advance(bytes.extracting(position..<bytes.byteCount))
    }
  }

  mutating func finish() throws(StructureFault) -> ImageReport {
    switch demand {
    case .end, .tail: break
    case .fieldOrEnd where pending.isEmpty: break
    default: throw StructureFault("the file ends inside \(walker.place)", at: offset)
    }
    return try walker.finish(byteCount: offset)
  }

  /// Takes at least one of the bytes, of which there is at least one, and returns the number taken.
  private mutating func advance(_ bytes: RawSpan) throws(StructureFault) -> Int {
    switch demand {
    case .field(let count), .fieldOrEnd(let count):
      return try advance(bytes, inField: count)
    case .run(let count):
      let taken = min(count, bytes.byteCount)
      try walker.see(bytes.extracting(first: taken), at: offset)
      return try pass(taken, leaving: .run(count - taken), isMet: taken == count)
    case .skip(let count):
      let taken = min(count, bytes.byteCount)
      return try pass(taken, leaving: .skip(count - taken), isMet: taken == count)
    case .search:
      let found = walker.search(bytes)
      return try pass(found ?? bytes.byteCount, leaving: .search, isMet: found != nil)
    case .tail:
      try walker.see(bytes, at: offset)
      return try pass(bytes.byteCount, leaving: .tail, isMet: false)
    case .end:
      throw StructureFault("bytes follow the end of the picture", at: offset)
    }
  }

  private mutating func advance(_ bytes: RawSpan, inField count: Int) throws(StructureFault) -> Int {
    let start = offset - pending.count
    let taken = min(count - pending.count, bytes.byteCount)
    offset += taken
    guard pending.isEmpty, taken == count else {
      bytes.extracting(first: taken).append(to: &pending)
      if pending.count == count {
        let field = pending
        pending = []
        try settle(walker.take(field.span.bytes, at: start))
      }
      return taken
    }
    try settle(walker.take(bytes.extracting(first: taken), at: start))
    return taken
  }

  private mutating func pass(_ taken: Int, leaving rest: Demand, isMet: Bool) throws(StructureFault) -> Int {
    offset += taken
    demand = rest
    if isMet { try settle(walker.take(RawSpan(), at: offset)) }
    return taken
  }

  /// Makes `next` the demand; one for no bytes is met at once.
  private mutating func settle(_ next: Demand) throws(StructureFault) {
    demand = next
    while demand == .skip(0) || demand == .run(0) || demand == .field(0) {
      demand = try walker.take(RawSpan(), at: offset)
    }
  }
}
