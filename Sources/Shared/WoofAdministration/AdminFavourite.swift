// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The favourite that one account has set on a photo.
package struct AdminFavourite: Codable, Hashable, Sendable {
  /// The account's name.
  package var account: String
  /// The time at which the favourite was set.
  package var setAt: Timestamp

  /// Makes a favourite.
  package init(account: String, setAt: Timestamp) {
    self.account = account
    self.setAt = setAt
  }
}
