// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP
internal import WoofModel

/// One request on its way to the service, and its response on the way back. Confined to the front's loop.
final class FrontExchange: @unchecked Sendable {  // confined to the loop of its front
  let head: HTTPRequestHead
  let carrier: any ExchangeCarrier
  let record: RecordedExchange
  /// The faults that the request and its response meet.
  let faults: [Fault]
  /// `true` once the harness has responded in the place of the service.
  var hasResponded = false
  /// The number of bytes of the request's body that have come.
  var receivedCount = 0
  /// `true` once the request's body has been taken to its end.
  var isBodyRead = false
  private let bytes: [UInt8]
  private let start: Int64

  var connection: FrontConnection { carrier.connection }
  var front: Front { carrier.connection.front }
  var journal: Journal { carrier.connection.front.journal }

  /// - Parameter bytes: The head's bytes in HTTP/1.1.
  init(_ head: HTTPRequestHead, _ bytes: [UInt8], on carrier: any ExchangeCarrier) {
    self.head = head
    self.bytes = bytes
    self.carrier = carrier
    let connection = carrier.connection
    start = connection.front.clock.monotonicNanoseconds
    let arrived = RecordedExchange(head, on: carrier)
    let own = connection.front.faults.faults(for: arrived)
    faults = own + connection.exchangeFaults
    record = connection.front.journal.begin { number in
      var exchange = arrived
      exchange.number = number
      exchange.faults = own.map(\.name) + connection.faultNames
      return exchange
    }
    isBodyRead = head.framing == .none
  }

  /// Has the request handled; returns `true` if the connection goes on.
  func run() async -> Bool {
    let goesOn = await respond()
    journal.note(record.number) { if $0.outcome == .running { $0.outcome = .broken } }
    return goesOn
  }

  private func respond() async -> Bool {
    await front.delay(faults, since: start)
    if let ending = faults.firstEnding {
      carrier.end(by: ending)
      return false
    }
    if let response = ruleResponse { return await respond(with: response) }
    guard await carrier.connect(), let service = carrier.service else { return await replyWithoutService() }
    let storage = switchOnServiceFaults()
    defer {
      storage?.fail(nil)
      front.setPictureFaults([], during: record.number)
    }
    guard await service.send(forwardedHead) else { return false }
    async let sending: Void = sendBody(to: service)
    let goesOn = await relayResponse(from: service)
    if !goesOn { await endAfterResponse(service) }
    await sending
    return goesOn && isBodyRead
  }

  /// The response of a rule, where one responds before the service.
  private var ruleResponse: StubbedResponse? {
    for fault in faults {
      switch fault {
      case .response(let response): return response
      case .limitBody(let limit):
        if case .length(let count) = head.framing, count > Int64(limit) { return .tooLarge(limit) }
      default: break
      }
    }
    return nil
  }

  /// Responds if nothing is behind the front: from the recording if there is one, or by a reset if the service is down.
  private func replyWithoutService() async -> Bool {
    guard !carrier.isOver else { return false }
    guard front.service.current == .nobody else {
      connection.end(by: .reset)
      return false
    }
    if head.expectsContinue { _ = await carrier.sendInterim(ResponseHead(status: 100, reason: "Continue", fields: [])) }
    if !isBodyRead { await sendBody(to: nil) }
    guard isBodyRead else { return false }
    if let whole = journal.exchanges.last(where: { [number = record.number] in $0.number == number }),
      let response = front.replay.change({ $0.response(to: whole) })
    {
      return await respond(with: response)
    }
    return await respond(
      with: .problem(
        "not-found", status: 404, title: "Not found",
        "Nothing was recorded for \(record.method) \(record.target), and no service is there to be asked."))
  }

  /// Lets the service behind the front fail while the request is handled; the files that do, where they do.
  private func switchOnServiceFaults() -> HarnessFiles? {
    for case .kill(let point) in faults { front.killService(at: point) }
    front.setPictureFaults(faults.filter { if case .transformer = $0 { true } else { false } }, during: record.number)
    for case .storage(let fault) in faults {
      let files = front.storage.current
      files?.fail(fault)
      return files
    }
    return nil
  }

  /// The head as the service gets it.
  private var forwardedHead: [UInt8] {
    for case .replaceToken(let token) in faults {
      guard let query = record.query else { continue }
      let parts = query.split(separator: "&").map { $0.hasPrefix("since=") ? "since=\(token)" : String($0) }
      let line = "\(record.method) \(record.path)?\(parts.joined(separator: "&")) HTTP/1.1"
      guard let end = bytes.offset(of: [13, 10]) else { continue }
      return Array(line.utf8) + bytes[end...]
    }
    return bytes
  }

  // MARK: Responding in the service's place

  /// Sends the response of a rule; returns `true` if the connection goes on.
  func respond(with response: StubbedResponse) async -> Bool {
    hasResponded = true
    // Who waits to be told to go on sends nothing after a final response, or everything: it cannot be known.
    let closes = head.expectsContinue && !isBodyRead || !head.keepsAlive
    var responseHead = ResponseHead(
      status: response.status, reason: HTTPStatus(response.status).reason, fields: response.fields)
    let hasBody = record.method != "HEAD" && response.status != 204 && response.status != 304
    if response.status != 204 { responseHead.set("Content-Length", "\(response.body.count)") }
    if closes { responseHead.set("Connection", "close") }
    responseHead = carrier.fitted(responseHead)
    journal.note(record.number) { [fields = responseHead.fields] exchange in
      exchange.response = RecordedResponse(status: response.status, fields: fields)
      if hasBody { exchange.response?.body.append(response.body, keeping: self.journal.limits.bodyByteCount) }
    }
    guard await send(responseHead, hasBody ? response.body : nil) else { return false }
    if closes { carrier.refuseRest() }
    if !isBodyRead { await sendBody(to: nil) }
    journal.note(record.number) { $0.outcome = .complete }
    return !closes && isBodyRead
  }

  private func send(_ responseHead: ResponseHead, _ body: [UInt8]?) async -> Bool {
    guard await carrier.send(responseHead, body.map { .length(Int64($0.count)) } ?? .none) else { return false }
    if let body, !(await carrier.send(body)) { return false }
    return await carrier.finishResponse()
  }

  /// The service ends the connection after a response: it reads for a while what still comes, so that the client can
  /// read the response, and so does the front.
  private func endAfterResponse(_ service: RelaySocket) async {
    carrier.finishSending()
    carrier.watchClient()
    while await service.receive() != nil {}
    carrier.end(by: .close)
  }
}

extension StubbedResponse {
  /// The response of a proxy to a body over its limit.
  static func tooLarge(_ limit: Int) -> Self {
    .problem(
      "payload-too-large", status: 413, title: "Payload too large", "The body is larger than \(limit) bytes.",
      members: [("limit", limit)])
  }
}

extension RecordedExchange {
  init(_ head: HTTPRequestHead, on carrier: any ExchangeCarrier) {
    let connection = carrier.connection
    var fields: [MessageField] = []
    head.fields.forEach { name, value in
      fields.append(MessageField(String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)))
    }
    self.init(
      number: 0, connection: connection.number, time: connection.front.clock.now.milliseconds,
      method: head.method.token, path: String(decoding: head.target.path, as: UTF8.self),
      query: head.target.query.map { String(decoding: $0, as: UTF8.self) }, fields: fields)
    stream = carrier.streamNumber
  }
}
