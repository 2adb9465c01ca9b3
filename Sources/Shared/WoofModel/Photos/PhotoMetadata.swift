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
  /// `true` if the photo has been deleted.
  public var deleted: Bool

  /// Makes the metadata of a photo.
  public init(
    id: PhotoID, owner: String, caption: String = "", visibility: Visibility = .public, contentType: MediaType,
    byteCount: Int64, digest: Digest, width: Int, height: Int, takenAt: Timestamp? = nil, createdAt: Timestamp,
    placeholder: String? = nil, averageColour: String? = nil, favouriteCount: Int = 0, isFavourite: Bool? = nil,
    variants: [String: PhotoVariant]? = nil, annotations: PhotoAnnotations? = nil, version: Int64 = 1,
    deleted: Bool = false, originalFileName: String? = nil
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
  }

  enum CodingKeys: String, CodingKey {
    case id, owner, caption, visibility, contentType, byteCount, digest, width, height, takenAt, createdAt, placeholder
    case averageColour, favouriteCount, isFavourite, variants, annotations, version, deleted
    case originalFileName = "fileName"
  }
}
