// SPDX-License-Identifier: Apache-2.0

/// Some items of a list, in its order.
public struct ItemPage<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The items of the page, in the order of the list.
  public var items: [Item]
  /// The cursor at which the next page begins; `nil` on the last page.
  public var next: PageCursor?

  /// Makes a page.
  public init(items: [Item], next: PageCursor? = nil) {
    self.items = items
    self.next = next
  }
}
