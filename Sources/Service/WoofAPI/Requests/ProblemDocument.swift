// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTP
package import WoofModel

/// Renders every error of the service, as a problem document (RFC 9457).
package enum ProblemDocument {
  /// The challenge of every 401 (RFC 7617 §2).
  package static let challenge = "Basic realm=\"Dogs\", charset=\"UTF-8\""

  /// The response that tells a client of an error.
  static func response(to error: WoofError) -> HTTPResponse {
    var fields = HTTPFields([.contentType: "application/problem+json", .cacheControl: "no-store"])
    if error.code == .authenticationRequired { fields.append(.wwwAuthenticate, challenge) }
    if let seconds = error.retryAfter { fields.append(.retryAfter, String(seconds)) }
    return HTTPResponse(HTTPStatus(error.code.status), fields: fields, body: .bytes(HTTPBytes(bytes(of: error))))
  }

  /// The response to a request for a host that is none of the service's.
  static var misdirected: HTTPResponse {
    response(
      to: WoofError(
        .misdirectedRequest,
        "This service is not known by the host that the request names; its configuration says which are, in origins and "
          + "hosts."))
  }

  /// The response to something that could not be read as a request.
  static func response(to violation: HTTPViolation) -> HTTPResponse {
    let details: [String: JSONValue] = violation.limit.map { ["limit": .integer(Int64($0))] } ?? [:]
    let retryAfter = violation.status == 429 || violation.status == 503 ? 1 : nil
    return response(
      to: WoofError(code(of: violation.status), violation.reason + ".", details: details, retryAfter: retryAfter))
  }

  /// The error that a body which broke off, or broke the rules, amounts to.
  static func error(of bodyError: HTTPBodyError) -> WoofError {
    switch bodyError {
    case .connectionLost: WoofError(.invalidRequest, "The body broke off.")
    case .malformed(let reason): WoofError(.invalidRequest, reason + ".")
    case .tooSlow: WoofError(.requestTimeout, "The body came more slowly than it is waited for (minimumBodyRate).")
    case .tooLarge(let limit):
      WoofError(.payloadTooLarge, "The body has more than \(limit) bytes.", details: ["limit": .integer(limit)])
    }
  }

  private static func code(of status: HTTPStatus) -> WoofError.Code {
    WoofError.Code.all.first { $0.status == status.code } ?? .invalidRequest
  }

  /// The document of an error.
  package static func bytes(of error: WoofError) -> [UInt8] {
    var writer = JSONWriter()
    write(error, to: &writer)
    writer.newline()
    return writer.bytes
  }

  /// Writes the document of an error as a value.
  static func write(_ error: WoofError, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("type")
    writer.value(error.code.type)
    writer.name("title")
    writer.value(error.code.title)
    writer.name("status")
    writer.value(error.code.status)
    writer.name("detail")
    writer.value(error.message)
    for (name, value) in error.details.sorted(by: { $0.key < $1.key }) {
      writer.name(name)
      writer.value(value)
    }
    writer.endObject()
  }
}

/// An error whose response has fields of its own.
struct FailedResponse: Error {
  let error: WoofError
  let fields: HTTPFields

  init(_ error: WoofError, _ fields: HTTPFields = HTTPFields()) {
    self.error = error
    self.fields = fields
  }
}
