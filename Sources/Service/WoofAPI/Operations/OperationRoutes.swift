// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
internal import WoofCore
internal import WoofHTTP
internal import WoofModel
internal import WoofResources

/// The routes for operators and their tools: health, readiness, and the description of the API.
struct OperationRoutes: Sendable {
  let readiness: Readiness

  var routes: [ServiceRoute] {
    [
      ServiceRoute(.get, "/healthz") { _ in Self.text(200, "ok\n") },
      ServiceRoute(.get, "/readyz") { _ in try ready() },
      ServiceRoute(.get, "/openapi.yaml") { _ in Self.contract },
    ]
  }

  private func ready() throws -> HTTPResponse {
    if let reason = readiness.obstacle { throw WoofError(.unavailable, reason, retryAfter: 1) }
    return Self.text(200, readiness.impairment.map { "ready, degraded: \($0)\n" } ?? "ready\n")
  }

  private static let contract = HTTPResponse(
    200, fields: HTTPFields([.contentType: "application/yaml", .cacheControl: "no-cache"]),
    body: .bytes(HTTPBytes(WoofResources.openAPI)))

  private static func text(_ status: HTTPStatus, _ text: String) -> HTTPResponse {
    HTTPResponse(
      status, fields: HTTPFields([.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"]),
      body: .bytes(HTTPBytes(text)))
  }
}

/// The readiness of the service to take requests, for load balancers that ask.
final class Readiness: Sendable {
  private let isDraining = Atomic(false)
  private let conditions: [any StoreCondition]

  /// Makes it.
  ///
  /// - Parameter conditions: The sources that tell if the stores can be relied on.
  init(conditions: [any StoreCondition] = []) { self.conditions = conditions }

  /// The reason for which the service is not ready, as a sentence; `nil` if it is.
  var obstacle: String? {
    if isDraining.load(ordering: .relaxed) { return "The service is going away." }
    return conditions.lazy.compactMap(\.obstacle).first
  }

  /// A sentence that says what the service refuses at present though it is ready; `nil` if it refuses nothing.
  var impairment: String? { conditions.lazy.compactMap(\.impairment).first }

  /// Makes the service not ready from now on.
  func startDraining() { isDraining.store(true, ordering: .relaxed) }
}
