// SPDX-License-Identifier: Apache-2.0

import WoofModel

@testable import TestKit
@testable import TestPictures

/// A guest of a share link.
struct Guest {
  let holder: LinkHolder
  /// The key that the service gave.
  let key: String

  /// Gives the holder of a link a name.
  init(_ holder: LinkHolder, _ name: String = "Oma") throws {
    let response = try holder.introduce(name)
    guard response.status == 200, let key = try response.member("key").text else {
      throw TestFailure("\(response.status): \(response.text)")
    }
    (self.holder, self.key) = (holder, key)
  }

  private var fields: KeyValuePairs<String, String> { ["Woof-Link-Guest": key] }

  /// Asks for what is at a path below that of the link.
  func get(_ path: String = "") throws -> ClientResponse { try holder.get(path, fields) }

  /// Likes a photo, or no longer.
  func like(_ photo: String, _ isLiked: Bool = true) throws -> ClientResponse {
    try holder.client.send(isLiked ? "PUT" : "DELETE", "\(holder.path)/photos/\(photo)/like", fields)
  }

  /// Sends a picture, by default one that is unlike all others.
  func add(
    _ picture: [UInt8]? = nil, _ query: String = "", extra: [(String, String)] = []
  ) throws -> ClientResponse {
    let type = extra.contains { $0.0 == "Content-Type" } ? [] : [("Content-Type", "image/jpeg")]
    return try holder.client.send(
      "POST", "\(holder.path)/photos\(query)", fields, extra: type + extra, body: picture ?? SampleJPEG.next())
  }
}

extension LinkHolder {
  /// Gives a name.
  func introduce(_ name: String, _ fields: KeyValuePairs<String, String> = [:]) throws -> ClientResponse {
    try client.send(
      "PUT", "\(path)/guest", fields, extra: [("Content-Type", "application/json")],
      body: Array(#"{"name":"\#(name)"}"#.utf8))
  }
}
