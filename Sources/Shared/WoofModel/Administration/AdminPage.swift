/// A page of a list.
public struct AdminPage<Item: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// What is on it.
  public var items: [Item]
  /// Where the next page starts; absent on the last one.
  public var next: String?

  /// Makes a page.
  public init(items: [Item], next: String? = nil) {
    self.items = items
    self.next = next
  }
}
