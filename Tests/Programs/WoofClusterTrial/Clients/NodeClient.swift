// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestKit
import URLLoading

/// A failure of the service that no fault of its surroundings excuses.
struct Complaint: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A response of a node.
struct NodeResponse: Sendable {
  let status: Int
  let body: Data
  /// The offset of an upload.
  let offset: Int?
  /// The place of an upload.
  let location: String?
  /// The id of the photo that became of an upload.
  let photo: String?

  /// The body as an object of JSON; empty where it is none.
  var object: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }
}

/// A request that any node may be asked.
struct NodeRequest: Sendable {
  var method = "GET"
  var target: String
  var fields: [String: String] = [:]
  var body: Data?
}

/// Asks nodes as one account, any of them each time, and again where a response says so or does not come.
final class NodeClient: Sendable {
  private struct State {
    var random: SeededGenerator
    var statuses: [Int: Int] = [:]
    var conflictCount = 0
    var lapseCount = 0
  }

  /// The password of all accounts.
  static let password = "tail wagging"

  /// The name of the account.
  let name: String
  private let ports: [Int]
  private let lapse: @Sendable () -> Void
  private let session: URLSession
  private let state: Mutex<State>

  /// - Parameter lapse: Is called when one and the same request has been running for long.
  init(_ name: String, ports: [Int], seed: UInt64, lapse: @escaping @Sendable () -> Void) {
    (self.name, self.ports, self.lapse) = (name, ports, lapse)
    let configuration = URLSessionConfiguration.ephemeral
    configuration.connectionProxyDictionary = [:]
    configuration.timeoutIntervalForRequest = 30
    session = URLSession(configuration: configuration)
    state = Mutex(State(random: SeededGenerator(seed: seed)))
  }

  /// The numbers of responses by their statuses; 0 stands for none that came.
  var statuses: [Int: Int] { state.withLock(\.statuses) }

  /// How often what a node that is gone had begun was let lapse.
  var lapseCount: Int { state.withLock(\.lapseCount) }

  /// Asks until a response is one of those that are wanted.
  ///
  /// - Parameter wanted: Their statuses; what is neither one of them nor an excuse is a complaint.
  /// - Returns: The response, and `true` if a request before it may have been done.
  func settle(_ request: NodeRequest, _ wanted: Set<Int>) async throws -> (response: NodeResponse, isRepeated: Bool) {
    var isRepeated = false
    for _ in 0..<1_500 {
      if let response = await ask(request) {
        if wanted.contains(response.status) { return (response, isRepeated) }
        // 409 stands for the same request, which still runs on a node.
        guard [503, 409].contains(response.status) else {
          throw Complaint(
            "\(name): \(request.method) \(request.target) is \(response.status): "
              + String(decoding: response.body.prefix(300), as: UTF8.self))
        }
      }
      isRepeated = true
      try await Task.sleep(for: .milliseconds(40))
    }
    throw Complaint("\(name): \(request.method) \(request.target) is not answered for too long")
  }

  /// Asks a node once; `nil` where no whole response came.
  ///
  /// - Parameter node: The number of the node; any by default.
  func ask(_ request: NodeRequest, node: Int? = nil) async -> NodeResponse? {
    let index = node ?? state.withLock { Int.random(in: 0..<ports.count, using: &$0.random) }
    guard let url = URL(string: "http://127.0.0.1:\(ports[index])\(request.target)") else { return nil }
    var message = URLRequest(url: url)
    message.httpMethod = request.method
    message.httpBody = request.body
    let credential = Data("\(name):\(NodeClient.password)".utf8).base64EncodedString()
    message.setValue("Basic \(credential)", forHTTPHeaderField: "Authorization")
    for (field, value) in request.fields { message.setValue(value, forHTTPHeaderField: field) }
    guard let (body, response) = try? await session.data(for: message), let response = response as? HTTPURLResponse
    else {
      state.withLock { $0.statuses[0, default: 0] += 1 }
      return nil
    }
    note(response.statusCode)
    return NodeResponse(
      status: response.statusCode, body: body,
      offset: response.value(forHTTPHeaderField: "Upload-Offset").flatMap { Int($0) },
      location: response.value(forHTTPHeaderField: "Location"),
      photo: response.value(forHTTPHeaderField: "Woof-Photo-Id"))
  }

  /// All photos of a list, page by page, each of any node.
  func list(_ path: String) async throws -> [[String: Any]] {
    var (photos, after) = ([[String: Any]](), "")
    while true {
      let page = try await settle(NodeRequest(target: "\(path)?limit=500\(after)"), [200]).response.object
      guard let items = page["items"] as? [[String: Any]] else { throw Complaint("\(path) is no page") }
      photos += items
      guard let next = page["next"] as? String else { return photos }
      after = "&after=\(next)"
    }
  }

  private func note(_ status: Int) {
    let isLong = state.withLock { state in
      state.statuses[status, default: 0] += 1
      state.conflictCount = status == 409 ? state.conflictCount + 1 : 0
      guard state.conflictCount >= 20 else { return false }
      state.conflictCount = 0
      state.lapseCount += 1
      return true
    }
    if isLong { lapse() }
  }
}
