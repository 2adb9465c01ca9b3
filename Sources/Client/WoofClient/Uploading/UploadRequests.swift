// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A service that tells how much of a request's content has been sent.
package protocol UploadService: APIService {
  /// Sends a request, and gives what its response means.
  ///
  /// - Parameter sent: Told the number of bytes of the content that have been sent so far, on any thread; `nil` where nobody
  ///   watches it.
  /// - Throws: As ``APIService/response(to:)``.
  func response<Request: APIRequest>(
    to request: Request, sent: (@Sendable (Int64) -> Void)?
  ) async throws -> Request.Response
}

extension UploadService {
  /// Sends a request, and does not tell how much of it has been sent.
  package func response<Request: APIRequest>(
    to request: Request, sent: (@Sendable (Int64) -> Void)?
  ) async throws -> Request.Response {
    try await response(to: request)
  }
}

/// `POST /v1/photos` without bytes, which asks for an address where they go in parts
/// (draft-ietf-httpbis-resumable-upload).
struct UploadCreationRequest: APIRequest {
  let head: UploadHead
  let byteCount: Int64

  var method: HTTPMethod { .post }
  var path: String { "/v1/photos" }
  var query: [URLQueryItem] { head.query }
  var fields: [String: String] {
    head.fields.merging(["Upload-Complete": "?0", "Upload-Length": "\(byteCount)"]) { $1 }
  }
  var content: RequestContent? { RequestContent(type: "application/octet-stream", data: Data()) }
  // Each one begins another upload, and those that nobody goes on with stay until their lifetime ends.
  var isIdempotent: Bool { false }

  /// The address, and the most bytes of a part.
  func response(from response: APIResponse) throws -> UploadStart {
    guard let id = response[field: "Location"]?.split(separator: "/").last, response[field: "Upload-Complete"] == "?0"
    else {
      // The service knows the key already, and says what became of it.
      return .finished(UploadedPhoto(photo: try response.json(PhotoMetadata.self), isNew: response.status == 201))
    }
    return .begun(
      id: ServiceAddress.encoded(String(id)),
      limit: UploadLimits(in: response[field: "Upload-Limit"]).maximumPartByteCount)
  }
}

/// The response to the beginning of an upload in parts.
enum UploadStart: Sendable {
  case begun(id: String, limit: Int64?)
  case finished(UploadedPhoto)
}

/// `HEAD /v1/uploads/{id}`: the number of bytes that the service has.
struct UploadOffsetRequest: APIRequest {
  let id: String

  var method: HTTPMethod { .head }
  var path: String { "/v1/uploads/\(id)" }

  func response(from response: APIResponse) throws -> Int64 { try response.uploadOffset() }
}

/// `PATCH /v1/uploads/{id}`: the next part.
struct UploadPartRequest: APIRequest {
  let id: String
  let offset: Int64
  let isComplete: Bool
  let data: Data

  var method: HTTPMethod { .patch }
  var path: String { "/v1/uploads/\(id)" }
  var fields: [String: String] { ["Upload-Offset": "\(offset)", "Upload-Complete": isComplete ? "?1" : "?0"] }
  var content: RequestContent? { RequestContent(type: "application/partial-upload", data: data) }
  var isIdempotent: Bool { false }

  func response(from response: APIResponse) throws -> UploadAdvance {
    guard isComplete, response.status != 204 else {
      return .reached(response.isWithoutOffset ? offset + Int64(data.count) : try response.uploadOffset())
    }
    return .finished(UploadedPhoto(photo: try response.json(PhotoMetadata.self), isNew: response.status == 201))
  }
}

/// The response to a part.
enum UploadAdvance: Sendable {
  case reached(Int64)
  case finished(UploadedPhoto)
}

extension APIResponse {
  fileprivate var isWithoutOffset: Bool { self[field: "Upload-Offset"] == nil }

  fileprivate func uploadOffset() throws -> Int64 {
    guard let offset = self[field: "Upload-Offset"].flatMap({ Int64($0) }), offset >= 0 else {
      throw WoofError(
        .invalidServerResponse, "The service did not say how much of an upload it has: check that it is a Woof service."
      )
    }
    return offset
  }
}
