// SPDX-License-Identifier: Apache-2.0

import WoofModel

@testable import TestKit

/// Something at an address that responds as a Woof service would not.
enum HostileService {
  static let id = "0193a7b2-c4d5-7e6f-8123-456789abcdef"

  /// What the metadata says of some bytes.
  static func metadata(of bytes: [UInt8], type: String = "image/jpeg", digest: Digest? = nil) throws -> String {
    let digest = try digest ?? Self.digest(of: bytes)
    return """
      {"id":"\(id)","owner":"ada","caption":"Rex\\u001b[2J","visibility":"public","contentType":"\(type)",\
      "byteCount":\(bytes.count),"digest":"\(digest)","width":16,"height":16,"createdAt":"2026-05-01T10:00:00.000Z",\
      "favouriteCount":3,"version":1,"deleted":false}
      """
  }

  /// One photo, whose bytes come as `original` says.
  static func photo(
    _ bytes: [UInt8], type: String = "image/jpeg", digest: Digest? = nil,
    original: @escaping @Sendable ([String: String]) -> [UInt8]
  ) throws -> ScriptedListener {
    let metadata = try metadata(of: bytes, type: type, digest: digest)
    let told = try digest ?? Self.digest(of: bytes)
    return try ScriptedListener { request in
      let path = request.target.split(separator: "?")[0]
      if path == "/v1/photos" { return ScriptedListener.json("{\"items\":[\(metadata)]}") }
      guard path.hasSuffix("/original") else { return ScriptedListener.json(metadata) }
      let fields = [
        "Content-Type": "image/jpeg", "ETag": "\"\(told)\"", "Repr-Digest": "sha-256=:\(told.standardBase64):",
      ]
      return original(fields)
    }
  }

  static func digest(of bytes: [UInt8]) throws -> Digest { try DigestMaking.digest(of: bytes) }
}
