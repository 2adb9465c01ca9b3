// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofModel

/// Uploads a photo with one request.
struct UploadRequest: APIRequest {
  typealias Response = PhotoMetadata

  var picture: [UInt8]
  var caption: String
  var key: String

  var method: HTTPMethod { .post }
  var path: String { "/v1/photos" }
  var query: [URLQueryItem] { [URLQueryItem(name: "caption", value: caption)] }
  var fields: [String: String] { ["Idempotency-Key": "\"\(key)\""] }
  var content: RequestContent? { RequestContent(type: "image/png", data: Data(picture)) }
}

/// Begins an upload in parts, and gives the path where they go.
struct BeginUploadRequest: APIRequest {
  var length: Int
  var caption: String
  var key: String

  var method: HTTPMethod { .post }
  var path: String { "/v1/photos" }
  var query: [URLQueryItem] { [URLQueryItem(name: "caption", value: caption)] }
  var fields: [String: String] {
    [
      "Idempotency-Key": "\"\(key)\"", "Upload-Complete": "?0", "Upload-Length": "\(length)",
      "Content-Type": "image/png",
    ]
  }

  func response(from response: APIResponse) throws -> String {
    guard let id = response[field: "Location"]?.split(separator: "/").last else {
      throw WoofError(.invalidServerResponse, "An upload was begun without Location.")
    }
    return "/v1/uploads/\(id)"
  }
}

/// Asks how much of an upload the service has.
struct LocateUploadRequest: APIRequest {
  var path: String
  var method: HTTPMethod { HTTPMethod(rawValue: "HEAD") }

  func response(from response: APIResponse) throws -> Int {
    guard let offset = response[field: "Upload-Offset"].flatMap({ Int($0) }) else {
      throw WoofError(.invalidServerResponse, "An upload came without Upload-Offset.")
    }
    return offset
  }
}

/// Sends a part of an upload; gives the photo after the last part.
struct AppendUploadRequest: APIRequest {
  var path: String
  var offset: Int
  var part: [UInt8]
  var isLast: Bool

  var method: HTTPMethod { .patch }
  var fields: [String: String] { ["Upload-Offset": "\(offset)", "Upload-Complete": isLast ? "?1" : "?0"] }
  var content: RequestContent? { RequestContent(type: "application/partial-upload", data: Data(part)) }

  func response(from response: APIResponse) throws -> PhotoMetadata? {
    isLast && response.status != 204 ? try response.json(PhotoMetadata.self) : nil
  }
}
