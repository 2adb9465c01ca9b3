// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP

/// One client's connection of HTTP/2, whose streams carry its exchanges side by side: moves frames between the session
/// and the socket, and tells the streams what comes. Confined to the front's loop.
///
/// It takes what the service's own connections of HTTP/2 are careful about, such as wasteful clients: the client is a test.
final class HTTP2Exchanges: FrontExchanges, HTTP2SessionObserver, @unchecked Sendable {  // confined to the front's loop
  private static let outputByteCount = 64 * 1024

  let connection: FrontConnection
  private var session: HTTP2Session?
  private var carriers: [Int32: HTTP2Carrier] = [:]
  private var fields = HTTP2FieldList()
  private var output: [UInt8] = []
  /// The frames that libnghttp2 would not make, to be sent between others.
  private var foreignFrames: [UInt8] = []
  private var isReceiving = false
  private var isWriting = false

  init(_ connection: FrontConnection) { self.connection = connection }

  private static var settings: HTTP2Session.Settings {
    var settings = HTTP2Session.Settings()
    // Bodies that a fault holds up must not hold up others: there is room for all of them.
    settings.connectionWindow = Int32(clamping: settings.concurrentStreamCount) * settings.streamWindow
    return settings
  }

  func run(_ unread: [UInt8]) async {
    session = HTTP2Session(Self.settings, observer: self)
    var received: [UInt8]? = unread
    while let bytes = received, !connection.isOver, receive(bytes) {
      received = await connection.client.receive()
    }
  }

  /// Takes in what the client has sent; returns `false` where the connection cannot go on.
  private func receive(_ bytes: [UInt8]) -> Bool {
    guard let session else { return false }
    isReceiving = true
    let isSound = bytes.withUnsafeBytes { (try? session.receive($0)) != nil }
    isReceiving = false
    write()
    return isSound
  }

  func connectionEnded(by ending: Fault.Ending) {
    for carrier in carriers.values { carrier.closed(by: ending) }
    carriers = [:]
  }

  func serviceEnded() {
    session?.announceEnd()
    write()
  }

  func pingAnswered() {
    session?.refuseNewStreams()
    write()
  }

  // MARK: Writing

  /// Writes what the session has, as soon as the loop comes to it.
  private func write() {
    guard !isReceiving, !isWriting, !connection.isOver else { return }
    isWriting = true
    Task(executorPreference: connection.front.loop) { await self.writeAll() }
  }

  private func writeAll() async {
    defer { isWriting = false }
    while let session, !connection.isOver {
      guard (try? session.write()) != nil else { return connection.end(by: .reset) }
      let bytes = output + foreignFrames
      (output, foreignFrames) = ([], [])
      if bytes.isEmpty { break }
      guard await connection.client.send(bytes) else { return connection.end(by: .reset) }
    }
    if session?.isOver == true { connection.end(by: .close) }
  }

  var hasRoom: Bool { output.count < Self.outputByteCount }

  func send(_ frames: UnsafeRawBufferPointer) { output.append(contentsOf: frames) }

  func nextBytes(_ stream: Int32, atMost limit: Int) -> HTTP2BodyStep {
    carriers[stream]?.nextBytes(atMost: limit) ?? .failed
  }

  func send(_ count: Int, of stream: Int32, behind header: UnsafeRawBufferPointer) -> Bool {
    guard let carrier = carriers[stream] else { return false }
    output.append(contentsOf: header)
    output.append(contentsOf: carrier.takeBytes(count))
    return true
  }

  // MARK: Sending for streams

  /// Sends the head of a response, and after it the body that its carrier provides where `hasBody` is set.
  func submit(_ head: ResponseHead, on stream: Int32, hasBody: Bool) {
    fill(head)
    session?.submitResponse(fields, on: stream, hasBody: hasBody)
    write()
  }

  /// Sends an interim response.
  func submitInterim(_ head: ResponseHead, on stream: Int32) {
    fill(head)
    session?.submitInterim(fields, on: stream)
    write()
  }

  /// Sends an interim response on a stream that has ended, which libnghttp2 would not do.
  func submitLate(_ head: ResponseHead, on stream: Int32) {
    foreignFrames += LateHead.frame(of: head, on: stream)
    write()
  }

  private func fill(_ head: ResponseHead) {
    fields.removeAll()
    fields.append(HTTPStatus(head.status))
    for field in head.fields { fields.append(name: field.name, value: field.value) }
  }

  /// Goes on with a body that has more to send, or has ended.
  func resume(_ stream: Int32) {
    session?.resume(stream)
    write()
  }

  /// Bytes of a body have been used: the client may send as many more.
  func consumed(_ count: Int, of stream: Int32) {
    session?.consumed(count, of: stream)
    write()
  }

  /// Ends a stream at once.
  func reset(_ stream: Int32, _ code: HTTP2ErrorCode) {
    session?.reset(stream, code)
    write()
  }

  // MARK: Streams

  func began(_ frame: HTTP2FrameHeader) {}

  func headBegan(_ stream: Int32) { carriers[stream] = HTTP2Carrier(stream, of: self) }

  func received(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, on stream: Int32) {
    carriers[stream]?.head?.append(name: name, value: value)
  }

  func fieldsEnded(_ stream: Int32, isLast: Bool) {
    guard let carrier = carriers[stream] else { return }
    if carrier.head != nil {
      carrier.begin(isLast: isLast)
    } else if isLast {
      carrier.bodyEnded()
    }
  }

  func received(_ bytes: UnsafeRawBufferPointer, on stream: Int32) {
    if let carrier = carriers[stream] { carrier.received(Array(bytes)) } else { session?.dropped(bytes.count) }
  }

  func bodyEnded(_ stream: Int32) { carriers[stream]?.bodyEnded() }

  func sentLastFrame(_ stream: Int32) { carriers[stream]?.sentLastFrame() }

  func sentReset(_ stream: Int32, _ code: HTTP2ErrorCode) {}

  func closed(_ stream: Int32, _ code: HTTP2ErrorCode) {
    guard let carrier = carriers.removeValue(forKey: stream) else { return }
    session?.dropped(carrier.unreadCount)
    carrier.closed(by: code == .noError ? .close : .reset)
  }
}
