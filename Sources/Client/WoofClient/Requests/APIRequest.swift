// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A request to the service, and what its answer means.
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

  /// Makes the response of an answer with a status from 200 to 299.
  ///
  /// - Throws: ``WoofError``, or a `DecodingError`, which the service turns into a ``WoofError``.
  func response(from answer: APIAnswer) throws -> Response
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
}

extension APIRequest where Response: Decodable {
  /// Reads the response from JSON.
  ///
  /// - Throws: ``WoofError`` with ``WoofError/Code/invalidServerResponse`` where the answer is no JSON, `DecodingError`
  ///   where it is other JSON than this.
  public func response(from answer: APIAnswer) throws -> Response { try answer.json(Response.self) }
}

extension APIRequest where Response == Void {
  /// Takes nothing from the answer.
  public func response(from answer: APIAnswer) {}
}
