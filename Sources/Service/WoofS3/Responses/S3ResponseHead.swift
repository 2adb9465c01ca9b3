// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// The status and fields of a response.
package struct S3ResponseHead: Hashable, Sendable {
  /// The status.
  package let status: Int
  /// The fields, by their names in lower case.
  package let fields: [String: String]

  /// Makes a head.
  package init(status: Int, fields: [String: String]) {
    self.status = status
    self.fields = Dictionary(fields.map { ($0.lowercased(), $1) }) { first, _ in first }
  }

  /// `true` for a response that is what was asked for.
  var isSuccess: Bool { (200...299).contains(status) }

  /// The tag of the object, with its quotes.
  var entityTag: String? { fields["etag"] }

  /// The number of bytes of the content.
  var contentLength: Int64? { fields["content-length"].flatMap { Int64($0) } }

  /// The range of the object, and the length of all of it, as `Content-Range` has them (RFC 9110 §14.4).
  var contentRange: (range: Range<Int64>, whole: Int64?)? {
    guard let value = fields["content-range"], value.hasPrefix("bytes ") else { return nil }
    let parts = value.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
    let ends = parts.first?.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) } ?? []
    guard parts.count == 2, ends.count == 2, let first = ends[0], let last = ends[1], first >= 0, last >= first,
      last < .max
    else { return nil }
    return (first..<last + 1, Int64(parts[1]))
  }

  /// The id by which the service's operator finds the request.
  var requestID: String? { fields["x-amz-request-id"] }

  /// The time to wait that the service asks for, in seconds at most (RFC 9110 §10.2.3).
  var retryAfter: Duration? {
    fields["retry-after"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? .seconds(min($0, 3_600)) : nil }
  }

  /// The service's clock, in seconds since 1970.
  func date(relativeTo now: Int64) -> Int64? { date("date", relativeTo: now) }

  /// A date of a field, in seconds since 1970.
  func date(_ name: String, relativeTo now: Int64) -> Int64? {
    fields[name].flatMap {
      HTTPDate(parsing: Array($0.utf8)[...], relativeTo: HTTPDate(secondsSince1970: now))?.secondsSince1970
    }
  }
}

/// The properties of an object.
package struct S3Object: Hashable, Sendable {
  /// The length, in bytes.
  package let byteCount: Int64
  /// The tag of these bytes, with its quotes; `nil` where the service gives none.
  package let entityTag: String?
  /// The time of the PUT, in seconds since 1970; `nil` where the service gives none.
  package let modified: Int64?

  /// Reads the fields of a response; `nil` where there is no length.
  ///
  /// - Parameter byteCount: The length, where another field than `Content-Length` has it.
  init?(_ head: S3ResponseHead, relativeTo now: Int64, byteCount: Int64? = nil) {
    guard let count = byteCount ?? head.contentLength, count >= 0 else { return nil }
    self.byteCount = count
    entityTag = head.entityTag
    modified = head.date("last-modified", relativeTo: now)
  }
}
