import WoofModel

/// One thing that is asked of the service while it may be killed.
enum CrashOperation: Sendable {
  /// A photo that its owner does not have.
  case upload(CrashUpload)
  /// Bytes that the owner has as this photo.
  case duplicate(of: PhotoID, CrashUpload)
  /// Setting or unsetting a favourite.
  case favourite(PhotoID, account: Int, isSet: Bool)
  /// A new caption or visibility.
  case edit(PhotoID, owner: Int, CrashEdit)
  /// The end of a photo.
  case deletion(PhotoID, owner: Int)

  /// The account that asks.
  var account: Int {
    switch self {
    case .upload(let upload), .duplicate(_, let upload): upload.owner
    case .favourite(_, let account, _): account
    case .edit(_, let owner, _), .deletion(_, let owner): owner
    }
  }

  /// The request that asks for it.
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
  /// Letters, digits and hyphens only.
  let caption: String
  /// What tells the service that a repetition is one.
  let key: String
}

/// An edit of either member.
enum CrashEdit: Sendable {
  case caption(String)
  case visibility(Visibility)

  /// The merge patch.
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
