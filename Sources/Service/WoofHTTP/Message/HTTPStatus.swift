// SPDX-License-Identifier: Apache-2.0

/// The status of a response (RFC 9110 §15).
package struct HTTPStatus: Hashable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// The number, 100 to 599.
  package let code: Int

  /// Makes a status of its number.
  package init(_ code: Int) { self.code = code }

  /// Makes a status of its number.
  package init(integerLiteral code: Int) { self.code = code }

  /// `true` if a response with this status never has a body (RFC 9112 §6.3).
  package var forbidsBody: Bool { code < 200 || code == 204 || code == 304 }

  /// The number and its reason phrase.
  package var description: String { "\(code) \(reason)" }

  /// The phrase that stands after the number in a status line.
  package var reason: String { Self.reasons[code] ?? "" }

  private static let reasons: [Int: String] = [
    100: "Continue", 101: "Switching Protocols", 103: "Early Hints", 104: "Upload Resumption Supported",
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
    301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
    308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required",
    412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
    416: "Range Not Satisfiable", 417: "Expectation Failed", 421: "Misdirected Request",
    422: "Unprocessable Content", 428: "Precondition Required", 429: "Too Many Requests",
    431: "Request Header Fields Too Large", 460: "Checksum Mismatch",
    500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable",
    505: "HTTP Version Not Supported", 507: "Insufficient Storage",
  ]
}
