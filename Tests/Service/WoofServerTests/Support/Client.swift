// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import HTTP2TestKit
@testable import TestKit
@testable import TestPictures

/// Sends requests over one connection, and another one when the service has ended it, in the protocol of the test
/// (``ClientProtocol``).
final class Client {
  private let connect: () throws -> RawClient
  private let credential: Credential?
  private var connection: (any ClientConnection)?

  init(as credential: Credential?, connect: @escaping () throws -> RawClient) {
    self.credential = credential
    self.connect = connect
  }

  func get(_ target: String, _ fields: KeyValuePairs<String, String> = [:]) throws -> ClientResponse {
    try send("GET", target, fields)
  }

  func head(_ target: String, _ fields: KeyValuePairs<String, String> = [:]) throws -> ClientResponse {
    try send("HEAD", target, fields)
  }

  func put(_ target: String, _ fields: KeyValuePairs<String, String> = [:]) throws -> ClientResponse {
    try send("PUT", target, fields)
  }

  func delete(_ target: String, _ fields: KeyValuePairs<String, String> = [:]) throws -> ClientResponse {
    try send("DELETE", target, fields)
  }

  func post(_ target: String, _ fields: KeyValuePairs<String, String> = [:], _ body: [UInt8]) throws -> ClientResponse {
    try send("POST", target, fields, body: body)
  }

  /// Sends JSON, as a merge patch where the method is `PATCH`.
  func send(
    _ method: String, _ target: String, _ fields: KeyValuePairs<String, String> = [:], json: String
  ) throws -> ClientResponse {
    let type = method == "PATCH" ? "application/merge-patch+json" : "application/json"
    return try send(method, target, fields, extra: [("Content-Type", type)], body: Array(json.utf8))
  }

  /// Sends a request and reads its response, of which everything that every response has is expected.
  func send(
    _ method: String, _ target: String, _ fields: KeyValuePairs<String, String> = [:],
    extra: [(String, String)] = [], body: [UInt8]? = nil
  ) throws -> ClientResponse {
    var request = ClientRequest(method: method, target: target, body: body)
    if let credential { request.fields.append(("Authorization", credential.authorization)) }
    for (name, value) in fields { request.fields.append((name, value)) }
    request.fields += extra
    let connection = try self.connection ?? ClientProtocol.current.connection(over: connect())
    self.connection = connection
    let response = try connection.exchange(request)
    #expect(response.isComplete, "\(response.fields)")
    if connection.hasEnded { self.connection = nil }
    return response
  }
}

// MARK: Photos

extension Client {
  /// Adds a picture that everybody may see, unless the query says otherwise.
  ///
  /// - Returns: The metadata of the new photo.
  @discardableResult
  func add(_ picture: [UInt8], _ query: String = "") throws -> JSONValue {
    let visibility = query.contains("visibility=") ? "" : "\(query.isEmpty ? "?" : "&")visibility=public"
    let response = try post("/v1/photos\(query)\(visibility)", ["Content-Type": "application/octet-stream"], picture)
    guard response.status == 201 else { throw TestFailure("\(response.status): \(response.text)") }
    return try response.json()
  }

  /// Adds a small picture that is unlike all others, as ``add(_:_:)`` does.
  ///
  /// - Returns: The id of the new photo.
  func addPhoto(_ query: String = "") throws -> String {
    guard let id = try add(SampleJPEG.next(), query)["id"].text else { throw TestFailure("a photo without an id") }
    return id
  }

  func setFavourite(_ id: String) throws -> ClientResponse { try put("/v1/photos/\(id)/favourite") }
  func unsetFavourite(_ id: String) throws -> ClientResponse { try delete("/v1/photos/\(id)/favourite") }

  /// The ids of a page.
  func ids(_ target: String) throws -> [String] { try get(target).member("items").items.compactMap { $0["id"].text } }
}
