// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Follows `/v1/changes` page by page, each page of any node.
final class ChangeTraveller: Sendable {
  private struct State {
    var token: String?
    var versions: [String: Int] = [:]
  }

  private let client: NodeClient
  private let state = Mutex(State())

  init(_ client: NodeClient) { self.client = client }

  /// The newest version of each photo that it has been told of.
  var versions: [String: Int] { state.withLock(\.versions) }

  /// Reads one page.
  ///
  /// - Returns: `true` if there are more.
  /// - Throws: ``Complaint``, also for a photo that is told of twice with the same version, or an older one.
  @discardableResult
  func read() async throws -> Bool {
    let token = state.withLock(\.token)
    let target = "/v1/changes?limit=7" + (token.map { "&since=\($0)" } ?? "")
    let page = try await client.settle(NodeRequest(target: target), [200]).response.object
    guard let changes = page["changes"] as? [[String: Any]], let next = page["next"] as? String else {
      throw Complaint("\(target) is no page")
    }
    try state.withLock { state in
      for change in changes {
        guard let id = change["id"] as? String, let version = change["version"] as? Int else {
          throw Complaint("\(target) has no id")
        }
        if let known = state.versions[id], known >= version {
          throw Complaint("\(target) tells of version \(version) of \(id) after \(known)")
        }
        state.versions[id] = version
      }
      state.token = next
    }
    return page["more"] as? Bool ?? false
  }
}
