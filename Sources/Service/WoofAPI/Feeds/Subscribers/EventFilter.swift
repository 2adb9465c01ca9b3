// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// A filter of the changes that a reader sees, for those that it wants to hear of.
struct EventFilter: Hashable, Sendable {
  /// Changes of this kind; of any where it is `nil`.
  var kind: ChangeKind?
  /// Changes of this account's photos; of everybody's where it is `nil`.
  var owner: AccountName?

  /// Every change.
  static let none = EventFilter()

  /// Leaves out of a page what is not wanted.
  func apply(to page: inout FeedPage) {
    guard self != .none else { return }
    page.items.removeAll { item in
      kind.map { $0 != item.kind } ?? false || owner.map { $0 != item.change.record.ownerName } ?? false
    }
  }
}

/// The properties that the subscribers of one audience share.
struct EventAudienceKey: Hashable, Sendable {
  /// The reader whose view of the changes they get.
  let reader: ChangeReader
  /// The changes that they want to hear of.
  let filter: EventFilter
}
