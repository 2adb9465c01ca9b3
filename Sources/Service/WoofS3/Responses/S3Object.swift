// SPDX-License-Identifier: Apache-2.0

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
