public import WoofModel

/// What the record store keeps of one photo.
public struct PhotoRecord: Hashable, Sendable {
  /// The photo's name.
  public var id: PhotoID
  /// Who owns it.
  public var ownerID: AccountID
  /// The owner's name.
  public var ownerName: AccountName
  /// What is the photo's own and cannot change: the original.
  public var original: Original
  /// A plain text.
  public var caption: String
  /// Who may read it.
  public var visibility: Visibility
  /// When it came in.
  public var createdAt: Timestamp
  /// A ThumbHash in base64, where one was made.
  public var placeholder: String?
  /// The average colour as `#rrggbb`, where it is known.
  public var averageColour: String?
  /// What it looks like, where that is known.
  public var perceptualHash: PerceptualHash?
  /// The derived images by name.
  public var variants: [String: Variant]
  /// How many accounts like it.
  public var favouriteCount: Int
  /// Grows with every change.
  public var version: Int64
  /// The position in the change log of the newest change.
  public var sequence: Int64
  /// The position in the change log of the newest change that was not only one of favourites.
  public var metadataSequence: Int64
  /// The position in the change log at which it last stopped being public; 0 where it never did.
  public var withdrawnSequence: Int64
  /// Accounts that owned it before, each with the position in the change log at which it was taken out of their sight;
  /// who could still see it then is not among them.
  public var formerOwners: [AccountID: Int64]
  /// Whether it has been deleted.
  public var isDeleted: Bool
  /// The name that the file had where it came from, which is told to the owner only; `nil` where nobody said.
  public var fileName: String?

  /// The uploaded bytes and what is known of them.
  public struct Original: Hashable, Sendable {
    /// The SHA-256 of the bytes, which names their blob.
    public var digest: Digest
    /// How many bytes.
    public var byteCount: Int64
    /// The format.
    public var type: ImageType
    /// The width in pixels as displayed.
    public var width: Int
    /// The height in pixels as displayed.
    public var height: Int
    /// When the photo was taken.
    public var takenAt: Timestamp?

    /// Makes the description of an original.
    public init(
      digest: Digest, byteCount: Int64, type: ImageType, width: Int, height: Int, takenAt: Timestamp? = nil
    ) {
      self.digest = digest
      self.byteCount = byteCount
      self.type = type
      self.width = width
      self.height = height
      self.takenAt = takenAt
    }
  }

  /// An image derived from the original; its bytes are a blob.
  public struct Variant: Hashable, Sendable {
    /// The SHA-256 of the bytes, which names their blob.
    public var digest: Digest
    /// How many bytes.
    public var byteCount: Int64
    /// The format.
    public var type: ImageType
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
    /// What was asked for: two variants of one original with the same specification show the same.
    public var specification: String
    /// Names and versions of what made it.
    public var transformers: String

    /// Makes the description of a variant.
    public init(
      digest: Digest, byteCount: Int64, type: ImageType, width: Int, height: Int, specification: String,
      transformers: String
    ) {
      self.digest = digest
      self.byteCount = byteCount
      self.type = type
      self.width = width
      self.height = height
      self.specification = specification
      self.transformers = transformers
    }
  }

  /// Makes the record of a photo.
  public init(
    id: PhotoID, ownerID: AccountID, ownerName: AccountName, original: Original, caption: String,
    visibility: Visibility, createdAt: Timestamp, placeholder: String? = nil, averageColour: String? = nil,
    perceptualHash: PerceptualHash? = nil, variants: [String: Variant] = [:], favouriteCount: Int = 0,
    version: Int64 = 1, sequence: Int64 = 0, metadataSequence: Int64 = 0, withdrawnSequence: Int64 = 0,
    formerOwners: [AccountID: Int64] = [:], isDeleted: Bool = false, fileName: String? = nil
  ) {
    self.id = id
    self.ownerID = ownerID
    self.ownerName = ownerName
    self.original = original
    self.caption = caption
    self.visibility = visibility
    self.createdAt = createdAt
    self.placeholder = placeholder
    self.averageColour = averageColour
    self.perceptualHash = perceptualHash
    self.variants = variants
    self.favouriteCount = favouriteCount
    self.version = version
    self.sequence = sequence
    self.metadataSequence = metadataSequence
    self.withdrawnSequence = withdrawnSequence
    self.formerOwners = formerOwners
    self.isDeleted = isDeleted
    self.fileName = fileName
  }
}

extension PhotoRecord {
  /// Whether it stands in the lists and feeds of everybody.
  public var isListed: Bool { visibility == .public && !isDeleted }

  /// Whether whoever knows its id may read it, or would if it had not been deleted.
  public func isReadable(by reader: AccountID?) -> Bool { visibility != .private || reader == ownerID }

  /// Where the newest change that a reader may have to hear of stands in the change log: for a photo that the reader does
  /// not see, where it stopped being public or the reader's own, whatever happened to it since; 0 where it never was.
  public func sequence(inLogOf reader: ChangeReader) -> Int64 {
    guard !reader.sees(visibility, of: ownerID) else { return sequence }
    return max(withdrawnSequence, reader.account.flatMap { formerOwners[$0] } ?? 0)
  }
}
