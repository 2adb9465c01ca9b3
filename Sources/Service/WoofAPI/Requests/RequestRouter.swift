// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP
internal import WoofModel

/// Finds who handles a request; errors become problem documents here and nowhere else.
struct RequestRouter: Sendable {
  private let router: HTTPRouter
  private let log: RequestLog
  /// The fields of all responses of each route, by its index; empty where no route has any.
  private let routeFields: [HTTPFields]
  /// The response to `OPTIONS *`.
  private let capabilities: HTTPResponse

  init(_ router: HTTPRouter, routeFields: [HTTPFields] = [], log: RequestLog) {
    self.router = router
    self.routeFields = routeFields
    self.log = log
    let methods = router.methods.contains(.options) ? router.methods : router.methods + [.options]
    capabilities = HTTPResponse(
      204, fields: HTTPFields([.allow: methods.map(\.token).joined(separator: ", ")]))
  }

  /// Responds to a request.
  func respond(to request: HTTPRequest) async -> HTTPResponse {
    switch router.match(request.method, request.target) {
    case .route(let index, let handler, let parameters):
      var response: HTTPResponse
      do {
        response = try await handler(request, parameters)
      } catch {
        response = failure(error, of: request)
      }
      response.route = index
      if index < routeFields.count, !routeFields[index].isEmpty {
        response.fields.append(contentsOf: routeFields[index])
      }
      return response
    case .methodNotAllowed(let allowed): return Self.notAllowed(allowed)
    case .notFound where request.target.isServer: return capabilities
    case .notFound: return ProblemDocument.response(to: WoofError(.notFound, "There is nothing at this path."))
    case .malformed(let violation): return ProblemDocument.response(to: violation)
    }
  }

  /// The methods of the path that a request names; none where there is no such path.
  func methods(of request: HTTPRequest) -> [HTTPMethod] { router.methods(of: request.target) }

  private func failure(_ error: any Error, of request: HTTPRequest) -> HTTPResponse {
    if let failed = error as? SignedInFailure {
      var response = failure(failed.error, of: request)
      response.user = failed.user
      return response
    }
    if let failed = error as? FailedResponse {
      var response = failure(failed.error, of: request)
      response.fields.append(contentsOf: failed.fields)
      return response
    }
    if let error = error as? WoofError {
      if error.code.status >= 500 { log.note(error, request: request.id, from: request.client.address) }
      return ProblemDocument.response(to: error)
    }
    log.note(error, request: request.id, from: request.client.address)
    return ProblemDocument.response(
      to: WoofError(.internal, "Something went wrong; the log knows more under the Request-Id.", cause: error))
  }

  private static func notAllowed(_ allowed: [HTTPMethod]) -> HTTPResponse {
    let methods = allowed.map(\.token).joined(separator: ", ")
    var response = ProblemDocument.response(to: WoofError(.methodNotAllowed, "This path knows \(methods)."))
    response.fields.append(.allow, methods)
    return response
  }
}

/// An error on the way of a request whose sender is known, so that the log can name who failed.
struct SignedInFailure: Error {
  let error: any Error
  /// As the log has it: an account's name, or `unix:` and a user of the machine.
  let user: String

  /// Has a request of a user handled, and gives the response or the error of it the user's name.
  static func naming(
    _ user: String?, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard let user else { return try await body() }
    do {
      var response = try await body()
      response.user = user
      return response
    } catch {
      throw SignedInFailure(error: error, user: user)
    }
  }
}
