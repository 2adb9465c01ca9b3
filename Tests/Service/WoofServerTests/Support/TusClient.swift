// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofSystem

@testable import TestKit

/// Speaks tus 1.0.0, request by request.
struct TusClient {
  let client: Client

  /// Sends a request with the fields of tus, and expects them of the response.
  @discardableResult
  func send(
    _ method: String, _ place: String, _ fields: [(String, String)] = [], _ body: [UInt8]? = nil
  ) throws -> ClientResponse {
    let version = fields.contains { $0.0 == "Tus-Resumable" } ? [] : [("Tus-Resumable", "1.0.0")]
    let response = try client.send(method, place, extra: version + fields, body: body)
    #expect(response["Tus-Resumable"] == "1.0.0")
    return response
  }

  /// Begins an upload.
  ///
  /// - Returns: Its address.
  func begin(_ length: Int, _ fields: [(String, String)] = []) throws -> String {
    let response = try create(fields + [("Upload-Length", "\(length)")])
    guard response.status == 201, let place = response["Location"] else {
      throw TestFailure("\(response.status): \(response.text)")
    }
    return place
  }

  /// Sends a request that begins an upload.
  func create(_ fields: [(String, String)], _ body: [UInt8] = []) throws -> ClientResponse {
    try send("POST", "/v1/tus", fields, body)
  }

  /// Sends bytes of an upload.
  func append(
    _ bytes: [UInt8], at offset: Int, to place: String, _ fields: [(String, String)] = []
  ) throws -> ClientResponse {
    try send("PATCH", place, Self.content + [("Upload-Offset", "\(offset)")] + fields, bytes)
  }

  /// Uploads bytes as a part of a photo.
  ///
  /// - Returns: Its address.
  func uploadPart(_ bytes: [UInt8]) throws -> String {
    let place = try begin(bytes.count, [("Upload-Concat", "partial")])
    #expect(try append(bytes, at: 0, to: place).status == 204)
    return place
  }

  /// The number of bytes that the service has; `nil` where it does not say.
  func offset(of place: String) throws -> Int? { try send("HEAD", place)["Upload-Offset"].flatMap { Int($0) } }

  /// The field that says that the content belongs to an upload.
  static let content = [("Content-Type", "application/offset+octet-stream")]

  /// The value of `Upload-Metadata` for these pairs.
  static func metadata(_ values: KeyValuePairs<String, String>) -> String {
    values.map { "\($0) \(Base64.encode($1.utf8, as: .standard))" }.joined(separator: ",")
  }
}
