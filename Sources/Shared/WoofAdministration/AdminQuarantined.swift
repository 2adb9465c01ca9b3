// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// Bytes that were set aside, and that nobody is served with.
public struct AdminQuarantined: Codable, Hashable, Sendable {
  /// The reasons for which bytes are set aside.
  public enum Cause: String, Codable, Sendable, CaseIterable {
    /// They were not those of their digest any more.
    case damage
    /// A transformer could not get through the picture.
    case picture
  }

  /// The digest they are known by.
  public var digest: Digest
  /// The reason for which the bytes were set aside.
  public var cause: Cause
  /// The number of bytes that were set aside.
  public var byteCount: Int64
  /// The time at which the bytes were set aside.
  public var quarantinedAt: Timestamp
  /// A note of what happened and, for a damaged blob, of the return of the right bytes; `nil` if there is none.
  public var note: String?

  /// Makes a description.
  public init(digest: Digest, cause: Cause, byteCount: Int64, quarantinedAt: Timestamp, note: String? = nil) {
    self.digest = digest
    self.cause = cause
    self.byteCount = byteCount
    self.quarantinedAt = quarantinedAt
    self.note = note
  }
}
