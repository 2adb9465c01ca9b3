// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

extension FrontExchange {
  private var bodyLength: BodyLength {
    switch head.framing {
    case .none: .none
    case .length(let count): .length(count)
    case .chunked: .chunked
    }
  }

  /// Passes the body of the request on; to nobody, it is only read.
  func sendBody(to service: RelaySocket?) async {
    var frames = BodyFrames(bodyLength)
    var pace = WirePace(faults.filter { $0.goes(.request) })
    while !frames.isOver {
      guard let bytes = await nextBytes() else { return clientLeft(service) }
      let (data, consumed) = frames.take(bytes)
      connection.unread = Array(bytes[consumed...])
      guard !frames.isBroken else { return clientLeft(service) }
      note(data)
      if isOverLimit { return await refuseBody(service) }
      if let service, !(await send(data, with: &pace, to: service)) { return }
    }
    isBodyRead = true
    connection.carried[.request, default: 0] += pace.offset
    if let service { _ = await service.send(BodyFrames.end(of: bodyLength)) }
  }

  private func nextBytes() async -> [UInt8]? {
    guard connection.unread.isEmpty else {
      defer { connection.unread = [] }
      return connection.unread
    }
    return await connection.client.receive()
  }

  private func note(_ data: [UInt8]) {
    guard !data.isEmpty else { return }
    journal.note(record.number) { $0.body.append(data, keeping: self.journal.limits.bodyByteCount) }
    receivedCount += data.count
  }

  /// The client ended in the middle of its body: the service sees that too.
  private func clientLeft(_ service: RelaySocket?) { service?.close() }

  private func send(_ data: [UInt8], with pace: inout WirePace, to service: RelaySocket) async -> Bool {
    for step in pace.steps(for: data) {
      switch step {
      case .send(let part): guard await service.send(BodyFrames.frame(part, as: bodyLength)) else { return false }
      case .pause(let duration): await front.sleep(duration)
      case .end(.halfClose):
        service.finishSending()
        return false
      case .end(let ending):
        connection.end(by: ending)
        return false
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

extension Fault {
  /// Returns `true` if the fault is about bytes that go in that direction.
  func goes(_ way: Direction) -> Bool {
    switch self {
    case .drip(way, _, _), .cut(way, _, _), .corruptByte(way, _): true
    default: false
    }
  }
}
