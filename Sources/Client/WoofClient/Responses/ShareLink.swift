// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The album or the photo that a share link shows.
public enum ShareLinkTarget: Hashable, Sendable {
  /// An album, as its owner sees it, what is added later included.
  case album(AlbumID)
  /// One photo.
  case photo(PhotoID)
}

/// An address at which anybody who has it sees an album or a photo of the account's, whoever may read that otherwise. Only
/// the response to ``APIService/createLink(to:expiresAt:password:allows:showsLocation:)`` has the address.
public struct ShareLink: Hashable, Sendable, Identifiable {
  /// The name of the link, with which it is changed and revoked; no secret.
  public var id: ShareLinkID
  /// The address of the page for people; `nil` in lists. It is a secret: whoever has it sees what the link shows.
  public var url: URL?
  /// The secret part of ``url``; `nil` in lists.
  public var token: String?
  /// The album or the photo that the link shows.
  public var target: ShareLinkTarget
  /// The time at which the link was made.
  public var createdAt: Timestamp
  /// The time until which the link can be used.
  public var expiresAt: Timestamp
  /// `true` if holders have to give a password.
  public var hasPassword: Bool
  /// The allowances of holders besides looking. What they download are copies without places and serial numbers unless
  /// ``showsLocation``.
  public var allows: ShareLinkAllowances
  /// `true` if holders are told where photos were taken, the serial numbers of cameras and the names of files.
  public var showsLocation: Bool
  /// The number of times that the link was opened, as far as the service remembers.
  public var viewCount: Int
  /// The time at which the link was opened last; `nil` if it never was.
  public var lastViewedAt: Timestamp?
  /// The number of likes of guests; `nil` where the service does not tell it.
  public var likeCount: Int?

  /// Makes a link, as tests do; by default one without an address that nobody has opened.
  public init(
    id: ShareLinkID, url: URL? = nil, token: String? = nil, target: ShareLinkTarget, createdAt: Timestamp,
    expiresAt: Timestamp, hasPassword: Bool = false, allows: ShareLinkAllowances = [], showsLocation: Bool = false,
    viewCount: Int = 0, lastViewedAt: Timestamp? = nil, likeCount: Int? = nil
  ) {
    self.id = id
    self.url = url
    self.token = token
    self.target = target
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.hasPassword = hasPassword
    self.allows = allows
    self.showsLocation = showsLocation
    self.viewCount = viewCount
    self.lastViewedAt = lastViewedAt
    self.likeCount = likeCount
  }
}

extension ShareLink: Codable {
  private enum Member: String, CodingKey {
    case id, url, token, album, photo, createdAt, expiresAt, hasPassword, allows, location, viewCount, lastViewedAt
    case likeCount
  }

  /// Reads a link.
  ///
  /// - Throws: `DecodingError` where a member is missing or of another type or form, or the link is neither to an album nor
  ///   to a photo.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Member.self)
    let target: ShareLinkTarget =
      if let album = try container.decodeIfPresent(AlbumID.self, forKey: .album) {
        .album(album)
      } else {
        .photo(try container.decode(PhotoID.self, forKey: .photo))
      }
    self.init(
      id: try container.decode(ShareLinkID.self, forKey: .id),
      url: try container.decodeIfPresent(URL.self, forKey: .url),
      token: try container.decodeIfPresent(String.self, forKey: .token), target: target,
      createdAt: try container.decode(Timestamp.self, forKey: .createdAt),
      expiresAt: try container.decode(Timestamp.self, forKey: .expiresAt),
      hasPassword: try container.decode(Bool.self, forKey: .hasPassword),
      allows: try container.decode(ShareLinkAllowances.self, forKey: .allows),
      showsLocation: try container.decode(Bool.self, forKey: .location),
      viewCount: try container.decode(Int.self, forKey: .viewCount),
      lastViewedAt: try container.decodeIfPresent(Timestamp.self, forKey: .lastViewedAt),
      likeCount: try container.decodeIfPresent(Int.self, forKey: .likeCount))
  }

  /// Writes a link as the service does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(id, forKey: .id)
    try container.encodeIfPresent(url, forKey: .url)
    try container.encodeIfPresent(token, forKey: .token)
    switch target {
    case .album(let album): try container.encode(album, forKey: .album)
    case .photo(let photo): try container.encode(photo, forKey: .photo)
    }
    try container.encode(createdAt, forKey: .createdAt)
    try container.encode(expiresAt, forKey: .expiresAt)
    try container.encode(hasPassword, forKey: .hasPassword)
    try container.encode(allows, forKey: .allows)
    try container.encode(showsLocation, forKey: .location)
    try container.encode(viewCount, forKey: .viewCount)
    try container.encodeIfPresent(lastViewedAt, forKey: .lastViewedAt)
    try container.encodeIfPresent(likeCount, forKey: .likeCount)
  }
}

/// Some of the account's links, the newest first, without their addresses.
public typealias ShareLinkPage = ItemPage<ShareLink>
