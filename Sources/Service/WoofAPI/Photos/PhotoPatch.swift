// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofHTTP
internal import WoofModel

/// Reads what a `PATCH` wants to change (RFC 7396, without removing anything).
enum PhotoPatch {
  /// The edit that a request asks for.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `length-required`, `unsupported-media-type`, `payload-too-large`,
  ///   `invalid-request` or `invalid-parameter`.
  static func read(from request: HTTPRequest) async throws -> PhotoEdit {
    try edit(of: try await JSONBody.object(of: request, mediaTypes: JSONBody.patchTypes))
  }

  /// The edit that the members of an object ask for.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  static func edit(of members: [String: JSONValue]) throws -> PhotoEdit {
    var edit = PhotoEdit()
    for (name, value) in members {
      switch (name, value) {
      case ("caption", .string(let caption)): edit.caption = try Caption.checked(caption)
      case ("visibility", .string(let text)): edit.visibility = try JSONBody.visibility(text)
      case ("caption", _), ("visibility", _): throw RouteQuery.invalid(name, "The member must be a string.")
      default: throw RouteQuery.invalid(name, "The member cannot be changed; caption and visibility can.")
      }
    }
    return edit
  }
}
