// SPDX-License-Identifier: Apache-2.0

/// One entry of the change log: a photo after it, and its place.
public struct PhotoChange: Hashable, Sendable {
  /// The place in the log; what comes after it is asked for with it.
  public var token: ChangeToken
  /// The kind of change: to the photo, to its favourites only, or a deletion.
  public var kind: ChangeKind
  /// The photo after the change. One that was deleted is `deleted`; one that whoever asks may read no longer is
  /// `isWithdrawn` too, and has nothing but its id and version.
  public var photo: PhotoMetadata
  /// The reason why the photo is gone; `nil` where it is not, or the service does not say, as before 0.3.
  public var reason: RemovalReason?

  /// Makes a change.
  public init(token: ChangeToken, kind: ChangeKind, photo: PhotoMetadata, reason: RemovalReason? = nil) {
    self.token = token
    self.kind = kind
    self.photo = photo
    self.reason = reason
  }
}

extension PhotoChange: Codable {
  private enum Member: String, CodingKey {
    case change, kind, reason
  }

  /// Reads a change, whose members stand among those of the photo.
  ///
  /// - Throws: `DecodingError` where a member is missing or of another type or form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Member.self)
    token = try container.decode(ChangeToken.self, forKey: .change)
    kind = try container.decode(ChangeKind.self, forKey: .kind)
    reason = try container.decodeIfPresent(RemovalReason.self, forKey: .reason)
    photo = try PhotoMetadata(from: decoder)
  }

  /// Writes the change among the members of the photo.
  public func encode(to encoder: any Encoder) throws {
    try photo.encode(to: encoder)
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(token, forKey: .change)
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(reason, forKey: .reason)
  }
}

/// Some changes, in their order.
public struct ChangePage: Codable, Hashable, Sendable {
  /// The changes. The same one may come twice.
  public var changes: [PhotoChange]
  /// The token from which to go on, with the next page or with events; the app should keep it.
  public var next: ChangeToken
  /// `true` if the log already has changes after this page.
  public var more: Bool
  /// The digest of everything that the account sees as of the end of this page; only on the last page for now, and only
  /// where the request was made by an account and the service tells it, as from 0.3 on.
  public var view: AccountView?

  /// Makes a page.
  public init(changes: [PhotoChange], next: ChangeToken, more: Bool = false, view: AccountView? = nil) {
    self.changes = changes
    self.next = next
    self.more = more
    self.view = view
  }
}
