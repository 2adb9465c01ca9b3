// SPDX-License-Identifier: Apache-2.0

/// The head of a request and what it says about the message that it opens.
package struct HTTPRequestHead: Sendable {
  /// The method, such as `GET`.
  package var method: HTTPMethod
  /// The path and the query. A target in absolute form has been brought into origin form.
  package var target: HTTPTarget
  /// The minor version of HTTP/1: 0 or 1.
  package var minorVersion: Int
  /// The fields. Where the target had an authority, `Host` is that authority (RFC 9112 §3.2.2).
  package var fields: HTTPFields
  /// The framing of the body, which gives its length.
  package var framing: BodyFraming
  /// `true` if the connection may be used for a further request (RFC 9112 §9.3).
  package var keepsAlive: Bool
  /// `true` if the sender waits for `100 Continue` before it sends a body that is not empty (RFC 9110 §10.1.1).
  package var expectsContinue: Bool
}

/// A way to tell the length of a request's body (RFC 9112 §6.3).
package enum BodyFraming: Hashable, Sendable {
  /// There is no body.
  case none
  /// `Content-Length` gives the length in bytes.
  case length(Int64)
  /// The body comes in chunks.
  case chunked
}
