// SPDX-License-Identifier: Apache-2.0

extension FrontExchange {
  /// The pace of a body by the faults of the exchange itself.
  func pace(_ way: Fault.Direction) -> WirePace {
    WirePace(faults.filter { $0.goes(way) })
  }

  /// Takes bytes that are about to go one way, and returns what becomes of them: first by the faults of the exchange, then
  /// by those of the connection.
  func steps(for data: [UInt8], going way: Fault.Direction, with pace: inout WirePace) -> [WirePace.Step] {
    var steps = pace.steps(for: data)
    // A cut at the very start of what the connection carries comes before any byte.
    if steps.isEmpty, data.isEmpty { steps = [.send([])] }
    return steps.flatMap { step in
      if case .send(let part) = step { connection.steps(for: part, going: way) } else { [step] }
    }
  }

  /// Carries out a step that is the same in both directions; returns `false` if the body has ended with it.
  func perform(_ step: WirePace.Step) async -> Bool {
    switch step {
    case .send: break
    case .pause(let duration): await front.sleep(duration)
    case .end(let ending): carrier.end(by: ending)
    case .endConnection(let ending): connection.end(by: ending)
    }
    if case .pause = step { return true }
    return false
  }
}

extension Fault {
  /// Returns `true` if the fault is about bytes that go in that direction.
  func goes(_ way: Direction) -> Bool {
    switch self {
    case .drip(way, _, _), .cut(way, _, _), .corruptByte(way, _): true
    default: false
    }
  }
}
