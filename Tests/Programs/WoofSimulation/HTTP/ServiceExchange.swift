// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofAPI
import WoofHTTP
import WoofHTTPSemantics
import WoofModel

/// One request and its response, as a connection would carry them: handed to the service's real routes on its loop, with
/// the body of the response rendered as it would go out.
final class ServiceExchange: HTTPInterimTarget, @unchecked Sendable {  // one thread runs everything
  private let request: SimulatedRequest
  private let service: WoofService
  private let loop: EventLoop
  private let time: MachineTime
  private let id: HTTPRequestID
  private let peer: HTTPPeer
  private var receiver: (any SimulatedReceiver)?
  private var task: Task<Void, Never>?
  private var outlet: SimulatedOutlet?
  private var hasBegun = false
  private var sentCount: Int64 = 0
  /// Called once, when the exchange is over.
  var whenOver: () -> Void = {}

  init(
    _ request: SimulatedRequest, to service: WoofService, on loop: EventLoop, time: MachineTime,
    id: HTTPRequestID, from address: String, receiver: any SimulatedReceiver
  ) {
    self.request = request
    self.service = service
    self.loop = loop
    self.time = time
    self.id = id
    self.receiver = receiver
    peer = HTTPPeer(address: address, port: 40_000, isSecure: true)
  }

  /// Lets the service handle the request.
  func begin() {
    task = Task(executorPreference: loop) { await self.run() }
  }

  /// Breaks the connection off, as the peer that leaves or the process that dies does.
  func cut() {
    guard let receiver else { return }
    end()
    receiver.end(isComplete: false)
    task?.cancel()
    if let outlet { loop.execute { outlet.close() } }
  }

  private func run() async {
    let start = time.monotonicNanoseconds()
    let message = HTTPRequest(
      method: HTTPMethod(token: request.method.utf8), target: HTTPTarget(checked: Array(request.target.utf8)),
      fields: fields, body: SimulatedRequestBody(request), id: id, peer: peer, receivedAt: start, interimTarget: self)
    let response = await service.respond(to: message)
    let isComplete = await send(response)
    service.ended(
      HTTPExchange(
        request: message, id: id, peer: peer, status: response.status, user: response.user, route: response.route,
        receivedCount: Int64(request.body.count), sentCount: sentCount, duration: time.monotonicNanoseconds() - start,
        isComplete: isComplete))
  }

  private var fields: HTTPFields {
    var fields = HTTPFields()
    for (name, value) in request.fields {
      if let name = HTTPFieldName(name) { fields.append(name, value) }
    }
    return fields
  }

  // MARK: The response

  func sendInterim(_ status: HTTPStatus, fields: HTTPFields, for request: HTTPRequestID) {
    guard !hasBegun else { return }
    receiver?.interim(SimulatedHead(status: Int(status.code), fields: fields.pairs))
  }

  private func send(_ response: HTTPResponse) async -> Bool {
    guard receiver != nil else { return false }
    hasBegun = true
    var head = SimulatedHead(status: Int(response.status.code), fields: response.fields.pairs)
    head.fields.append(("Date", HTTPDate(secondsSince1970: time.now().milliseconds / 1000).description))
    receiver?.head(head)
    guard request.method != "HEAD" else { return finish() }
    switch response.body {
    case .empty: return finish()
    case .bytes(let bytes): send(bytes)
    case .file(let region): send(region)
    case .pieces(let pieces):
      for piece in pieces {
        switch piece {
        case .bytes(let bytes): send(bytes)
        case .file(let region): send(region)
        }
      }
    case .stream(let stream): return await send(stream)
    case .source(let source): return await send(source)
    }
    return finish()
  }

  private func send(_ bytes: HTTPBytes) {
    guard bytes.count > 0 else { return }
    sentCount += Int64(bytes.count)
    receiver?.bytes(Array(bytes.storage[bytes.range]))
  }

  private func send(_ region: HTTPFileRegion) {
    var buffer = [UInt8](repeating: 0, count: Int(region.count))
    let count = pread(region.descriptor, &buffer, buffer.count, off_t(region.offset))
    guard count == buffer.count else { return cut() }
    send(HTTPBytes(buffer))
  }

  private func send(_ stream: HTTPStream) async -> Bool {
    let target = SimulatedStreamTarget { [weak self] in self?.send($0) }
    try? await stream.write(HTTPStreamWriter(target: target))
    guard target.isComplete else {
      cut()
      return false
    }
    return finish()
  }

  /// Lets a source send for as long as it wants, and waits for its end.
  private func send(_ source: any HTTPBodySource) async -> Bool {
    let isComplete = await withUnsafeContinuation { (continuation: UnsafeContinuation<Bool, Never>) in
      let outlet = SimulatedOutlet(on: loop, of: source) { [weak self] in
        self?.send($0)
      } ended: {
        continuation.resume(returning: $0)
      }
      self.outlet = outlet
      outlet.open()
    }
    outlet = nil
    return isComplete && finish()
  }

  @discardableResult
  private func finish() -> Bool {
    guard let receiver else { return false }
    end()
    receiver.end(isComplete: true)
    return true
  }

  private func end() {
    receiver = nil
    let whenOver = whenOver
    self.whenOver = {}
    whenOver()
  }
}
