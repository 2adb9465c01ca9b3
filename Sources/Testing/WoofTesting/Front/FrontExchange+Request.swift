// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

extension FrontExchange {
  /// Passes the body of the request on; to nobody, it is only read.
  func sendBody(to service: RelaySocket?) async {
    var pace = pace(.request)
    while case let part = await carrier.nextBodyPart(), part != .end {
      guard case .bytes(let data) = part else { return clientLeft(service) }
      note(data)
      if isOverLimit { return await refuseBody(service) }
      if let service, !(await send(data, with: &pace, to: service)) { return }
    }
    isBodyRead = true
    if let service { _ = await service.send(BodyFrames.end(of: head.bodyLength)) }
  }

  private func note(_ data: [UInt8]) {
    journal.note(record.number) { $0.body.append(data, keeping: self.journal.limits.bodyByteCount) }
    receivedCount += data.count
  }

  /// The client ended in the middle of its body: the service sees that too.
  private func clientLeft(_ service: RelaySocket?) { service?.close() }

  private func send(_ data: [UInt8], with pace: inout WirePace, to service: RelaySocket) async -> Bool {
    for step in steps(for: data, going: .request, with: &pace) {
      switch step {
      case .send(let part): guard await service.send(BodyFrames.frame(part, as: head.bodyLength)) else { return false }
      case .end(.halfClose), .endConnection(.halfClose):
        service.finishSending()
        return false
      default: guard await perform(step) else { return false }
      }
    }
    return true
  }

  /// A body of unannounced length has become too long on its way.
  private var isOverLimit: Bool {
    guard head.framing == .chunked else { return false }
    for case .limitBody(let limit) in faults where receivedCount > limit { return !hasResponded }
    return false
  }

  private func refuseBody(_ service: RelaySocket?) async {
    guard case .limitBody(let limit)? = faults.first(where: { if case .limitBody = $0 { true } else { false } }) else {
      return
    }
    _ = await respond(with: .tooLarge(limit))
    service?.close()
  }
}
