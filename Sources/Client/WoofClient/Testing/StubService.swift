// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A service for tests of apps: answers requests of each type as it was told.
///
/// A request of a type that has no answer fails with ``WoofError/Code/notImplemented``, which names the type.
public final class StubService: APIService {
  private struct State {
    var answers: [ObjectIdentifier: @Sendable (any Sendable) async throws -> any Sendable] = [:]
    var requests: [any APIRequest] = []
  }

  private let state = Mutex(State())

  /// Makes a service that has no answers yet.
  public init() {}

  /// The requests so far, in their order, those without an answer included.
  public var requests: [any APIRequest] { state.withLock { $0.requests } }

  /// Sets what requests of a type are answered with; the newest answer counts.
  public func answer<Request: APIRequest>(
    _ type: Request.Type, with answer: @escaping @Sendable (Request) async throws -> Request.Response
  ) {
    state.withLock { state in
      state.answers[ObjectIdentifier(type)] = { request in
        guard let request = request as? Request else { throw Self.noAnswer(to: type) }
        return try await answer(request)
      }
    }
  }

  /// Gives what was set for requests of the type.
  ///
  /// - Throws: Any error of the answer; ``WoofError`` with ``WoofError/Code/notImplemented`` where there is none.
  public func response<Request: APIRequest>(to request: Request) async throws -> Request.Response {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers[ObjectIdentifier(Request.self)]
    }
    guard let response = try await answer?(request) as? Request.Response else { throw Self.noAnswer(to: Request.self) }
    return response
  }

  private static func noAnswer(to type: any APIRequest.Type) -> WoofError {
    WoofError(.notImplemented, "The stub has no answer to \(type): give it one with answer(_:with:).")
  }
}
