// SPDX-License-Identifier: Apache-2.0

/// One entry of the change log about a photo, an album or a share link, and its place.
public enum ServiceChange: Hashable, Sendable {
  /// A photo changed.
  case photo(PhotoChange)
  /// An album changed: its title, order, cover, visibility, contributors or photos. Its photos are read anew where its
  /// version is another one than before.
  case album(Album, token: ChangeToken)
  /// An album is gone, or whoever asks finds it no longer: it is not public any more, or the account no contributor.
  case albumWithdrawn(AlbumID, version: Int64, reason: RemovalReason, token: ChangeToken)
  /// A share link of the account was made or changed. Visits, likes and its end are no changes.
  case link(ShareLink, token: ChangeToken)
  /// A share link of the account was revoked, or went with what it showed.
  case linkWithdrawn(ShareLinkID, reason: RemovalReason, token: ChangeToken)

  /// The place in the log; what comes after it is asked for with it.
  public var token: ChangeToken {
    switch self {
    case .photo(let change): change.token
    case .album(_, let token), .albumWithdrawn(_, _, _, let token), .link(_, let token),
      .linkWithdrawn(_, _, let token):
      token
    }
  }

  /// The sort of thing that the change is about.
  public var subject: ChangeSubjects {
    switch self {
    case .photo: .photos
    case .album, .albumWithdrawn: .albums
    case .link, .linkWithdrawn: .links
    }
  }
}

extension ServiceChange: Codable {
  private enum Member: String, CodingKey {
    case change, kind, reason, id, version
  }

  private enum Kind: String, Codable {
    case album, link
    case albumWithdrawn = "album-withdrawn"
    case linkWithdrawn = "link-withdrawn"
  }

  /// Reads a change, whose members stand among those of what changed. One of a kind that this version does not know is read
  /// as one of a photo.
  ///
  /// - Throws: `DecodingError` where a member is missing or of another type or form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Member.self)
    guard let kind = Kind(rawValue: try container.decode(String.self, forKey: .kind)) else {
      self = .photo(try PhotoChange(from: decoder))
      return
    }
    let token = try container.decode(ChangeToken.self, forKey: .change)
    switch kind {
    case .album: self = .album(try Album(from: decoder), token: token)
    case .link: self = .link(try ShareLink(from: decoder), token: token)
    case .albumWithdrawn:
      self = .albumWithdrawn(
        try container.decode(AlbumID.self, forKey: .id), version: try container.decode(Int64.self, forKey: .version),
        reason: try container.decode(RemovalReason.self, forKey: .reason), token: token)
    case .linkWithdrawn:
      self = .linkWithdrawn(
        try container.decode(ShareLinkID.self, forKey: .id),
        reason: try container.decode(RemovalReason.self, forKey: .reason), token: token)
    }
  }

  /// Writes the change as the service does.
  public func encode(to encoder: any Encoder) throws {
    func begin(_ kind: Kind, _ token: ChangeToken) throws -> KeyedEncodingContainer<Member> {
      var container = encoder.container(keyedBy: Member.self)
      try container.encode(token, forKey: .change)
      try container.encode(kind, forKey: .kind)
      return container
    }
    switch self {
    case .photo(let change): try change.encode(to: encoder)
    case .album(let album, let token):
      try album.encode(to: encoder)
      _ = try begin(.album, token)
    case .link(let link, let token):
      try link.encode(to: encoder)
      _ = try begin(.link, token)
    case .albumWithdrawn(let id, let version, let reason, let token):
      var container = try begin(.albumWithdrawn, token)
      try container.encode(id, forKey: .id)
      try container.encode(version, forKey: .version)
      try container.encode(reason, forKey: .reason)
    case .linkWithdrawn(let id, let reason, let token):
      var container = try begin(.linkWithdrawn, token)
      try container.encode(id, forKey: .id)
      try container.encode(reason, forKey: .reason)
    }
  }
}

/// Some changes of photos, albums and share links, in their order.
public struct ServiceChangePage: Codable, Hashable, Sendable {
  /// The changes. The same one may come twice.
  public var changes: [ServiceChange]
  /// The token from which to go on, with the next page or with events, of the same kinds or fewer; the app should keep it.
  public var next: ChangeToken
  /// `true` if the log already has changes after this page.
  public var more: Bool
  /// The digest of all photos that the account sees as of the end of this page; as ``ChangePage/view``, and only where
  /// photos are among the kinds.
  public var view: AccountView?

  /// Makes a page.
  public init(changes: [ServiceChange], next: ChangeToken, more: Bool = false, view: AccountView? = nil) {
    self.changes = changes
    self.next = next
    self.more = more
    self.view = view
  }
}
