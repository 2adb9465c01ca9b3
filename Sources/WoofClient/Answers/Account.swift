/// The account of the credential, as the service tells of it.
public struct Account: Codable, Hashable, Sendable {
  /// The name.
  public var name: String
  /// Whether it may administer the service.
  public var isAdministrator: Bool
  /// When it was added.
  public var createdAt: Timestamp
  /// How many photos it has.
  public var photoCount: Int
  /// How many photos it likes.
  public var favouriteCount: Int

  private enum CodingKeys: String, CodingKey {
    case name, createdAt, photoCount, favouriteCount
    case isAdministrator = "admin"
  }

  /// Makes an account.
  public init(
    name: String, isAdministrator: Bool = false, createdAt: Timestamp, photoCount: Int = 0, favouriteCount: Int = 0
  ) {
    self.name = name
    self.isAdministrator = isAdministrator
    self.createdAt = createdAt
    self.photoCount = photoCount
    self.favouriteCount = favouriteCount
  }
}
