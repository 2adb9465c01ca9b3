// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient

/// A request to the admin API that changes nothing; see ``AdminChange`` for one that does.
struct AdminRequest<Response: Sendable>: APIRequest {
  var method = HTTPMethod.get
  var path: String
  var query: [URLQueryItem] = []
  var fields: [String: String] = [:]
  var content: RequestContent?
  /// `false`, so that no request is repeated automatically: the second one might have another effect than the first.
  var isIdempotent: Bool { false }
  let read: @Sendable (APIResponse) throws -> Response

  func response(from response: APIResponse) throws -> Response { try read(response) }
}

extension AdminRequest where Response: Decodable {
  /// Asks for JSON.
  init(_ path: String, query: [URLQueryItem] = []) { self.init(.get, path, query: query) }

  /// Sends something, and reads JSON.
  init(
    _ method: HTTPMethod, _ path: String, query: [URLQueryItem] = [], fields: [String: String] = [:],
    content: RequestContent? = nil
  ) {
    self.init(method: method, path: path, query: query, fields: fields, content: content) {
      try $0.json(Response.self)
    }
  }
}

/// A request to the admin API that changes something, and that a plan can be asked for instead.
struct AdminChange<Response: Sendable>: Sendable {
  var request: AdminRequest<Response>
  /// `true` if the change needs a reason; `false` by default.
  var isDestructive = false

  /// The request for a plan, with which the service says what it would do.
  var plan: AdminRequest<AdminPlan> {
    AdminRequest<AdminPlan>(
      request.method, request.path, query: request.query + [URLQueryItem(name: "plan", value: "true")],
      fields: request.fields, content: request.content)
  }

  /// Returns the request for the change itself, with a reason if there is one.
  func request(reason: String?) -> AdminRequest<Response> {
    var request = request
    if let reason { request.query.append(URLQueryItem(name: "reason", value: reason)) }
    return request
  }
}

extension AdminChange where Response: Decodable {
  /// Makes a change with a response in JSON.
  init(
    _ method: HTTPMethod, _ path: String, content: RequestContent? = nil, fields: [String: String] = [:],
    isDestructive: Bool = false
  ) {
    self.init(
      request: AdminRequest(method, path, fields: fields, content: content), isDestructive: isDestructive)
  }
}

extension AdminChange where Response == Void {
  /// Makes a change with a response that has no content.
  init(_ method: HTTPMethod, _ path: String, content: RequestContent? = nil, isDestructive: Bool = false) {
    self.init(
      request: AdminRequest(method: method, path: path, content: content) { _ in }, isDestructive: isDestructive)
  }
}

extension [URLQueryItem] {
  /// Returns the parameter, or no parameter if there is no value.
  static func given(_ name: String, _ value: (some CustomStringConvertible)?) -> Self {
    value.map { [URLQueryItem(name: name, value: $0.description)] } ?? []
  }
}
