// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// A network between clients and one service, in virtual time.
final class SimulatedNetwork: @unchecked Sendable {  // one thread runs everything
  /// The service.
  let machine: ServiceMachine
  /// The weather for all that is sent from now on.
  var weather: NetworkWeather
  /// `true` while nothing gets through in either direction.
  private(set) var isPartitioned = false
  /// Is given what happens to requests and responses, in words.
  var tell: (() -> String) -> Void = { _ in }
  private var random: SimulationRandom
  private var connections: [UInt64: SimulatedConnection] = [:]
  private var connectionCount: UInt64 = 0

  /// Makes a network.
  init(to machine: ServiceMachine, weather: NetworkWeather, random: SimulationRandom) {
    self.machine = machine
    self.weather = weather
    self.random = random
  }

  /// Parts the network, or joins it again. What is on its way is lost, and connections that are open break.
  func partition(_ isPartitioned: Bool) {
    self.isPartitioned = isPartitioned
    guard isPartitioned else { return }
    for (_, connection) in connections.sorted(by: { $0.key < $1.key }) {
      connection.sever(after: delay() + (random.chance(0.5) ? 0 : weather.patience / 2))
    }
  }

  /// Draws how long something takes one way, in nanoseconds.
  func delay() -> Int64 { RequestFate.delay(in: weather, &random) }

  /// Sends a request and takes the whole response.
  ///
  /// - Throws: ``NetworkFailure``; `CancellationError`.
  func response(to request: SimulatedRequest, from address: String) async throws -> SimulatedResponse {
    let connection = try await open(request, from: address, patience: weather.patience)
    var body: [UInt8] = []
    let head = try await connection.awaitHead()
    while let piece = try await connection.next() { body += piece }
    return SimulatedResponse(head: head, body: body)
  }

  /// Sends a request and takes the response piece by piece, for as long as it lasts.
  ///
  /// - Parameter patience: The nanoseconds after which the client gives up; `nil` where it waits as long as it takes.
  /// - Throws: ``NetworkFailure``; `CancellationError`.
  func open(
    _ request: SimulatedRequest, from address: String, patience: Int64? = nil
  ) async throws -> SimulatedConnection {
    try Task.checkCancellation()
    let fate = RequestFate(in: weather, &random)
    let connection = SimulatedConnection(
      over: self, for: "\(address) \(request.method) \(request.target)", patience: patience)
    connectionCount += 1
    let number = connectionCount
    connections[number] = connection
    connection.whenOver = { [weak self] in self?.connections[number] = nil }
    send(request, from: address, fate, over: connection)
    return connection
  }

  private func send(
    _ request: SimulatedRequest, from address: String, _ fate: RequestFate, over connection: SimulatedConnection
  ) {
    tell { "\(connection.name) \(request.briefBody)\(fate)" }
    guard !isPartitioned else { return connection.breakOff(after: fate.delay, .unreachable) }
    var request = request
    switch fate.mishap {
    case .none: break
    case .requestLost: return connection.breakOff(after: weather.patience)
    case .responseLost: connection.sever(after: weather.patience)
    case .requestCut(let part):
      request.breaksAfter = Int(Double(request.body.count) * part)
      // What the service says to that goes nowhere.
      connection.sever(after: fate.delay * 2)
    case .responseCut(let part): connection.cut(after: part, lifetime: Int64(part * 20_000_000_000))
    case .answered(let status, let retryAfter):
      return connection.answer(status, retryAfter: retryAfter, after: fate.delay)
    }
    deliver(request, from: address, after: fate.delay, to: connection)
    guard let second = fate.secondDelay else { return }
    deliver(request, from: address, after: second, to: DeafReceiver())
  }

  private func deliver(
    _ request: SimulatedRequest, from address: String, after delay: Int64, to receiver: any SimulatedReceiver
  ) {
    SimulationExecutor.shared.schedule(after: delay) { [self] in
      guard !isPartitioned else { return }
      let connection = receiver as? SimulatedConnection
      if connection?.isOver == true { return }
      let leave = machine.connect(request, from: address, receiver: receiver)
      if let leave { connection?.leave = leave } else { connection?.breakOff(after: self.delay(), .unreachable) }
    }
  }
}

/// A request that got no response.
enum NetworkFailure: Error, Hashable {
  /// Nobody listens, or nothing gets there.
  case unreachable
  /// The connection broke, or nothing came for too long; the request may have had its effect.
  case lost
}

/// The other end of a request that came twice.
private final class DeafReceiver: SimulatedReceiver {
  func interim(_ head: SimulatedHead) {}
  func head(_ head: SimulatedHead) {}
  func bytes(_ bytes: [UInt8]) {}
  func end(isComplete: Bool) {}
}
