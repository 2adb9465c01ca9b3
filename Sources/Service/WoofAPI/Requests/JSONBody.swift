// SPDX-License-Identifier: Apache-2.0

internal import FoundationEssentials
internal import WoofCore
internal import WoofHTTP
internal import WoofHTTPSemantics
internal import WoofModel

/// Reads small JSON objects that requests carry.
enum JSONBody {
  /// The media types of what a `PATCH` changes (RFC 7396); JSON's own stands for the other.
  static let patchTypes = ["application/merge-patch+json", "application/json"]
  /// The most bytes of a body of which nothing else is said.
  static let byteLimit = 64 * 1024
  /// A body of so many bytes is decoded on the loop.
  private static let loopByteLimit = 4_096
  /// So many bytes take as long to decode as a look-up takes.
  private static let bytesPerLookUp = 2_048

  /// The members of the object in a request's body.
  ///
  /// - Parameters:
  ///   - mediaTypes: The media types that it may have; JSON's own by default.
  ///   - limit: The maximum number of bytes of the body; 64 KB by default.
  ///   - names: The members that it may have; all by default.
  ///   - workers: Decode what is long, which would keep the others of the loop waiting; the loop decodes everything by
  ///     default.
  /// - Throws: ``WoofModel/WoofError`` with the code `length-required`, `unsupported-media-type`, `payload-too-large`,
  ///   `invalid-request`, or `invalid-parameter` for a member that it may not have; `unavailable` where too much waits for the
  ///   workers.
  static func object(
    of request: HTTPRequest, mediaTypes: [String] = ["application/json"], upTo limit: Int = byteLimit,
    allowing names: [String]? = nil, on workers: WorkerPool? = nil
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
    let object =
      if let workers, bytes.count > loopByteLimit {
        try await workers.run(cost: 1 + bytes.count / bytesPerLookUp) { try members(of: bytes) }
      } else {
        try members(of: bytes)
      }
    if let names { try requireKnown(object.keys, names) }
    return object
  }

  /// A time among the members of an object; `nil` where it is not there, or is `null`.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it is something else.
  static func time(_ name: String, of members: [String: JSONValue]) throws(WoofError) -> Timestamp? {
    guard let value = members[name], value != .null else { return nil }
    guard case .string(let text) = value, let time = Timestamp(text) else {
      throw RouteQuery.invalid(name, "The member must be a time in UTC, as 2027-01-31T12:00:00.000Z.")
    }
    return time
  }

  /// Makes sure that an object has no members but those of these names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` for the first one that it has.
  static func requireKnown(_ members: some Sequence<String>, _ names: [String]) throws(WoofError) {
    guard let unknown = members.filter({ !names.contains($0) }).min() else { return }
    throw RouteQuery.invalid(unknown, "The member is unknown; there are \(names.joined(separator: ", ")).")
  }

  /// The visibility that a text names.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter`.
  static func visibility(_ text: String) throws(WoofError) -> Visibility {
    guard let visibility = Visibility(rawValue: text) else {
      throw RouteQuery.invalid("visibility", "Choose one of public, unlisted, private.")
    }
    return visibility
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

extension HTTPResponse {
  /// The fields of JSON that nobody keeps.
  static let unstoredJSONFields = HTTPFields([.contentType: "application/json", .cacheControl: "no-store"])

  /// JSON that nobody keeps, as it holds a secret or counts for this moment only. It is never compressed: beside what
  /// others have chosen, the length of a secret would tell of it.
  static func unstoredJSON(_ status: HTTPStatus, _ bytes: [UInt8]) -> HTTPResponse {
    var response = HTTPResponse(status, fields: unstoredJSONFields, body: .bytes(HTTPBytes(bytes)))
    response.compression = .never
    return response
  }
}
