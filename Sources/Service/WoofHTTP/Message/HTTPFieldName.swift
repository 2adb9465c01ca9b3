// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// The name of a field (RFC 9110 §5.1), compared without regard to case.
public struct HTTPFieldName: Hashable, Sendable, CustomStringConvertible {
  /// The name as it is written.
  public let text: String
  /// The name in lower case.
  public let lowercased: String
  /// Tells most names apart at the cost of one comparison.
  let key: HTTPFieldKey

  /// Makes a name; `nil` where the text is not a token (RFC 9110 §5.6.2).
  public init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy(HTTPToken.isTokenByte) else { return nil }
    self.init(validated: text)
  }

  private init(validated text: String) {
    self.text = text
    lowercased = text.lowercased()
    key = HTTPFieldKey(Array(text.utf8))
  }

  /// Two names are the same when they differ in case only.
  public static func == (left: HTTPFieldName, right: HTTPFieldName) -> Bool { left.lowercased == right.lowercased }

  /// Feeds the lower-case name to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(lowercased) }

  /// The name as it is written.
  public var description: String { text }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension HTTPFieldName {
  public static let accept = Self(validated: "Accept")
  public static let acceptPatch = Self(validated: "Accept-Patch")
  public static let acceptRanges = Self(validated: "Accept-Ranges")
  public static let accessControlAllowCredentials = Self(validated: "Access-Control-Allow-Credentials")
  public static let accessControlAllowHeaders = Self(validated: "Access-Control-Allow-Headers")
  public static let accessControlAllowMethods = Self(validated: "Access-Control-Allow-Methods")
  public static let accessControlAllowOrigin = Self(validated: "Access-Control-Allow-Origin")
  public static let accessControlExposeHeaders = Self(validated: "Access-Control-Expose-Headers")
  public static let accessControlMaxAge = Self(validated: "Access-Control-Max-Age")
  public static let accessControlRequestMethod = Self(validated: "Access-Control-Request-Method")
  public static let allow = Self(validated: "Allow")
  public static let authorization = Self(validated: "Authorization")
  public static let cacheControl = Self(validated: "Cache-Control")
  public static let connection = Self(validated: "Connection")
  public static let contentDigest = Self(validated: "Content-Digest")
  public static let contentDisposition = Self(validated: "Content-Disposition")
  public static let contentLength = Self(validated: "Content-Length")
  public static let contentRange = Self(validated: "Content-Range")
  public static let contentTransferEncoding = Self(validated: "Content-Transfer-Encoding")
  public static let contentType = Self(validated: "Content-Type")
  public static let date = Self(validated: "Date")
  public static let eTag = Self(validated: "ETag")
  public static let expect = Self(validated: "Expect")
  public static let forwarded = Self(validated: "Forwarded")
  public static let host = Self(validated: "Host")
  public static let idempotencyKey = Self(validated: "Idempotency-Key")
  public static let ifMatch = Self(validated: "If-Match")
  public static let ifModifiedSince = Self(validated: "If-Modified-Since")
  public static let ifNoneMatch = Self(validated: "If-None-Match")
  public static let ifRange = Self(validated: "If-Range")
  public static let ifUnmodifiedSince = Self(validated: "If-Unmodified-Since")
  public static let lastEventID = Self(validated: "Last-Event-ID")
  public static let lastModified = Self(validated: "Last-Modified")
  public static let location = Self(validated: "Location")
  public static let origin = Self(validated: "Origin")
  public static let range = Self(validated: "Range")
  public static let reprDigest = Self(validated: "Repr-Digest")
  public static let requestID = Self(validated: "Request-Id")
  public static let retryAfter = Self(validated: "Retry-After")
  public static let secFetchSite = Self(validated: "Sec-Fetch-Site")
  public static let strictTransportSecurity = Self(validated: "Strict-Transport-Security")
  public static let userAgent = Self(validated: "User-Agent")
  public static let vary = Self(validated: "Vary")
  public static let wwwAuthenticate = Self(validated: "WWW-Authenticate")
  public static let xContentTypeOptions = Self(validated: "X-Content-Type-Options")
  public static let xForwardedFor = Self(validated: "X-Forwarded-For")
  public static let xForwardedProto = Self(validated: "X-Forwarded-Proto")
}
