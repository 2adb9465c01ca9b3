// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The expected effect of a request that was sent with `plan=true`; nothing has been changed.
package struct AdminPlan: Codable, Hashable, Sendable {
  /// A description of the effect, in a sentence without its full stop.
  package var summary: String
  /// The number of photos that the request concerns; 0 if it is not known.
  package var photoCount: Int
  /// The number of accounts that the request concerns.
  package var accountCount: Int
  /// The number of bytes that the request deletes.
  package var byteCount: Int64
  /// `true` if the effect can be undone, or if the request changes nothing.
  package var isReversible: Bool
  /// The time until which the effect can be undone; `nil` if it cannot be undone or there is no time limit.
  package var reversibleUntil: Timestamp?

  /// Makes a plan.
  package init(
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
