// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

extension FrontExchange {
  /// Passes the service's response on; returns `true` if the connection can go on after it.
  func relayResponse(from service: RelaySocket) async -> Bool {
    var buffer: [UInt8] = []
    guard var response = await finalHead(from: service, &buffer) else { return false }
    let length = response.length(inResponseTo: record.method)
    if case .length(let count) = length {
      for case .wrongLength(let difference) in faults {
        response.set("Content-Length", "\(max(0, Int(count) + difference))")
      }
    }
    await sendInterims(.early)
    let fields = response.fields
    journal.note(record.number) { [status = response.status] in
      $0.response = RecordedResponse(status: status, fields: fields)
    }
    guard !hasResponded, await connection.client.send(response.bytes) else { return false }
    watchClient(service)
    guard await relayBody(length, from: service, buffer, mediaType: response.fields["Content-Type"]) else {
      return false
    }
    await sendInterims(.late)
    journal.note(record.number) { $0.outcome = .complete }
    return response.keepsAlive && length != .untilClose && head.keepsAlive
  }

  /// A client that leaves while its response is sent ends it at the service too.
  private func watchClient(_ service: RelaySocket) {
    guard isBodyRead else { return }
    connection.client.whenPeerLeaves { [weak connection] in connection?.end(by: .close) }
  }

  // MARK: Heads

  /// The head of the final response; those of interim ones before it are passed on.
  private func finalHead(from service: RelaySocket, _ buffer: inout [UInt8]) async -> ResponseHead? {
    while true {
      switch ResponseHead.read(buffer) {
      case .broken: return nil
      case .head(let response, let consumed):
        buffer.removeFirst(consumed)
        guard response.isInterim else { return front.isKilled ? nil : response }
        guard await sendInterim(response) else { return nil }
      case .needsMore:
        guard let bytes = await service.receive() else {
          // The service broke off, and so does its response to the client.
          if !hasResponded { connection.end(by: .close) }
          return nil
        }
        buffer += bytes
      }
    }
  }

  private func sendInterim(_ response: ResponseHead) async -> Bool {
    journal.note(record.number) { $0.interims.append(response.status) }
    return await connection.client.send(response.bytes)
  }

  private func sendInterims(_ moment: Fault.InterimMoment) async {
    for case .interim(let status, let fields, let count, moment) in faults {
      let response = ResponseHead(status: status, reason: HTTPStatus(status).reason, fields: fields)
      for _ in 0..<count where !(await sendInterim(response)) { return }
    }
  }

  // MARK: Bodies

  private func relayBody(
    _ length: BodyLength, from service: RelaySocket, _ buffered: [UInt8], mediaType: String?
  ) async -> Bool {
    defer { connection.client.whenPeerLeaves(nil) }
    var frames = BodyFrames(length)
    var pace = WirePace(faults.filter { $0.goes(.response) })
    var edits = EventEdits(faults, mediaType: mediaType)
    var bytes = buffered
    // A cut at the start of the body happens before any of it.
    guard await send([], length, with: &pace) else { return false }
    while !frames.isOver {
      if bytes.isEmpty {
        guard let next = await service.receive() else { return await serviceEnded(length) }
        bytes = next
      }
      var data = frames.take(bytes).data
      bytes = []
      guard !frames.isBroken else { return false }
      if let edited = edits?.take(data) { data = edited }
      guard await send(data, length, with: &pace) else { return false }
      if edits?.isBroken == true {
        connection.end(by: .reset)
        return false
      }
    }
    connection.carried[.response, default: 0] += pace.offset
    return await connection.client.send(BodyFrames.end(of: length))
  }

  private func serviceEnded(_ length: BodyLength) async -> Bool {
    if length == .untilClose { return true }
    connection.end(by: .reset)
    return false
  }

  private func send(_ data: [UInt8], _ length: BodyLength, with pace: inout WirePace) async -> Bool {
    if !data.isEmpty {
      journal.note(record.number) { $0.response?.body.append(data, keeping: self.journal.limits.bodyByteCount) }
    }
    for step in pace.steps(for: data) {
      switch step {
      case .send(let part):
        guard await connection.client.send(BodyFrames.frame(part, as: length)) else { return false }
      case .pause(let duration): await front.sleep(duration)
      case .end(.halfClose):
        connection.client.finishSending()
        return false
      case .end(let ending):
        connection.end(by: ending)
        return false
      }
    }
    return true
  }
}
