// SPDX-License-Identifier: Apache-2.0

/// A request before it is signed: it is signed anew for each time that it is sent.
struct S3Request: Sendable {
  var operation: S3Operation
  var key: S3ObjectKey?
  var query: [(name: String, value: String)] = []
  var fields: [(name: String, value: String)] = []
  var body = S3Body.none
  /// The SHA-256 of the content, in hexadecimal digits.
  var contentDigest = SigV4Request.emptyContent
  /// The time without a byte after which it is given up, in seconds; `nil` for that of all requests.
  var timeout: Double?
}
