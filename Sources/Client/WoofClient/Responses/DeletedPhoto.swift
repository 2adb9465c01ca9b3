// SPDX-License-Identifier: Apache-2.0

/// A photo that the account has deleted and can restore.
public struct DeletedPhoto: Hashable, Sendable {
  /// The photo's last metadata.
  public var photo: PhotoMetadata
  /// The time at which the photo was deleted.
  public var deletedAt: Timestamp
  /// The time until which it can be restored.
  public var restorableUntil: Timestamp

  /// Makes a photo.
  public init(photo: PhotoMetadata, deletedAt: Timestamp, restorableUntil: Timestamp) {
    self.photo = photo
    self.deletedAt = deletedAt
    self.restorableUntil = restorableUntil
  }
}

extension DeletedPhoto: Codable {
  private enum Member: String, CodingKey { case deletedAt, restorableUntil }

  /// Reads a photo, among whose members it stands when it was deleted.
  ///
  /// - Throws: `DecodingError` where a member is missing or of another type or form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Member.self)
    deletedAt = try container.decode(Timestamp.self, forKey: .deletedAt)
    restorableUntil = try container.decode(Timestamp.self, forKey: .restorableUntil)
    photo = try PhotoMetadata(from: decoder)
  }

  /// Writes the photo, and among its members when it was deleted.
  public func encode(to encoder: any Encoder) throws {
    try photo.encode(to: encoder)
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(deletedAt, forKey: .deletedAt)
    try container.encode(restorableUntil, forKey: .restorableUntil)
  }
}

/// Some of the photos that the account can restore, in their order.
public struct TrashPage: Codable, Hashable, Sendable {
  /// The deleted photos of the page, the one deleted last first.
  public var items: [DeletedPhoto]
  /// The cursor at which the next page begins; `nil` on the last page.
  public var next: PageCursor?

  /// Makes a page.
  public init(items: [DeletedPhoto], next: PageCursor? = nil) {
    self.items = items
    self.next = next
  }
}
