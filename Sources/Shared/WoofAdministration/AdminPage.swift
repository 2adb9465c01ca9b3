// SPDX-License-Identifier: Apache-2.0

/// A page of a list.
public struct AdminPage<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// The items on the page.
  public var items: [Item]
  /// The cursor at which the next page starts; `nil` on the last page.
  public var next: String?

  /// Makes a page.
  public init(items: [Item], next: String? = nil) {
    self.items = items
    self.next = next
  }
}
