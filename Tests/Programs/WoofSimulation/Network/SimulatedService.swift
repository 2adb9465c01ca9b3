// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofModel

/// The simulated service as a client sees it: what a ``WoofClient/WoofClient`` is over sockets.
///
/// It sends every request once; whoever asks decides what is worth trying again. It asks nobody to sign in: without a
/// credential, or with a wrong one, requests fail as `authenticationRequired`.
final class SimulatedService: APIService, EventService, @unchecked Sendable {  // one thread runs everything
  /// The network to the service.
  let network: SimulatedNetwork
  /// The address of the machine on which the client runs.
  let address: String
  /// The name and the password that requests carry; `nil` for none.
  var credential: (name: String, password: String)?
  private let base = ServiceAddress(URL(string: "https://woof.simulation") ?? URL(fileURLWithPath: "/"))
  private let random: SimulationRandomSource
  private let policy: RetryPolicy

  /// Makes the service for one client.
  ///
  /// - Parameters:
  ///   - network: The network to it.
  ///   - address: The client's address.
  ///   - credential: The name and the password that requests carry.
  ///   - random: The source of the pauses between connections of the live stream.
  ///   - policy: The pauses between connections of the live stream.
  init(
    over network: SimulatedNetwork, from address: String, credential: (name: String, password: String)?,
    random: SimulationRandom, policy: RetryPolicy = RetryPolicy()
  ) {
    self.network = network
    self.address = address
    self.credential = credential
    self.policy = policy
    self.random = SimulationRandomSource(random)
  }

  /// Sends a request once, and gives what its response means.
  ///
  /// - Throws: ``WoofError``, with the codes `connectionLost` and `serviceUnreachable` for what the network does;
  ///   `CancellationError`.
  func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
    let url = try base.url(request.path, request.query)
    var message = try message(request.method.rawValue, url, request.fields)
    if let content = try request.content {
      message[field: "Content-Type"] = content.type
      message.body = Array(content.data)
    }
    let response = try await received(message, from: url)
    do {
      return try request.response(from: response)
    } catch let error as DecodingError {
      throw WoofError(.invalidServerResponse, "\(url.path) was answered with what cannot be read.", cause: error)
    }
  }

  /// Sends any request once.
  ///
  /// - Throws: ``WoofError``, `CancellationError`.
  func received(_ message: SimulatedRequest, from url: URL) async throws -> APIResponse {
    do {
      let response = try await network.response(to: message, from: address)
      return try Self.accept(response, from: url)
    } catch let failure as NetworkFailure {
      throw Self.error(of: failure)
    }
  }

  /// The change log as it grows, over one connection after the other, as a ``WoofClient/WoofClient`` gives it.
  func events(
    since token: ChangeToken?, reporting report: @escaping @Sendable (PhotoEventConnection) -> Void
  ) -> PhotoEventSequence {
    let environment = ClientEnvironment(clock: SimulationClock(), random: { [random] in random.fraction() })
    return PhotoEventSequence(
      LiveEvents(since: token, retryPolicy: policy, environment: environment, report: report) {
        try await SimulatedEventStream(self, since: $0)
      })
  }

  /// Opens a live stream.
  ///
  /// - Throws: ``WoofError``, `CancellationError`.
  func openEvents(since token: ChangeToken?) async throws -> (SimulatedHead, SimulatedConnection) {
    let url = try base.url("/v1/events", token.map { [URLQueryItem(name: "since", value: $0.rawValue)] } ?? [])
    let message = try message("GET", url, ["Accept": "application/x-ndjson, application/problem+json"])
    do {
      let connection = try await network.open(message, from: address)
      let head = try await connection.awaitHead()
      guard head.status != 200 else { return (head, connection) }
      var body: [UInt8] = []
      while let piece = try await connection.next() { body += piece }
      _ = try Self.accept(SimulatedResponse(head: head, body: body), from: url)
      throw WoofError(.invalidServerResponse, "The live stream was answered with \(head.status).")
    } catch let failure as NetworkFailure {
      throw Self.error(of: failure)
    }
  }

  /// The error of the contract for what the network did.
  static func error(of failure: NetworkFailure) -> WoofError {
    switch failure {
    case .unreachable: WoofError(.serviceUnreachable, "Nothing answers at the address.")
    case .lost: WoofError(.connectionLost, "The connection broke off: try again.")
    }
  }

  private func message(_ method: String, _ url: URL, _ fields: [String: String]) throws -> SimulatedRequest {
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let query = components?.percentEncodedQuery.map { "?\($0)" } ?? ""
    var message = SimulatedRequest(method: method, target: (components?.percentEncodedPath ?? "/") + query)
    message.fields = fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    if let credential {
      let pair = Data("\(credential.name):\(credential.password)".utf8).base64EncodedString()
      message.fields.append(("Authorization", "Basic \(pair)"))
    }
    return message
  }

  private static func accept(_ response: SimulatedResponse, from url: URL) throws -> APIResponse {
    let fields = Dictionary(response.head.fields.map { ($0.name, $0.value) }) { first, _ in first }
    let received = APIResponse(
      url: url, status: response.head.status, fields: fields, data: Data(response.body))
    guard (200...299).contains(received.status) else { throw WoofError(response: received) }
    return received
  }
}
