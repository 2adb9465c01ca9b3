// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// Reads what a `PATCH` wants to change (RFC 7396, without removing anything).
enum PhotoPatch {
  private static let byteLimit = 64 * 1024
  private static let mediaTypes = ["application/merge-patch+json", "application/json"]

  /// The edit that a request asks for.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `length-required`, `unsupported-media-type`, `payload-too-large`,
  ///   `invalid-request` or `invalid-parameter`.
  static func read(from request: HTTPRequest) async throws -> PhotoEdit {
    try edit(of: try await JSONBody.object(of: request, mediaTypes: mediaTypes, upTo: byteLimit))
  }

  /// The edit that the members of an object ask for.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  static func edit(of members: [String: JSONValue]) throws -> PhotoEdit {
    var edit = PhotoEdit()
    for (name, value) in members {
      switch (name, value) {
      case ("caption", .string(let caption)): edit.caption = try Caption.checked(caption)
      case ("visibility", .string(let text)):
        guard let visibility = Visibility(rawValue: text) else {
          throw RouteQuery.invalid(name, "Choose one of public, unlisted, private.")
        }
        edit.visibility = visibility
      case ("caption", _), ("visibility", _): throw RouteQuery.invalid(name, "The member must be a string.")
      default: throw RouteQuery.invalid(name, "The member cannot be changed; caption and visibility can.")
      }
    }
    return edit
  }
}

/// Reads small JSON objects that requests carry.
enum JSONBody {
  /// A body of so many bytes is decoded on the loop.
  private static let loopByteLimit = 4_096
  /// So many bytes take as long to decode as a look-up takes.
  private static let bytesPerLookUp = 2_048

  /// The members of the object in a request's body.
  ///
  /// - Parameter workers: Decode what is long, which would keep the others of the loop waiting; the loop decodes everything
  ///   by default.
  /// - Throws: ``WoofModel/WoofError`` with the code `length-required`, `unsupported-media-type`, `payload-too-large` or
  ///   `invalid-request`; `unavailable` where too much waits for the workers.
  static func object(
    of request: HTTPRequest, mediaTypes: [String], upTo limit: Int, on workers: WorkerPool? = nil
  ) async throws -> [String: JSONValue] {
    let check = try digestCheck(of: request, mediaTypes: mediaTypes)
    let bytes: [UInt8]
    do {
      bytes = try await request.body.collect(upTo: limit)
    } catch {
      throw ProblemDocument.error(of: error)
    }
    check?.update(bytes.span.bytes)
    try check?.finish()
    guard let workers, bytes.count > loopByteLimit else { return try members(of: bytes) }
    return try await workers.run(cost: 1 + bytes.count / bytesPerLookUp) { try members(of: bytes) }
  }

  private static func members(of bytes: [UInt8]) throws -> [String: JSONValue] {
    guard case .object(let members)? = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else {
      throw noObject
    }
    return members
  }

  /// The error for a body that is something else.
  static var noObject: WoofError { WoofError(.invalidRequest, "The body must be a JSON object.") }

  /// The check of the body's digests, where the request has some; what comes before the body is checked at once.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `length-required`, `unsupported-media-type` or `invalid-request`.
  static func digestCheck(of request: HTTPRequest, mediaTypes: [String]) throws -> DigestCheck? {
    guard request.body.announcedCount != 0 || request.fields.contains(.contentLength) else {
      throw WoofError(.lengthRequired, "Announce the length of the JSON, or send it in chunks.")
    }
    let type = request.fields.bytes(of: .contentType).flatMap { HTTPMediaType(parsing: $0) }
    guard let type, mediaTypes.contains(type.essence) else {
      // What is taken is told in the field that goes with the method (RFC 9110 §15.5.16, RFC 5789 §2.2).
      throw FailedResponse(
        WoofError(.unsupportedMediaType, "The body must be \(mediaTypes.joined(separator: " or "))."),
        HTTPFields([request.method == .patch ? .acceptPatch : .accept: mediaTypes.joined(separator: ", ")]))
    }
    return try DigestCheck(try RequestDigests.ofContent(request.fields))
  }
}
