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
    let sent = carrier.fitted(response)
    journal.note(record.number) { $0.response = RecordedResponse(status: sent.status, fields: sent.fields) }
    guard !hasResponded, await carrier.send(sent, length) else { return false }
    if isBodyRead { carrier.watchClient() }
    guard await relayBody(length, from: service, buffer, mediaType: response.fields["Content-Type"]) else {
      return false
    }
    await sendInterims(.late)
    journal.note(record.number) { $0.outcome = .complete }
    return response.keepsAlive && length != .untilClose && head.keepsAlive
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
          if !hasResponded { carrier.end(by: .close) }
          return nil
        }
        buffer += bytes
      }
    }
  }

  private func sendInterim(_ response: ResponseHead, isLate: Bool = false) async -> Bool {
    journal.note(record.number) { $0.interims.append(response.status) }
    return isLate ? await carrier.sendLate(response) : await carrier.sendInterim(response)
  }

  private func sendInterims(_ moment: Fault.InterimMoment) async {
    for case .interim(let status, let fields, let count, moment) in faults {
      let response = ResponseHead(status: status, reason: HTTPStatus(status).reason, fields: fields)
      for _ in 0..<count where !(await sendInterim(response, isLate: moment == .late)) { return }
    }
  }

  // MARK: Bodies

  private func relayBody(
    _ length: BodyLength, from service: RelaySocket, _ buffered: [UInt8], mediaType: String?
  ) async -> Bool {
    defer { carrier.unwatchClient() }
    var frames = BodyFrames(length)
    var pace = pace(.response)
    var edits = EventEdits(faults, mediaType: mediaType)
    var bytes = buffered
    // A cut at the start of the body happens before any of it.
    guard await send([], with: &pace) else { return false }
    while !frames.isOver {
      if bytes.isEmpty {
        guard let next = await service.receive() else { return await serviceEnded(length) }
        bytes = next
      }
      var data = frames.take(bytes).data
      bytes = []
      guard !frames.isBroken else { return breakOff() }
      if let edited = edits?.take(data) { data = edited }
      guard await send(data, with: &pace) else { return false }
      if edits?.isBroken == true { return breakOff() }
    }
    return await carrier.finishResponse()
  }

  private func serviceEnded(_ length: BodyLength) async -> Bool {
    length == .untilClose ? await carrier.finishResponse() : breakOff()
  }

  /// Ends a response that cannot be completed; returns `false`.
  private func breakOff() -> Bool {
    carrier.end(by: .reset)
    return false
  }

  private func send(_ data: [UInt8], with pace: inout WirePace) async -> Bool {
    if !data.isEmpty {
      journal.note(record.number) { $0.response?.body.append(data, keeping: self.journal.limits.bodyByteCount) }
    }
    for step in steps(for: data, going: .response, with: &pace) {
      switch step {
      case .send(let part): guard await carrier.send(part) else { return false }
      case .end(.halfClose):
        carrier.finishSending()
        return false
      case .endConnection(.halfClose):
        connection.client.finishSending()
        return false
      default: guard await perform(step) else { return false }
      }
    }
    return true
  }
}
