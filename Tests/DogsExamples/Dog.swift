import Foundation

/// A photo as the service describes it, as far as these examples look.
public struct Dog: Codable, Equatable, Identifiable, Sendable {
  public let id: String
  public let caption: String
  public let favouriteCount: Int

  public init(id: String, caption: String, favouriteCount: Int) {
    self.id = id
    self.caption = caption
    self.favouriteCount = favouriteCount
  }
}

/// A page of photos.
public struct DogPage: Codable, Sendable {
  public let items: [Dog]

  public init(items: [Dog]) { self.items = items }
}
