internal import WoofModel

extension ControlRoutes {
  func inject(_ body: inout ControlBody) throws -> JSONValue {
    let (rule, isStub) = try body.rule()
    try body.finish()
    let fault = isStub ? try harness.faults.stub(rule) : try harness.faults.inject(rule)
    return .object(["id": .integer(Int64(fault.number))])
  }

  func count(of id: String?) throws -> JSONValue {
    .object(["happened": .integer(Int64(harness.faults.count(of: try handle(id))))])
  }

  func remove(_ id: String?) throws -> JSONValue {
    harness.faults.remove(try handle(id))
    return Self.done
  }

  func waitForFault(_ body: inout ControlBody, _ id: String?) async throws -> JSONValue {
    let fault = try handle(id)
    let times = try body.integer("times", default: 1)
    try body.finish()
    guard times >= 1 else { throw HarnessError(.invalid, "The member “times” begins at 1.") }
    try await harness.faults.happened(fault, times: times)
    // It may have been switched off since.
    return .object(["happened": .integer(Int64(max(times, harness.faults.count(of: fault))))])
  }

  private func handle(_ id: String?) throws(HarnessError) -> FaultBook.Handle {
    guard let id, let number = Int(id), harness.faults.knows(number) else {
      throw HarnessError(
        .invalid, "There is no fault “\(id ?? "")”; POST /control/v1/faults gives the id of a new one.")
    }
    return FaultBook.Handle(number: number)
  }
}
