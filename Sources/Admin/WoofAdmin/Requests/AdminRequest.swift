import Foundation
import WoofClient

/// A request to the admin API that changes nothing; see ``AdminChange``.
struct AdminRequest<Response: Sendable>: APIRequest {
  var method = HTTPMethod.get
  var path: String
  var query: [URLQueryItem] = []
  var fields: [String: String] = [:]
  var content: RequestContent?
  /// What a service does twice is not always what it does once, and none is asked again by itself.
  var isIdempotent: Bool { false }
  let read: @Sendable (APIAnswer) throws -> Response

  func response(from answer: APIAnswer) throws -> Response { try read(answer) }
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
  /// Whether a reason has to be given.
  var isDestructive = false

  /// Asks for what would be done.
  var plan: AdminRequest<AdminPlan> {
    AdminRequest<AdminPlan>(
      request.method, request.path, query: request.query + [URLQueryItem(name: "plan", value: "true")],
      fields: request.fields, content: request.content)
  }

  /// Asks for it to be done.
  func request(reason: String?) -> AdminRequest<Response> {
    var request = request
    if let reason { request.query.append(URLQueryItem(name: "reason", value: reason)) }
    return request
  }
}

extension AdminChange where Response: Decodable {
  /// A change whose answer is JSON.
  init(
    _ method: HTTPMethod, _ path: String, content: RequestContent? = nil, fields: [String: String] = [:],
    isDestructive: Bool = false
  ) {
    self.init(
      request: AdminRequest(method, path, fields: fields, content: content), isDestructive: isDestructive)
  }
}

extension AdminChange where Response == Void {
  /// A change whose answer says nothing.
  init(_ method: HTTPMethod, _ path: String, content: RequestContent? = nil, isDestructive: Bool = false) {
    self.init(
      request: AdminRequest(method: method, path: path, content: content) { _ in }, isDestructive: isDestructive)
  }
}

extension [URLQueryItem] {
  /// A parameter, where there is a value.
  static func given(_ name: String, _ value: (some CustomStringConvertible)?) -> Self {
    value.map { [URLQueryItem(name: name, value: $0.description)] } ?? []
  }
}
