// SPDX-License-Identifier: Apache-2.0

import WoofCommandLine
import WoofModel

/// A kind of write that the service must have on its disk when it answers.
enum DurableWrite: String, CaseIterable {
  case upload = "upload"
  case multipartUpload = "upload from a form"
  case favourite = "favourite set"
  case unfavourite = "favourite unset"
  case caption = "caption"
  case visibility = "visibility"
  case deletion = "deletion"
  case password = "password"

  /// The request; for all kinds but uploads there must be a photo.
  ///
  /// - Parameter number: The number of the request among those of its kind; no two of them make the same change.
  func request(_ number: Int, photo: PhotoID, account: BenchAccount) -> HTTPClientRequest {
    let path = "/v1/photos/\(photo)"
    switch self {
    case .upload:
      return HTTPClientRequest("POST", "/v1/photos?visibility=public", account: account, body: Self.picture(number))
    case .multipartUpload:
      return Self.form(Self.picture(number + 1_000_000), account)
    case .favourite: return HTTPClientRequest("PUT", "\(path)/favourite", account: account)
    case .unfavourite: return HTTPClientRequest("DELETE", "\(path)/favourite", account: account)
    case .caption: return Self.patch(path, "{\"caption\":\"number \(number)\"}", account)
    case .visibility: return Self.patch(path, "{\"visibility\":\"unlisted\"}", account)
    case .deletion: return HTTPClientRequest("DELETE", path, account: account)
    case .password:
      // The new password is the old one, so that the account of later requests stays right.
      let body = "{\"current\":\"\(account.password)\",\"new\":\"\(account.password)\"}"
      return HTTPClientRequest(
        "PUT", "/v1/me/password", account: account, fields: ["Content-Type": "application/json"],
        body: Array(body.utf8))
    }
  }

  private static func picture(_ number: Int) -> [UInt8] {
    GeneratedJPEG.bytes(byteCount: 50_000, seed: 1, serial: UInt64(number))
  }

  private static func patch(_ path: String, _ body: String, _ account: BenchAccount) -> HTTPClientRequest {
    HTTPClientRequest(
      "PATCH", path, account: account, fields: ["Content-Type": "application/merge-patch+json"],
      body: Array(body.utf8))
  }

  private static func form(_ picture: [UInt8], _ account: BenchAccount) -> HTTPClientRequest {
    let head = [
      "--boundary", "Content-Disposition: form-data; name=\"photo\"; filename=\"photo.jpg\"",
      "Content-Type: image/jpeg", "", "",
    ].joined(separator: "\r\n")
    return HTTPClientRequest(
      "POST", "/v1/photos?visibility=public", account: account,
      fields: ["Content-Type": "multipart/form-data; boundary=boundary"],
      body: Array(head.utf8) + picture + Array("\r\n--boundary--\r\n".utf8))
  }
}
