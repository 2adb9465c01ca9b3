// SPDX-License-Identifier: Apache-2.0

import WoofModel

/// An operation on the service while it may be killed.
enum CrashOperation: Sendable {
  /// A photo that its owner does not have.
  case upload(CrashUpload)
  /// An upload of bytes that the owner already has as this photo.
  case duplicate(of: PhotoID, CrashUpload)
  /// A favourite that is set or unset.
  case favourite(PhotoID, account: Int, isSet: Bool)
  /// A new caption or visibility.
  case edit(PhotoID, owner: Int, CrashEdit)
  /// The deletion of a photo.
  case deletion(PhotoID, owner: Int)

  /// The index of the account whose request it is.
  var account: Int {
    switch self {
    case .upload(let upload), .duplicate(_, let upload): upload.owner
    case .favourite(_, let account, _): account
    case .edit(_, let owner, _), .deletion(_, let owner): owner
    }
  }

  /// Returns the request for the operation.
  func request(as account: BenchAccount) -> HTTPClientRequest {
    switch self {
    case .upload(let upload), .duplicate(_, let upload):
      HTTPClientRequest(
        "POST", "/v1/photos?caption=\(upload.caption)&visibility=public", account: account,
        fields: ["Idempotency-Key": "\"\(upload.key)\""], body: upload.content.bytes)
    case .favourite(let photo, _, let isSet):
      HTTPClientRequest(isSet ? "PUT" : "DELETE", "/v1/photos/\(photo)/favourite", account: account)
    case .edit(let photo, _, let edit):
      HTTPClientRequest(
        "PATCH", "/v1/photos/\(photo)", account: account, fields: ["Content-Type": "application/merge-patch+json"],
        body: edit.json)
    case .deletion(let photo, _): HTTPClientRequest("DELETE", "/v1/photos/\(photo)", account: account)
    }
  }
}

/// An upload, which can be repeated.
struct CrashUpload: Sendable, Hashable {
  let owner: Int
  let content: PhotoContent
  let digest: Digest
  /// The caption, of letters, digits and hyphens only.
  let caption: String
  /// The idempotency key, by which the service recognises a repetition.
  let key: String
}

/// An edit of the caption or of the visibility.
enum CrashEdit: Sendable {
  case caption(String)
  case visibility(Visibility)

  /// The JSON of the merge patch.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    switch self {
    case .caption(let caption):
      writer.name("caption" as StaticString)
      writer.value(caption)
    case .visibility(let visibility):
      writer.name("visibility" as StaticString)
      writer.value(visibility.rawValue)
    }
    writer.endObject()
    return writer.bytes
  }
}
