/// Some photos of a list, in its order.
public struct PhotoPage: Codable, Hashable, Sendable {
  /// The photos.
  public var items: [PhotoMetadata]
  /// Where the next page begins; `nil` on the last one.
  public var next: PageCursor?

  /// Makes a page.
  public init(items: [PhotoMetadata], next: PageCursor? = nil) {
    self.items = items
    self.next = next
  }
}

/// An opaque place in a list, which stays valid while photos come and go.
public struct PageCursor: RawRepresentable, Codable, Hashable, Sendable {
  /// The text that the service gave.
  public let rawValue: String

  /// Makes a cursor of the text that the service gave.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Which photos of a list come first.
public enum PhotoOrder: String, Codable, Sendable, CaseIterable {
  /// Those that came in last.
  case newest
  /// Those with the most favourites.
  case popular
}
