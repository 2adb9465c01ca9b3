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
      originalFileName: try container.decodeIfPresent(String.self, forKey: .originalFileName))
  }
}

extension Digest {
  /// The digest of no bytes at all.
  fileprivate static let ofNothing = Digest(
    words: (0xE3B0_C442_98FC_1C14, 0x9AFB_F4C8_996F_B924, 0x27AE_41E4_649B_934C, 0xA495_991B_7852_B855))
}
