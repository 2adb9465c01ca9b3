// SPDX-License-Identifier: Apache-2.0

/// The reason why a photo, an album or a share link is gone for a reader of the change log.
///
/// An open set: a client treats a reason that it does not know as ``deleted``.
public struct RemovalReason: RawRepresentable, Codable, Hashable, Sendable {
  /// The name in the wire contract.
  public let rawValue: String

  /// Makes a reason of its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The photo has been deleted.
  public static let deleted = RemovalReason(rawValue: "deleted")
  /// The photo is there, but no longer for this reader: it is not public any more, or belongs to another account.
  public static let hidden = RemovalReason(rawValue: "hidden")
  /// The account that owned the photo has been deleted, and the photo with it.
  public static let accountDeleted = RemovalReason(rawValue: "account-deleted")
  /// The share link has expired.
  public static let expired = RemovalReason(rawValue: "expired")
}
