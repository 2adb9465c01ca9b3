// SPDX-License-Identifier: Apache-2.0

internal import WoofSystem

/// A representation that is ready to be served: its length, its validators, and the fields of its answers, written
/// once. A full answer shares the fields and copies nothing.
///
///     let selection = photo.selection(for: request)
///     guard selection.needsContent else { return photo.response(to: selection) { problem($0) } }
///     return photo.response(to: selection, content: .file(region))
public struct HTTPRepresentation: Sendable {
  /// The media type.
  public let contentType: String
  /// The length in bytes.
  public let count: Int64
  /// The entity tag and the date of its current state.
  public let validators: HTTPValidators
  /// The fields of a full answer.
  public let fields: HTTPFields

  /// Makes a representation.
  ///
  /// - Parameter fields: the fields of a full answer but for those that the other parameters give (`Content-Type`,
  ///   `ETag`, `Last-Modified`, `Accept-Ranges`): `Cache-Control`, `Vary`, a `Repr-Digest` of the whole representation.
  public init(contentType: String, count: Int64, validators: HTTPValidators, fields: HTTPFields = HTTPFields()) {
    self.contentType = contentType
    self.count = count
    self.validators = validators
    var all = HTTPFields()
    all.append(.contentType, contentType)
    if let tag = validators.entityTag { all.append(.eTag, tag.description) }
    if let date = validators.lastModified { all.append(.lastModified, date.description) }
    all.append(.acceptRanges, "bytes")
    all.append(contentsOf: fields)
    self.fields = all
  }

  /// Selects what a request is answered with; see ``HTTPSelection/init(method:fields:count:validators:)``.
  public func selection(for request: HTTPRequest) -> HTTPSelection {
    HTTPSelection(method: request.method, fields: request.fields, count: count, validators: validators)
  }

  /// The answer to a request, made in one step: 200, 206, 304, 412 or 416. `HEAD` is answered as `GET` is without
  /// ranges; the server leaves the body out.
  ///
  /// - Parameters:
  ///   - content: all bytes of the representation, exactly ``count``.
  ///   - refusal: makes the answer to 412 and 416, to which what the status calls for is added.
  public func response(
    to request: HTTPRequest, content: HTTPContent, refusal: (HTTPStatus) -> HTTPResponse = { HTTPResponse($0) }
  ) -> HTTPResponse {
    let selection = selection(for: request)
    return selection.needsContent
      ? response(to: selection, content: content) : response(to: selection, refusal: refusal)
  }

  /// The answer to a selection that needs content: 200 or 206.
  ///
  /// - Parameters:
  ///   - content: all bytes of the representation, exactly ``count``.
  ///   - boundary: makes the text between the parts of an answer with several ranges, which must not occur within
  ///     them; by default from 160 bits of the system's randomness.
  public func response(
    to selection: HTTPSelection, content: HTTPContent, boundary: () -> String = { HTTPRepresentation.randomBoundary() }
  ) -> HTTPResponse {
    guard case .ranges(let ranges, let isConditional) = selection else {
      return HTTPResponse(200, fields: fields, body: content.body)
    }
    if let range = ranges.first, ranges.count == 1 {
      var fields = partialFields(isConditional, contentType: isConditional ? nil : contentType)
      fields.append(.contentRange, contentRange(range))
      return HTTPResponse(206, fields: fields, body: content.body(of: range))
    }
    let boundary = boundary()
    return HTTPResponse(
      206, fields: partialFields(isConditional, contentType: "multipart/byteranges; boundary=\(boundary)"),
      body: .pieces(parts(ranges, of: content, boundary)))
  }

  /// The answer to a selection that needs no content: 304, 412 or 416.
  ///
  /// - Parameter refusal: makes the answer to 412 and 416, to which what the status calls for is added.
  public func response(
    to selection: HTTPSelection, refusal: (HTTPStatus) -> HTTPResponse = { HTTPResponse($0) }
  ) -> HTTPResponse {
    switch selection {
    case .notModified:
      let names = Self.cacheFieldNames + (validators.entityTag == nil ? ["last-modified"] : [])
      return HTTPResponse(304, fields: fields.selecting(names))
    case .unsatisfiable:
      var response = refusal(416)
      response.fields.append(.contentRange, "bytes */\(count)")
      return response
    default:
      return refusal(412)
    }
  }

  /// A boundary that nobody can foresee.
  public static func randomBoundary() -> String {
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

  /// The fields of an answer with parts: those of the full answer, less what the client has already.
  private func partialFields(_ isConditional: Bool, contentType: String?) -> HTTPFields {
    var partial = fields.removing(isConditional ? Self.knownFieldNames : ["content-type"])
    if let contentType { partial.append(.contentType, contentType) }
    return partial
  }

  private func contentRange(_ range: Range<Int64>) -> String {
    "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"
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
