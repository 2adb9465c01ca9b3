// SPDX-License-Identifier: Apache-2.0

/// The description of a photo that the service sends to readers.
///
/// Of a photo that the reader may read no longer, the service tells nothing but its id and version (``isWithdrawn``): the
/// other members are then those of a photo without content.
public struct PhotoMetadata: Codable, Hashable, Sendable {
  /// The photo's name.
  public var id: PhotoID
  /// The name of the account that the photo belongs to.
  public var owner: String
  /// A plain text of at most 2,000 characters.
  public var caption: String
  /// The name that the file had where it came from; the service tells it to the owner only, and not of a photo that came
  /// without one.
  public var originalFileName: String?
  /// The people who may read the photo.
  public var visibility: Visibility
  /// The format of the original.
  public var contentType: MediaType
  /// The length of the original in bytes.
  public var byteCount: Int64
  /// The SHA-256 of the original.
  public var digest: Digest
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
  /// The number of accounts that like the photo.
  public var favouriteCount: Int
  /// `true` if the requesting account likes the photo; `nil` if the request was made without signing in.
  public var isFavourite: Bool?
  /// The derived images by name; absent until there are any.
  public var variants: [String: PhotoVariant]?
  /// Annotations from the photo's own metadata and from plugins. The service sends them only on request, and only to
  /// the owner and to administrators who may see the photo.
  public var annotations: PhotoAnnotations?
  /// A number that grows with every change of the metadata, favourites included, and never goes back.
  public var version: Int64
  /// A number that grows with every change of caption, visibility, owner and deletion, but not with favourites; `nil` where
  /// the service does not tell it, as before 0.3.
  public var revision: Int64?
  /// The name of the guest who added the photo to an album by a share link. The service tells it in lists of an album, to the
  /// owner of the album; nobody has checked whose name it is.
  public var guest: String?
  /// `true` if the photo has been deleted.
  public var deleted: Bool

  /// Makes the metadata of a photo.
  public init(
    id: PhotoID, owner: String, caption: String = "", visibility: Visibility = .public, contentType: MediaType,
    byteCount: Int64, digest: Digest, width: Int, height: Int, takenAt: Timestamp? = nil, createdAt: Timestamp,
    placeholder: String? = nil, averageColour: String? = nil, favouriteCount: Int = 0, isFavourite: Bool? = nil,
    variants: [String: PhotoVariant]? = nil, annotations: PhotoAnnotations? = nil, version: Int64 = 1,
    deleted: Bool = false, originalFileName: String? = nil, revision: Int64? = nil, guest: String? = nil
  ) {
    self.id = id
    self.owner = owner
    self.caption = caption
    self.visibility = visibility
    self.contentType = contentType
    self.byteCount = byteCount
    self.digest = digest
    self.width = width
    self.height = height
    self.takenAt = takenAt
    self.createdAt = createdAt
    self.placeholder = placeholder
    self.averageColour = averageColour
    self.favouriteCount = favouriteCount
    self.isFavourite = isFavourite
    self.variants = variants
    self.annotations = annotations
    self.version = version
    self.deleted = deleted
    self.originalFileName = originalFileName
    self.revision = revision
    self.guest = guest
  }

  enum CodingKeys: String, CodingKey {
    case id, owner, caption, visibility, contentType, byteCount, digest, width, height, takenAt, createdAt, placeholder
    case averageColour, favouriteCount, isFavourite, variants, annotations, version, revision, guest, deleted
    case originalFileName = "fileName"
  }
}

extension PhotoMetadata {
  /// The moment by which the photo stands in a timeline: when it was taken; or when it was uploaded, where that is not known
  /// or lies more than a day before it, as of a camera whose clock was wrong.
  public var moment: Timestamp { Timestamp(ofPhotoTakenAt: takenAt, uploadedAt: createdAt) }
}

extension Timestamp {
  /// The moment by which a photo stands in a timeline, as ``PhotoMetadata/moment`` says. Times without an offset are read as
  /// UTC, so that those of a right clock may lie ahead too, by less than a day.
  package init(ofPhotoTakenAt takenAt: Timestamp?, uploadedAt createdAt: Timestamp) {
    guard let takenAt, takenAt <= createdAt.advanced(bySeconds: 86_400) else {
      self = createdAt
      return
    }
    self = takenAt
  }
}

extension PhotoMetadata {
  /// The name of a file with the original: the one that it had where it came from, where that is told, or else the photo's
  /// id with the usual ending of its format. The service suggests the same to a browser.
  ///
  /// Whatever a service says, the name stays in its folder and does not hide the file (``PhotoFileName``).
  public var fileName: String {
    originalFileName.flatMap(PhotoFileName.sanitized) ?? "\(id).\(contentType.fileExtension)"
  }
}

extension PhotoMetadata {
  /// Makes what is known of a photo that stopped being readable for whoever asks.
  public init(withdrawing id: PhotoID, version: Int64) {
    self.init(
      id: id, owner: "", visibility: .private, contentType: .octetStream, byteCount: 0, digest: .ofNothing, width: 0,
      height: 0, createdAt: id.createdAt, version: version, deleted: true)
  }

  /// `true` if the reader may read the photo no longer, so that only ``id`` and ``version`` mean anything.
  public var isWithdrawn: Bool { deleted && byteCount == 0 }
}

extension PhotoMetadata {
  /// Reads metadata, or of a photo that is withdrawn what is told of it.
  ///
  /// - Throws: `DecodingError` where a member is missing or of another type or form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let id = try container.decode(PhotoID.self, forKey: .id)
    let version = try container.decode(Int64.self, forKey: .version)
    let deleted = try container.decode(Bool.self, forKey: .deleted)
    if deleted, !container.contains(.owner) {
      self.init(withdrawing: id, version: version)
      return
    }
    self.init(
      id: id,
      owner: try container.decode(String.self, forKey: .owner),
      caption: try container.decode(String.self, forKey: .caption),
      visibility: try container.decode(Visibility.self, forKey: .visibility),
      contentType: try container.decode(MediaType.self, forKey: .contentType),
      byteCount: try container.decode(Int64.self, forKey: .byteCount),
      digest: try container.decode(Digest.self, forKey: .digest),
      width: try container.decode(Int.self, forKey: .width),
      height: try container.decode(Int.self, forKey: .height),
      takenAt: try container.decodeIfPresent(Timestamp.self, forKey: .takenAt),
      createdAt: try container.decode(Timestamp.self, forKey: .createdAt),
      placeholder: try container.decodeIfPresent(String.self, forKey: .placeholder),
      averageColour: try container.decodeIfPresent(String.self, forKey: .averageColour),
      favouriteCount: try container.decode(Int.self, forKey: .favouriteCount),
      isFavourite: try container.decodeIfPresent(Bool.self, forKey: .isFavourite),
      variants: try container.decodeIfPresent([String: PhotoVariant].self, forKey: .variants),
      annotations: try container.decodeIfPresent(PhotoAnnotations.self, forKey: .annotations),
      version: version, deleted: deleted,
      originalFileName: try container.decodeIfPresent(String.self, forKey: .originalFileName),
      revision: try container.decodeIfPresent(Int64.self, forKey: .revision),
      guest: try container.decodeIfPresent(String.self, forKey: .guest))
  }
}

extension Digest {
  /// The digest of no bytes at all.
  fileprivate static let ofNothing = Digest(
    words: (0xE3B0_C442_98FC_1C14, 0x9AFB_F4C8_996F_B924, 0x27AE_41E4_649B_934C, 0xA495_991B_7852_B855))
}
