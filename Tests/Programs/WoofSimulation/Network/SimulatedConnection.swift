// SPDX-License-Identifier: Apache-2.0

/// The client's end of one request: what the service sends comes here, later, in its order, or not at all.
final class SimulatedConnection: SimulatedReceiver, @unchecked Sendable {  // one thread runs everything
  private enum Arrival {
    case interim(SimulatedHead)
    case head(SimulatedHead)
    case bytes([UInt8])
    case end
    case failure(any Error)
  }

  /// The request, in words.
  let name: String
  private let network: SimulatedNetwork
  private var executor: SimulationExecutor { .shared }
  private var arrivals: [Arrival] = []
  private var waiter: UnsafeContinuation<Void, Never>?
  private var lastArrival: Int64 = 0
  /// The part of the content after which the response breaks off, from 0 to 1.
  private var cutPart: Double?
  /// `true` once nothing more comes.
  private(set) var isOver = false
  /// `true` if nothing that the service sends arrives.
  var isDeaf = false
  /// Tells the service that the client has left.
  var leave: @Sendable () -> Void = {}
  /// Called once, when the connection is over.
  var whenOver: () -> Void = {}
  /// The interim responses that came before the head.
  private(set) var interims: [SimulatedHead] = []

  init(over network: SimulatedNetwork, for name: String, patience: Int64?) {
    self.name = name
    self.network = network
    guard let patience else { return }
    executor.schedule(after: patience) { [weak self] in self?.breakOff(after: 0) }
  }

  // MARK: What the service sends

  func interim(_ head: SimulatedHead) { send(.interim(head)) }

  func head(_ head: SimulatedHead) {
    network.tell { "\(name) is answered with \(head.status)" }
    send(.head(head))
  }

  func bytes(_ bytes: [UInt8]) {
    guard let part = cutPart else { return send(.bytes(bytes)) }
    send(.bytes(Array(bytes.prefix(Int(Double(bytes.count) * part)))))
    send(.failure(NetworkFailure.lost))
  }

  func end(isComplete: Bool) { send(isComplete && cutPart == nil ? .end : .failure(NetworkFailure.lost)) }

  private func send(_ arrival: Arrival) {
    guard !isDeaf, !isOver, !network.isPartitioned else { return }
    // Nothing overtakes anything on one connection.
    lastArrival = max(lastArrival + 1, executor.now + network.delay())
    executor.schedule(after: lastArrival - executor.now) { self.arrive(arrival) }
  }

  private func arrive(_ arrival: Arrival) {
    guard !isOver, !isDeaf, !network.isPartitioned else { return }
    note(arrival)
    switch arrival {
    case .end, .failure: close()
    case .interim(let head):
      interims.append(head)
      return
    case .head, .bytes: break
    }
    arrivals.append(arrival)
    waiter.take()?.resume()
  }

  private func note(_ arrival: Arrival) {
    switch arrival {
    case .bytes(let bytes): executor.note(bytes)
    case .head(let head), .interim(let head):
      network.tell { "\(name) hears \(head.status)" }
      executor.note("\(head.status)".utf8)
    case .end, .failure: break
    }
  }

  // MARK: What goes wrong

  /// Breaks the connection off, some nanoseconds later.
  func breakOff(after delay: Int64, _ failure: NetworkFailure = .lost) {
    executor.schedule(after: delay) { [self] in fail(failure) }
  }

  /// Lets nothing arrive any more, and breaks the connection off some nanoseconds later: what is lost in the middle of a
  /// connection never has anything behind it.
  func sever(after delay: Int64) {
    isDeaf = true
    breakOff(after: delay)
  }

  /// Lets the response break off in the middle of its first piece, or after some time.
  func cut(after part: Double, lifetime: Int64) {
    cutPart = part
    breakOff(after: lifetime)
  }

  /// Answers in place of the service.
  func answer(_ status: Int, retryAfter: Int?, after delay: Int64) {
    executor.schedule(after: delay) { [self] in
      var head = SimulatedHead(status: status, fields: [("Content-Type", "text/plain")])
      if let retryAfter { head.fields.append(("Retry-After", "\(retryAfter)")) }
      arrive(.head(head))
      arrive(.bytes(Array("not the service\n".utf8)))
      arrive(.end)
    }
  }

  private func fail(_ error: any Error) {
    guard !isOver else { return }
    network.tell { "\(name) ends: \(error)" }
    close()
    arrivals.append(.failure(error))
    waiter.take()?.resume()
    // The service learns of it later, and may have sent more by then.
    executor.schedule(after: network.delay()) { [leave] in leave() }
  }

  private func close() {
    isOver = true
    let whenOver = whenOver
    self.whenOver = {}
    whenOver()
  }

  // MARK: What the client takes

  /// The head of the response.
  ///
  /// - Throws: ``NetworkFailure``; `CancellationError`.
  func awaitHead() async throws -> SimulatedHead {
    guard case .head(let head) = try await take() else { throw NetworkFailure.lost }
    return head
  }

  /// The next piece of the content; `nil` at its end.
  ///
  /// - Throws: ``NetworkFailure``; `CancellationError`.
  func next() async throws -> [UInt8]? {
    switch try await take() {
    case .bytes(let bytes): return bytes
    default: return nil
    }
  }

  /// Ends the connection, as a client does that has enough.
  func cancel() { fail(CancellationError()) }

  private func take() async throws -> Arrival {
    try await withTaskCancellationHandler {
      while arrivals.isEmpty {
        guard !isOver else { return Arrival.end }
        await withUnsafeContinuation { continuation in
          // Without optimization, others may have had their turn since the look at the arrivals.
          if arrivals.isEmpty, !isOver { waiter = continuation } else { continuation.resume() }
        }
      }
      let arrival = arrivals.removeFirst()
      if case .failure(let error) = arrival { throw error }
      return arrival
    } onCancel: {
      cancel()
    }
  }
}
