// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// The expected effect of a request that was sent with `plan=true`; nothing has been changed.
public struct AdminPlan: Codable, Hashable, Sendable {
  /// A description of the effect, in a sentence without its full stop.
  public var summary: String
  /// The number of photos that the request concerns; 0 if it is not known.
  public var photoCount: Int
  /// The number of accounts that the request concerns.
  public var accountCount: Int
  /// The number of bytes that the request deletes.
  public var byteCount: Int64
  /// `true` if the effect can be undone, or if the request changes nothing.
  public var isReversible: Bool
  /// The time until which the effect can be undone; `nil` if it cannot be undone or there is no time limit.
  public var reversibleUntil: Timestamp?

  /// Makes a plan.
  public init(
    summary: String, photoCount: Int = 0, accountCount: Int = 0, byteCount: Int64 = 0, isReversible: Bool = true,
    reversibleUntil: Timestamp? = nil
  ) {
    self.summary = summary
    self.photoCount = photoCount
    self.accountCount = accountCount
    self.byteCount = byteCount
    self.isReversible = isReversible
    self.reversibleUntil = reversibleUntil
  }
}
