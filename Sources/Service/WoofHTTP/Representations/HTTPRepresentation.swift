// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics
internal import WoofSystem

/// A representation that is ready to be served: its length, its validators, and the fields of its responses, written
/// once. A full response shares the fields and copies nothing.
///
///     let decision = photo.decision(for: request)
///     guard decision.needsContent else { return photo.response(to: decision) { problem($0) } }
///     return photo.response(to: decision, content: .file(region))
package struct HTTPRepresentation: Sendable {
  /// The media type.
  package let contentType: String
  /// The length in bytes.
  package let count: Int64
  /// The entity tag and the date of its current state.
  package let validators: HTTPValidators
  /// The fields of a full response.
  package let fields: HTTPFields
  /// Those of them that a 304 repeats.
  private let notModifiedFields: HTTPFields
  /// The rule for responses that are not of parts.
  private let compression: HTTPCompression

  /// Makes a representation.
  ///
  /// - Parameter fields: the fields of a full response but for those that the other parameters give (`Content-Type`,
  ///   `ETag`, `Last-Modified`, `Accept-Ranges`): `Cache-Control`, `Vary`, a `Repr-Digest` of the whole representation.
  /// - Parameter compression: The rule by which whole responses may be compressed; by default the media type decides.
  package init(
    contentType: String, count: Int64, validators: HTTPValidators, fields: HTTPFields = HTTPFields(),
    compression: HTTPCompression = .byType
  ) {
    self.contentType = contentType
    self.count = count
    self.validators = validators
    // A 304 does not say of what type it is.
    self.compression = compression.settled(for: contentType)
    var all = HTTPFields()
    all.append(.contentType, contentType)
    if let tag = validators.entityTag { all.append(.eTag, tag.description) }
    if let date = validators.lastModified { all.append(.lastModified, date.description) }
    all.append(.acceptRanges, "bytes")
    all.append(contentsOf: fields)
    self.fields = all
    notModifiedFields = all.selecting(
      Self.cacheFieldNames + (validators.entityTag == nil ? ["last-modified"] : []))
  }

  /// Decides what a request gets; see ``HTTPRangeDecision/init(method:fields:count:validators:)``.
  package func decision(for request: HTTPRequest) -> HTTPRangeDecision {
    HTTPRangeDecision(method: request.method, fields: request.fields, count: count, validators: validators)
  }

  /// The response to a request, made in one step: 200, 206, 304, 412 or 416. `HEAD` is answered as `GET` is without
  /// ranges; the server leaves the body out.
  ///
  /// - Parameters:
  ///   - content: all bytes of the representation, exactly ``count``.
  ///   - refusal: makes the response to 412 and 416, to which what the status calls for is added.
  package func response(
    to request: HTTPRequest, content: HTTPContent, refusal: (HTTPStatus) -> HTTPResponse = { HTTPResponse($0) }
  ) -> HTTPResponse {
    let decision = decision(for: request)
    return decision.needsContent
      ? response(to: decision, content: content) : response(to: decision, refusal: refusal)
  }

  /// The response to a decision that needs content: 200 or 206.
  ///
  /// - Parameters:
  ///   - content: all bytes of the representation, exactly ``count``.
  ///   - boundary: makes the text between the parts of a response with several ranges, which must not occur within
  ///     them; by default from 160 bits of the system's randomness.
  package func response(
    to decision: HTTPRangeDecision, content: HTTPContent,
    boundary: () -> String = { HTTPRepresentation.randomBoundary() }
  ) -> HTTPResponse {
    guard case .ranges(let ranges, let isConditional) = decision else { return whole(content.body) }
    if let range = ranges.first, ranges.count == 1 {
      var fields = partialFields(isConditional, contentType: isConditional ? nil : contentType)
      fields.append(.contentRange, contentRange(range))
      return Self.part(fields, content.body(of: range))
    }
    let boundary = boundary()
    return Self.part(
      partialFields(isConditional, contentType: "multipart/byteranges; boundary=\(boundary)"),
      .pieces(parts(ranges, of: content, boundary)))
  }

  private func whole(_ body: HTTPResponseBody) -> HTTPResponse {
    var response = HTTPResponse(200, fields: fields, body: body)
    response.compression = compression
    return response
  }

  /// A part is one of the bytes as they are.
  private static func part(_ fields: HTTPFields, _ body: HTTPResponseBody) -> HTTPResponse {
    var response = HTTPResponse(206, fields: fields, body: body)
    response.compression = .never
    return response
  }

  /// The response to a request whose body is made from somewhere within the representation: 200, 206, 304, 412 or 416.
  /// Who asks for several ranges gets all of it.
  ///
  /// - Parameters:
  ///   - refusal: makes the response to 412 and 416, to which what the status calls for is added.
  ///   - body: makes the bytes of a range.
  package func response(
    to request: HTTPRequest, refusal: (HTTPStatus) -> HTTPResponse, body: (Range<Int64>) -> HTTPResponseBody
  ) -> HTTPResponse {
    switch decision(for: request) {
    case .ranges(let ranges, let isConditional) where ranges.count == 1:
      var fields = partialFields(isConditional, contentType: isConditional ? nil : contentType)
      fields.append(.contentRange, contentRange(ranges[0]))
      return Self.part(fields, body(ranges[0]))
    case .whole, .ranges: return whole(body(0..<count))
    case let decision: return response(to: decision, refusal: refusal)
    }
  }

  /// The response to a decision that needs no content: 304, 412 or 416.
  ///
  /// - Parameter refusal: makes the response to 412 and 416, to which what the status calls for is added.
  package func response(
    to decision: HTTPRangeDecision, refusal: (HTTPStatus) -> HTTPResponse = { HTTPResponse($0) }
  ) -> HTTPResponse {
    switch decision {
    case .notModified:
      var response = HTTPResponse(304, fields: notModifiedFields)
      response.compression = compression
      return response
    case .unsatisfiable:
      var response = refusal(416)
      response.fields.append(.contentRange, "bytes */\(count)")
      return response
    default:
      return refusal(412)
    }
  }

  /// A boundary that nobody can foresee.
  package static func randomBoundary() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<5).flatMap { _ in
      let number = UInt32.random(in: .min ... .max, using: &generator)
      return (0..<8).map { Hexadecimal.upperCaseDigit(UInt8(truncatingIfNeeded: number >> (4 * $0)) & 15) }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}

extension HTTPRepresentation {
  /// The fields that a 304 repeats of the 200 that it stands for (RFC 9110 §15.4.5).
  private static let cacheFieldNames = ["cache-control", "content-location", "etag", "expires", "vary"]
  /// The fields that a client with an earlier response has already (RFC 9110 §15.3.7).
  private static let knownFieldNames = ["content-type", "content-encoding", "content-language", "last-modified"]

  /// The fields of a response with parts: those of the full response, less what the client has already.
  private func partialFields(_ isConditional: Bool, contentType: String?) -> HTTPFields {
    var partial = fields.removing(isConditional ? Self.knownFieldNames : ["content-type"])
    if let contentType { partial.append(.contentType, contentType) }
    return partial
  }

  private func contentRange(_ range: Range<Int64>) -> String {
    HTTPContentRange(range, of: count).description
  }

  /// A body of several ranges (RFC 9110 §14.6).
  private func parts(
    _ ranges: [Range<Int64>], of content: HTTPContent, _ boundary: String
  ) -> [HTTPResponseBody.Piece] {
    var pieces: [HTTPResponseBody.Piece] = []
    for (index, range) in ranges.enumerated() {
      let lineEnd = index == 0 ? "" : "\r\n"
      let head =
        "\(lineEnd)--\(boundary)\r\nContent-Type: \(contentType)\r\nContent-Range: \(contentRange(range))\r\n\r\n"
      pieces.append(.bytes(HTTPBytes(head)))
      pieces.append(content.piece(range))
    }
    pieces.append(.bytes(HTTPBytes("\r\n--\(boundary)--\r\n")))
    return pieces
  }
}

extension HTTPFields {
  /// The fields whose names, in lower case, are among `names`.
  func selecting(_ names: [String]) -> HTTPFields {
    filter { name in names.contains { name.matches($0) } }
  }

  /// The fields whose names, in lower case, are not among `names`.
  func removing(_ names: [String]) -> HTTPFields {
    filter { name in !names.contains { name.matches($0) } }
  }
}
