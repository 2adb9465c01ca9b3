// SPDX-License-Identifier: Apache-2.0

/// The title, the count and the terms of a share link. Of one that waits for its password, only ``isLocked`` and
/// ``expiresAt`` are told.
public struct SharedContent: Hashable, Sendable {
  /// The kinds of what links show.
  public enum Kind: String, Codable, Sendable {
    /// An album.
    case album
    /// One photo.
    case photo
  }

  /// `true` if the password is still to be given (``APIService/unlock(_:password:)``).
  public var isLocked: Bool
  /// The time until which the link can be used.
  public var expiresAt: Timestamp
  /// The kind of what is shown; `nil` as long as it is locked.
  public var kind: Kind?
  /// The name of the account that made the link; `nil` as long as it is locked.
  public var owner: String?
  /// The title of the album or the caption of the photo, which may be empty; `nil` as long as it is locked.
  public var title: String?
  /// The number of photos; `nil` as long as it is locked.
  public var photoCount: Int?
  /// The photo that stands for what is shown; `nil` where there is none, or as long as it is locked.
  public var cover: PhotoID?
  /// The allowances of the holder besides looking.
  public var allows: ShareLinkAllowances
  /// The name of the guest who asks; `nil` for somebody without one.
  public var guest: String?

  /// Makes a description, as tests do; by default of a locked link.
  public init(
    isLocked: Bool = true, expiresAt: Timestamp, kind: Kind? = nil, owner: String? = nil, title: String? = nil,
    photoCount: Int? = nil, cover: PhotoID? = nil, allows: ShareLinkAllowances = [], guest: String? = nil
  ) {
    self.isLocked = isLocked
    self.expiresAt = expiresAt
    self.kind = kind
    self.owner = owner
    self.title = title
    self.photoCount = photoCount
    self.cover = cover
    self.allows = allows
    self.guest = guest
  }
}

extension SharedContent: Codable {
  private enum Member: String, CodingKey {
    case isLocked, expiresAt, kind, owner, title, photoCount, cover, allows, guest
  }

  /// Reads a description.
  ///
  /// - Throws: `DecodingError` where a member is missing or of another type or form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Member.self)
    self.init(
      isLocked: try container.decode(Bool.self, forKey: .isLocked),
      expiresAt: try container.decode(Timestamp.self, forKey: .expiresAt),
      kind: try container.decodeIfPresent(Kind.self, forKey: .kind),
      owner: try container.decodeIfPresent(String.self, forKey: .owner),
      title: try container.decodeIfPresent(String.self, forKey: .title),
      photoCount: try container.decodeIfPresent(Int.self, forKey: .photoCount),
      cover: try container.decodeIfPresent(PhotoID.self, forKey: .cover),
      allows: try container.decodeIfPresent(ShareLinkAllowances.self, forKey: .allows) ?? [],
      guest: try container.decodeIfPresent(String.self, forKey: .guest))
  }

  /// Writes a description as the service does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Member.self)
    try container.encode(isLocked, forKey: .isLocked)
    try container.encode(expiresAt, forKey: .expiresAt)
    guard !isLocked else { return }
    try container.encodeIfPresent(kind, forKey: .kind)
    try container.encodeIfPresent(owner, forKey: .owner)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(photoCount, forKey: .photoCount)
    try container.encodeIfPresent(cover, forKey: .cover)
    try container.encode(allows, forKey: .allows)
    try container.encodeIfPresent(guest, forKey: .guest)
  }
}

/// The description of a photo that the holder of a share link is sent.
public struct SharedPhoto: Codable, Hashable, Sendable, Identifiable {
  /// The photo's name.
  public var id: PhotoID
  /// The name of the account that the photo belongs to.
  public var owner: String
  /// A plain text of at most 2,000 characters.
  public var caption: String
  /// The format of the original.
  public var contentType: MediaType
  /// The width in pixels as displayed, after EXIF orientation.
  public var width: Int
  /// The height in pixels as displayed, after EXIF orientation.
  public var height: Int
  /// The time at which the photo was taken, according to its EXIF; `nil` if it does not say.
  public var takenAt: Timestamp?
  /// The time at which the photo was uploaded.
  public var createdAt: Timestamp
  /// A ThumbHash in base64; absent until it is made.
  public var placeholder: String?
  /// The average colour as `#rrggbb`; absent until it is known.
  public var averageColour: String?
  /// The name that the file had where it came from; `nil` unless the link shows it.
  public var originalFileName: String?
  /// The derived images by name; absent until there are any.
  public var variants: [String: PhotoVariant]?
  /// The likes of guests; `nil` where the link takes none.
  public var likes: SharedLikes?

  enum CodingKeys: String, CodingKey {
    case id, owner, caption, contentType, width, height, takenAt, createdAt, placeholder, averageColour, variants
    case originalFileName = "fileName"
  }

  /// Makes the description of a photo, as tests do.
  public init(
    id: PhotoID, owner: String, caption: String = "", contentType: MediaType, width: Int, height: Int,
    takenAt: Timestamp? = nil, createdAt: Timestamp, placeholder: String? = nil, averageColour: String? = nil,
    originalFileName: String? = nil, variants: [String: PhotoVariant]? = nil, likes: SharedLikes? = nil
  ) {
    self.id = id
    self.owner = owner
    self.caption = caption
    self.contentType = contentType
    self.width = width
    self.height = height
    self.takenAt = takenAt
    self.createdAt = createdAt
    self.placeholder = placeholder
    self.averageColour = averageColour
    self.originalFileName = originalFileName
    self.variants = variants
    self.likes = likes
  }

  /// The name of a file with the original, as with ``PhotoMetadata``: it stays in its folder and does not hide the file.
  public var fileName: String {
    originalFileName.flatMap(PhotoFileName.sanitized) ?? "\(id).\(contentType.fileExtension)"
  }
}

extension SharedPhoto {
  /// Reads a description, with the likes among its own members.
  ///
  /// - Throws: `DecodingError` where a member is missing or of another type or form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(PhotoID.self, forKey: .id), owner: try container.decode(String.self, forKey: .owner),
      caption: try container.decode(String.self, forKey: .caption),
      contentType: try container.decode(MediaType.self, forKey: .contentType),
      width: try container.decode(Int.self, forKey: .width), height: try container.decode(Int.self, forKey: .height),
      takenAt: try container.decodeIfPresent(Timestamp.self, forKey: .takenAt),
      createdAt: try container.decode(Timestamp.self, forKey: .createdAt),
      placeholder: try container.decodeIfPresent(String.self, forKey: .placeholder),
      averageColour: try container.decodeIfPresent(String.self, forKey: .averageColour),
      originalFileName: try container.decodeIfPresent(String.self, forKey: .originalFileName),
      variants: try container.decodeIfPresent([String: PhotoVariant].self, forKey: .variants))
    let likes = try decoder.container(keyedBy: SharedLikes.CodingKeys.self)
    if likes.contains(.count) { self.likes = try SharedLikes(from: decoder) }
  }

  /// Writes a description as the service does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(owner, forKey: .owner)
    try container.encode(caption, forKey: .caption)
    try container.encode(contentType, forKey: .contentType)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encodeIfPresent(takenAt, forKey: .takenAt)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encodeIfPresent(placeholder, forKey: .placeholder)
    try container.encodeIfPresent(averageColour, forKey: .averageColour)
    try container.encodeIfPresent(originalFileName, forKey: .originalFileName)
    try container.encodeIfPresent(variants, forKey: .variants)
    try likes?.encode(to: encoder)
  }
}

/// Some of the photos that a share link shows, in the order of the album.
public typealias SharedPhotoPage = ItemPage<SharedPhoto>
