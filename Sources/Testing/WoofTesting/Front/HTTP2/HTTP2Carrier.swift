// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP
internal import WoofModel

/// One stream of HTTP/2, which carries one exchange and has a connection to the service of its own. Confined to the
/// front's loop.
///
/// An end that would be one of the connection over HTTP/1.1 is one of the stream here; others go on.
final class HTTP2Carrier: ExchangeCarrier, @unchecked Sendable {  // confined to the loop of its front
  /// The fields of the request's head, until it is complete.
  var head: HTTP2RequestHeadBuilder? = HTTP2RequestHeadBuilder(limits: HTTPParserLimits())
  var service: RelaySocket?
  private let number: Int32
  private let exchanges: HTTP2Exchanges
  /// The bytes of the request's body that nobody has taken.
  private var incoming: [UInt8] = []
  private var isRequestWhole = false
  private var reader: UnsafeContinuation<Void, Never>?  // resumed by bytes, by the end of the body or of the stream
  /// The bytes of the response's body that wait for the client.
  private var outgoing: ArraySlice<UInt8> = []
  private var isFinished = false
  private var isSent = false
  private var sender: UnsafeContinuation<Void, Never>?  // resumed when all is sent, or by the end of the stream
  private var hasEnded = false
  private var isClosed = false

  var connection: FrontConnection { exchanges.connection }
  var streamNumber: Int? { Int(number) }
  var isOver: Bool { hasEnded || isClosed }

  init(_ number: Int32, of exchanges: HTTP2Exchanges) {
    self.number = number
    self.exchanges = exchanges
  }

  /// The head is complete: the exchange begins.
  func begin(isLast: Bool) {
    isRequestWhole = isLast
    guard var builder = head else { return }
    head = nil
    do throws(HTTPViolation) {
      let head = try builder.head(isLast: isLast)
      let exchange = FrontExchange(head, head.bytes, on: self)
      run { _ = await exchange.run() }
    } catch {
      run { await self.refuse(error) }
    }
  }

  private func run(_ body: @escaping @Sendable () async -> Void) {
    Task(executorPreference: connection.front.loop) {
      await body()
      self.end(by: .close)
    }
  }

  /// Responds to what cannot be passed on to the service, as it is no request.
  private func refuse(_ violation: HTTPViolation) async {
    let response = StubbedResponse.problem(
      "invalid-request", status: violation.status.code, title: "Invalid request", violation.reason)
    let head = ResponseHead(status: response.status, reason: "", fields: response.fields)
    guard await send(head, .length(Int64(response.body.count))), await send(response.body) else { return }
    _ = await finishResponse()
  }

  // MARK: The request's body

  func received(_ bytes: [UInt8]) {
    incoming += bytes
    resumeReader()
  }

  func bodyEnded() {
    isRequestWhole = true
    resumeReader()
  }

  /// The number of bytes of the body that have come and that nobody has taken.
  var unreadCount: Int { incoming.count }

  func nextBodyPart() async -> RequestBodyPart {
    while !hasEnded {
      if !incoming.isEmpty { return takeIncoming() }
      if isRequestWhole { return .end }
      guard !isClosed else { return .lost }
      await withUnsafeContinuation { reader = $0 }
    }
    return .lost
  }

  private func takeIncoming() -> RequestBodyPart {
    let bytes = incoming
    incoming = []
    // What was left of a closed stream has been dropped for the session.
    if !isClosed { exchanges.consumed(bytes.count, of: number) }
    return .bytes(bytes)
  }

  private func resumeReader() {
    let waiting = reader
    reader = nil
    waiting?.resume()
  }

  // MARK: The response

  /// The same with names in lower case, and without what belongs to a connection (RFC 9113 §8.2).
  func fitted(_ head: ResponseHead) -> ResponseHead {
    var head = head
    head.fields = head.fields.map { MessageField($0.name.lowercased(), $0.value) }
    head.fields.removeAll { Self.namesOfConnection.contains($0.name) }
    return head
  }

  private static let namesOfConnection: Set = [
    "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
  ]

  func sendInterim(_ head: ResponseHead) async -> Bool {
    guard !isOver else { return false }
    exchanges.submitInterim(fitted(head), on: number)
    return true
  }

  func sendLate(_ head: ResponseHead) async -> Bool {
    guard isSent, !connection.isOver else { return false }
    exchanges.submitLate(fitted(head), on: number)
    return true
  }

  func send(_ head: ResponseHead, _ length: BodyLength) async -> Bool {
    guard !isOver else { return false }
    exchanges.submit(fitted(head), on: number, hasBody: length != .none)
    if length == .none { isFinished = true }
    return true
  }

  func send(_ part: [UInt8]) async -> Bool {
    guard !part.isEmpty else { return !isOver }
    outgoing += part
    exchanges.resume(number)
    while !isOver, !outgoing.isEmpty { await withUnsafeContinuation { sender = $0 } }
    return !isOver
  }

  func finishResponse() async -> Bool {
    isFinished = true
    exchanges.resume(number)
    while !isOver, !isSent { await withUnsafeContinuation { sender = $0 } }
    return isSent
  }

  func finishSending() {
    isFinished = true
    exchanges.resume(number)
  }

  /// The bytes of the response's body that can be sent now.
  func nextBytes(atMost limit: Int) -> HTTP2BodyStep {
    guard outgoing.isEmpty else { return .bytes(min(limit, outgoing.count), isLast: false) }
    return isFinished ? .bytes(0, isLast: true) : .waiting
  }

  /// Takes bytes of the response's body, which are sent now.
  func takeBytes(_ count: Int) -> ArraySlice<UInt8> {
    let bytes = outgoing.prefix(count)
    outgoing = outgoing.dropFirst(count)
    if outgoing.isEmpty { resumeSender() }
    return bytes
  }

  /// The last frame of the response is on its way.
  func sentLastFrame() {
    isSent = true
    resumeSender()
  }

  private func resumeSender() {
    let waiting = sender
    sender = nil
    waiting?.resume()
  }

  // MARK: The end

  func refuseRest() {
    if !isRequestWhole { end(by: .close) }
  }

  // A stream that its client ends is told of at any time.
  func watchClient() {}
  func unwatchClient() {}

  /// Ends the stream. A response that is not whole is one that fails (`INTERNAL_ERROR`) with a reset, and one that nobody
  /// wants any more (`CANCEL`) otherwise; after a whole one, the rest of the request is not wanted (`NO_ERROR`).
  func end(by ending: Fault.Ending) {
    if !isOver, !isSent {
      exchanges.reset(number, ending == .reset ? .internalError : .cancel)
    } else if !isOver, !isRequestWhole {
      exchanges.reset(number, .noError)
    }
    hasEnded = true
    endService(by: ending)
    resumeWaits()
  }

  /// The stream is closed: by its ends in both directions, by a reset of either side, or with its connection.
  func closed(by ending: Fault.Ending) {
    guard !isClosed else { return }
    isClosed = true
    endService(by: ending)
    resumeWaits()
  }

  private func resumeWaits() {
    resumeReader()
    resumeSender()
  }
}

extension HTTPRequestHead {
  /// The way in which the end of the body is marked, over HTTP/1.1.
  var bodyLength: BodyLength {
    switch framing {
    case .none: .none
    case .length(let count): .length(count)
    case .chunked: .chunked
    }
  }

  /// The bytes of the same head in HTTP/1.1.
  fileprivate var bytes: [UInt8] {
    var bytes = Array("\(method.token) ".utf8) + target.path
    if let query = target.query { bytes += [UInt8(ascii: "?")] + query }
    bytes += Array(" HTTP/1.1\r\n".utf8) + fields.wireBytes
    if framing == .chunked { bytes += Array("Transfer-Encoding: chunked\r\n".utf8) }
    return bytes + [13, 10]
  }
}
