import Foundation

/// A photo as the service describes it, as far as these examples look.
public struct Dog: Codable, Equatable, Identifiable, Sendable {
  /// The id of the photo.
  public let id: String
  /// What its owner says of it.
  public let caption: String
  /// How many like it.
  public let favouriteCount: Int

  /// Makes a dog.
  public init(id: String, caption: String, favouriteCount: Int) {
    self.id = id
    self.caption = caption
    self.favouriteCount = favouriteCount
  }
}

/// A page of photos.
public struct DogPage: Codable, Sendable {
  /// The photos, the newest first.
  public let items: [Dog]

  /// Makes a page.
  public init(items: [Dog]) { self.items = items }
}
