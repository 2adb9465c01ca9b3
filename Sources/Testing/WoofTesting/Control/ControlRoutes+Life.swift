internal import WoofModel

extension ControlRoutes {
  func moveClock(_ body: inout ControlBody) throws -> JSONValue {
    let (advance, show) = (try body.duration("advance"), try body.timestamp("show"))
    let (stands, runs) = (try body.flag("stand"), try body.flag("run"))
    try body.finish()
    if stands { harness.clock.stand() }
    if let show { harness.clock.show(show) }
    if let advance { harness.clock.advance(by: advance) }
    if runs { harness.clock.run() }
    return .object(["now": .string(harness.clock.now.description)])
  }

  func setStorage(_ body: inout ControlBody) throws -> JSONValue {
    let fault: StorageFault? = try body.word("fault")
    try body.finish()
    if let fault { harness.failStorage(fault) } else { harness.healStorage() }
    return Self.done
  }

  func present(_ body: inout ControlBody) throws -> JSONValue {
    let certificate: HarnessCertificate = try body.word("certificate") ?? .good
    try body.finish()
    try harness.present(certificate)
    return Self.done
  }

  func restart(_ body: inout ControlBody) async throws -> JSONValue {
    let kills = try body.flag("kill")
    try body.finish()
    try await harness.parts.restart(kills: kills)
    return Self.done
  }

  func takeDown(_ body: inout ControlBody) async throws -> JSONValue {
    let kills = try body.flag("kill")
    try body.finish()
    try await harness.takeDown(kills: kills)
    return Self.done
  }
}
