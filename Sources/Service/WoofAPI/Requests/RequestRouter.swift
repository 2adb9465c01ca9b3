// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Finds who handles a request; errors become problem documents here and nowhere else.
struct RequestRouter: Sendable {
  private let router: HTTPRouter
  private let log: RequestLog
  /// The immediate handler of each route, by its index; `nil` where a route has none.
  private let immediateHandlers: [ImmediateHandler?]
  /// The fields of all responses of each route, by its index; empty where no route has any.
  private let routeFields: [HTTPFields]
  /// The response to `OPTIONS *`.
  private let capabilities: HTTPResponse

  /// Responds where nothing has to be waited for, and says for whom; gives `nil`, or an error, where the route's handler is
  /// to respond.
  typealias ImmediateHandler =
    @Sendable (HTTPRequest, HTTPPathParameters) throws -> (response: HTTPResponse, principal: Principal?)?

  init(
    _ router: HTTPRouter, immediateHandlers: [ImmediateHandler?] = [], routeFields: [HTTPFields] = [], log: RequestLog
  ) {
    self.router = router
    self.immediateHandlers = immediateHandlers
    self.routeFields = routeFields
    self.log = log
    let methods = router.methods.contains(.options) ? router.methods : router.methods + [.options]
    capabilities = HTTPResponse(
      204, fields: HTTPFields([.allow: methods.map(\.token).joined(separator: ", ")]))
  }

  /// A response for which nothing had to be waited.
  struct ReadyResponse {
    fileprivate let response: HTTPResponse
    /// The account that signed in; `nil` for nobody.
    fileprivate let principal: Principal?
    fileprivate let route: Int
  }

  /// Returns the response to a request for which nothing has to be waited; `nil` where ``respond(to:)`` is to respond.
  func readyResponse(to request: HTTPRequest) -> ReadyResponse? {
    guard request.method == .get || request.method == .head,
      case .route(let index, _, let parameters) = router.match(request.method, request.target),
      index < immediateHandlers.count, let handler = immediateHandlers[index],
      let handled = try? handler(request, parameters)
    else { return nil }
    return ReadyResponse(response: handled.response, principal: handled.principal, route: index)
  }

  /// Completes a response as ``respond(to:)`` does.
  ///
  /// - Parameter admit: Decides if the account that signed in may be served; what it throws is the response.
  func response(
    to request: HTTPRequest, with ready: ReadyResponse, admitting admit: (Principal) throws -> Void
  ) -> HTTPResponse {
    var response = ready.response
    if let principal = ready.principal {
      do { try admit(principal) } catch { response = failure(error, of: request) }
      response.user = principal.name.text
    }
    complete(&response, ofRoute: ready.route)
    return response
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
      complete(&response, ofRoute: index)
      return response
    case .methodNotAllowed(let allowed): return Self.notAllowed(allowed)
    case .notFound where request.target.isServer: return capabilities
    case .notFound: return ProblemDocument.response(to: WoofError(.notFound, "There is nothing at this path."))
    case .malformed(let violation): return ProblemDocument.response(to: violation)
    }
  }

  private func complete(_ response: inout HTTPResponse, ofRoute index: Int) {
    response.route = index
    if index < routeFields.count, !routeFields[index].isEmpty {
      response.fields.append(contentsOf: routeFields[index])
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
