// SPDX-License-Identifier: Apache-2.0

/// A page of a list.
package struct AdminPage<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The items on the page.
  package var items: [Item]
  /// The cursor at which the next page starts; `nil` on the last page.
  package var next: String?

  /// Makes a page.
  package init(items: [Item], next: String? = nil) {
    self.items = items
    self.next = next
  }
}
