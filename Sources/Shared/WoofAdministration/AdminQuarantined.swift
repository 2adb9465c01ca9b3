// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Bytes that were set aside, and that nobody is served with.
package struct AdminQuarantined: Codable, Hashable, Sendable {
  /// The reasons for which bytes are set aside.
  package enum Cause: String, Codable, Sendable, CaseIterable {
    /// They were not those of their digest any more.
    case damage
    /// A transformer could not get through the picture.
    case picture
  }

  /// The digest they are known by.
  package var digest: Digest
  /// The reason for which the bytes were set aside.
  package var cause: Cause
  /// The number of bytes that were set aside.
  package var byteCount: Int64
  /// The time at which the bytes were set aside.
  package var quarantinedAt: Timestamp
  /// A note of what happened and, for a damaged blob, of the return of the right bytes; `nil` if there is none.
  package var note: String?

  /// Makes a description.
  package init(digest: Digest, cause: Cause, byteCount: Int64, quarantinedAt: Timestamp, note: String? = nil) {
    self.digest = digest
    self.cause = cause
    self.byteCount = byteCount
    self.quarantinedAt = quarantinedAt
    self.note = note
  }
}
