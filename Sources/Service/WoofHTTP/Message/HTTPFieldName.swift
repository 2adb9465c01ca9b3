// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// The name of a field (RFC 9110 §5.1), compared without regard to case.
package struct HTTPFieldName: Hashable, Sendable, CustomStringConvertible {
  /// The name as it is written.
  package let text: String
  /// The name in lower case.
  package let lowercased: String
  /// Tells most names apart at the cost of one comparison.
  let key: HTTPFieldKey

  /// Makes a name; `nil` where the text is not a token (RFC 9110 §5.6.2).
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy(HTTPToken.isTokenByte) else { return nil }
    self.init(validated: text)
  }

  /// Makes a name that stands in the code, where anything but a token (RFC 9110 §5.6.2) is a defect.
  package static func known(_ text: StaticString) -> HTTPFieldName {
    guard let name = HTTPFieldName("\(text)") else { preconditionFailure("\(text) is no name of a field.") }
    return name
  }

  private init(validated text: String) {
    self.text = text
    lowercased = text.lowercased()
    key = HTTPFieldKey(Array(text.utf8))
  }

  /// Two names are the same when they differ in case only.
  package static func == (left: HTTPFieldName, right: HTTPFieldName) -> Bool { left.lowercased == right.lowercased }

  /// Feeds the lower-case name to a hasher.
  package func hash(into hasher: inout Hasher) { hasher.combine(lowercased) }

  /// The name as it is written.
  package var description: String { text }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension HTTPFieldName {
  package static let accept = Self(validated: "Accept")
  package static let acceptEncoding = Self(validated: "Accept-Encoding")
  package static let acceptPatch = Self(validated: "Accept-Patch")
  package static let acceptRanges = Self(validated: "Accept-Ranges")
  package static let accessControlAllowCredentials = Self(validated: "Access-Control-Allow-Credentials")
  package static let accessControlAllowHeaders = Self(validated: "Access-Control-Allow-Headers")
  package static let accessControlAllowMethods = Self(validated: "Access-Control-Allow-Methods")
  package static let accessControlAllowOrigin = Self(validated: "Access-Control-Allow-Origin")
  package static let accessControlExposeHeaders = Self(validated: "Access-Control-Expose-Headers")
  package static let accessControlMaxAge = Self(validated: "Access-Control-Max-Age")
  package static let accessControlRequestMethod = Self(validated: "Access-Control-Request-Method")
  package static let allow = Self(validated: "Allow")
  package static let authorization = Self(validated: "Authorization")
  package static let cacheControl = Self(validated: "Cache-Control")
  package static let connection = Self(validated: "Connection")
  package static let contentDigest = Self(validated: "Content-Digest")
  package static let contentDisposition = Self(validated: "Content-Disposition")
  package static let contentEncoding = Self(validated: "Content-Encoding")
  package static let contentLength = Self(validated: "Content-Length")
  package static let contentRange = Self(validated: "Content-Range")
  package static let contentTransferEncoding = Self(validated: "Content-Transfer-Encoding")
  package static let contentType = Self(validated: "Content-Type")
  package static let cookie = Self(validated: "Cookie")
  package static let date = Self(validated: "Date")
  package static let eTag = Self(validated: "ETag")
  package static let expect = Self(validated: "Expect")
  package static let forwarded = Self(validated: "Forwarded")
  package static let host = Self(validated: "Host")
  package static let idempotencyKey = Self(validated: "Idempotency-Key")
  package static let ifMatch = Self(validated: "If-Match")
  package static let ifModifiedSince = Self(validated: "If-Modified-Since")
  package static let ifNoneMatch = Self(validated: "If-None-Match")
  package static let ifRange = Self(validated: "If-Range")
  package static let ifUnmodifiedSince = Self(validated: "If-Unmodified-Since")
  package static let lastEventID = Self(validated: "Last-Event-ID")
  package static let lastModified = Self(validated: "Last-Modified")
  package static let location = Self(validated: "Location")
  package static let origin = Self(validated: "Origin")
  package static let priority = Self(validated: "Priority")
  package static let range = Self(validated: "Range")
  package static let reprDigest = Self(validated: "Repr-Digest")
  package static let requestID = Self(validated: "Request-Id")
  package static let retryAfter = Self(validated: "Retry-After")
  package static let secFetchSite = Self(validated: "Sec-Fetch-Site")
  package static let strictTransportSecurity = Self(validated: "Strict-Transport-Security")
  package static let userAgent = Self(validated: "User-Agent")
  package static let vary = Self(validated: "Vary")
  package static let wantReprDigest = Self(validated: "Want-Repr-Digest")
  package static let wwwAuthenticate = Self(validated: "WWW-Authenticate")
  package static let xContentTypeOptions = Self(validated: "X-Content-Type-Options")
  package static let xForwardedFor = Self(validated: "X-Forwarded-For")
  package static let xForwardedProto = Self(validated: "X-Forwarded-Proto")
}
