// SPDX-License-Identifier: Apache-2.0

/// What came of each photo of a batch, in the order in which they were asked for.
public struct PhotoBatch: Decodable, Sendable {
  /// What came of one photo.
  public struct Item: Sendable {
    /// The id of the photo.
    public var id: PhotoID
    /// The metadata after it, or `nil` where nothing is told, as of a photo that was deleted; the error of the same request
    /// for this photo alone.
    public var result: Result<PhotoMetadata?, WoofError>

    /// Makes an item.
    public init(id: PhotoID, result: Result<PhotoMetadata?, WoofError>) {
      self.id = id
      self.result = result
    }
  }

  /// The photos in their order.
  public var items: [Item]

  /// Makes the response to a batch.
  public init(items: [Item]) { self.items = items }
}

extension PhotoBatch.Item: Decodable {
  private enum Member: String, CodingKey { case id, status, photo, problem }

  /// Reads an item.
  ///
  /// - Throws: `DecodingError` where a member is missing or of another type or form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Member.self)
    let id = try container.decode(PhotoID.self, forKey: .id)
    let status = try container.decode(Int.self, forKey: .status)
    guard let problem = try container.decodeIfPresent(JSONValue.self, forKey: .problem) else {
      self.init(id: id, result: .success(try container.decodeIfPresent(PhotoMetadata.self, forKey: .photo)))
      return
    }
    guard let error = WoofError(problem: problem, status: status, retryAfter: nil) else {
      throw DecodingError.dataCorruptedError(forKey: .problem, in: container, debugDescription: "no problem document")
    }
    self.init(id: id, result: .failure(error))
  }
}

/// The photos that an account has of some files.
public struct KnownOriginals: Codable, Hashable, Sendable {
  /// A file that the account has as a photo.
  public struct Item: Codable, Hashable, Sendable {
    /// The SHA-256 of the file.
    public var digest: Digest
    /// The id of the photo.
    public var id: PhotoID

    /// Makes an item.
    public init(digest: Digest, id: PhotoID) {
      self.digest = digest
      self.id = id
    }
  }

  /// The files that the account has, in the order in which they were asked for.
  public var items: [Item]

  /// Makes the response to the question.
  public init(items: [Item]) { self.items = items }
}
