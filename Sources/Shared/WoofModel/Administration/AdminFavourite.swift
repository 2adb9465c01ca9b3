/// Who likes a photo, and since when.
public struct AdminFavourite: Codable, Hashable, Sendable {
  /// The account's name.
  public var account: String
  /// When it was set.
  public var setAt: Timestamp

  /// Makes a favourite.
  public init(account: String, setAt: Timestamp) {
    self.account = account
    self.setAt = setAt
  }
}
