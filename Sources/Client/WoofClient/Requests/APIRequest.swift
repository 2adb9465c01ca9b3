// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request to the service, and what its response means.
///
/// A request is a value; an ``APIService`` sends it. Of a request for a route of one's own, only the path and the type of
/// the response must be given: what is `Decodable` is read from JSON.
public protocol APIRequest<Response>: Sendable {
  /// The type into which a response with a status from 200 to 299 is turned.
  associatedtype Response: Sendable

  /// The method; `GET` by default.
  var method: HTTPMethod { get }
  /// The path below the service's address, which begins with a slash, percent-encoded, as `/v1/photos`.
  var path: String { get }
  /// The parameters; none by default.
  var query: [URLQueryItem] { get }
  /// Further fields of the request's head; none by default.
  var fields: [String: String] { get }
  /// The content of the request; none by default.
  var content: RequestContent? { get throws }
  /// `true` if the request may be sent again when it is not known whether it arrived; by default, the method decides.
  var isIdempotent: Bool { get }
  /// `true` if the request is sent with the credential of an account where there is one, which is the default; `false` for
  /// one that has no need of it, and of which nobody is to be told who sent it.
  var sendsCredential: Bool { get }

  /// Makes the value of a response with a status from 200 to 299.
  ///
  /// - Throws: ``WoofError``, or a `DecodingError`, which the service turns into a ``WoofError``.
  func response(from response: APIResponse) throws -> Response
}

extension APIRequest {
  /// `GET`.
  public var method: HTTPMethod { .get }
  /// No parameters.
  public var query: [URLQueryItem] { [] }
  /// No further fields.
  public var fields: [String: String] { [:] }
  /// No content.
  public var content: RequestContent? { nil }
  /// `true` if the method is idempotent.
  public var isIdempotent: Bool { method.isIdempotent }
  /// `true`.
  public var sendsCredential: Bool { true }
}

extension APIRequest where Response: Decodable {
  /// Reads the response from JSON.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/invalidServerResponse`` where the response is no JSON, `DecodingError`
  ///   where it is other JSON than this.
  public func response(from response: APIResponse) throws -> Response { try response.json(Response.self) }
}

extension APIRequest where Response == Void {
  /// Takes nothing from the response.
  public func response(from response: APIResponse) {}
}

/// The content of a request that fits in memory.
public struct RequestContent: Hashable, Sendable {
  /// The media type.
  public var type: String
  /// The bytes.
  public var data: Data

  /// Makes content.
  public init(type: String, data: Data) {
    self.type = type
    self.data = data
  }

  /// Makes content of a value in JSON.
  ///
  /// - Throws: `EncodingError` where the value cannot be written as JSON.
  public static func json(_ value: some Encodable, type: String = "application/json") throws -> RequestContent {
    RequestContent(type: type, data: try JSONEncoder().encode(value))
  }

  /// Makes content of a merge patch (RFC 7396).
  ///
  /// - Throws: `EncodingError` where the value cannot be written as JSON.
  static func mergePatch(_ value: some Encodable) throws -> RequestContent {
    try json(value, type: "application/merge-patch+json")
  }
}
