// SPDX-License-Identifier: Apache-2.0

/// The pieces and pauses in which the bytes of a body go one way, and the point at which they end. The bytes that go on
/// have been changed where a fault says so.
struct WirePace: Sendable {
  /// A step in passing bytes on.
  enum Step: Hashable, Sendable {
    case send([UInt8])
    case pause(Duration)
    case end(Fault.Ending)
    /// The client's connection ends, whatever else it carries.
    case endConnection(Fault.Ending)
  }

  private let faults: [Fault]
  private let isOfConnection: Bool
  private var offset = 0
  private var isOver = false

  /// - Parameter isOfConnection: `true` for all bytes that one connection carries, instead of those of one body.
  init(_ faults: [Fault], ofConnection isOfConnection: Bool = false) {
    self.faults = faults
    self.isOfConnection = isOfConnection
  }

  /// Takes bytes that have come, and returns what to do with them.
  mutating func steps(for data: [UInt8]) -> [Step] {
    guard !isOver else { return [] }
    guard !faults.isEmpty else {
      offset += data.count
      return data.isEmpty ? [] : [.send(data)]
    }
    let (part, ending) = cut(corrupted(data))
    var steps: [Step] = []
    if let (size, pause) = drip {
      var start = 0
      while start < part.count {
        let end = min(start + size, part.count)
        steps += [.send(Array(part[start..<end])), .pause(pause)]
        start = end
      }
    } else if !part.isEmpty {
      steps.append(.send(part))
    }
    offset += part.count
    guard let ending else { return steps }
    isOver = true
    return steps + [isOfConnection ? .endConnection(ending) : .end(ending)]
  }

  private func corrupted(_ data: [UInt8]) -> [UInt8] {
    var data = data
    for case .corruptByte(_, let position) in faults where position >= offset && position - offset < data.count {
      data[position - offset] ^= 0xFF
    }
    return data
  }

  private func cut(_ data: [UInt8]) -> ([UInt8], Fault.Ending?) {
    var (part, ending): ([UInt8], Fault.Ending?) = (data, nil)
    for case .cut(_, let limit, let how) in faults where limit - offset <= part.count {
      (part, ending) = (Array(part.prefix(max(0, limit - offset))), how)
    }
    return (part, ending)
  }

  private var drip: (Int, Duration)? {
    for case .drip(_, let count, let pause) in faults { return (count, pause) }
    return nil
  }
}
