// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// The record of one photo, as the record store keeps it.
package struct PhotoRecord: Hashable, Sendable {
  /// The photo's name.
  package var id: PhotoID
  /// The account that owns the photo.
  package var ownerID: AccountID
  /// The name of the account that owns the photo.
  package var ownerName: AccountName
  /// The original, which belongs to the photo and cannot change.
  package var original: Original
  /// A plain text.
  package var caption: String
  /// The people who may read the photo.
  package var visibility: Visibility
  /// The time at which the photo was uploaded.
  package var createdAt: Timestamp
  /// A ThumbHash in base64, where one was made.
  package var placeholder: String?
  /// The average colour as `#rrggbb`, where it is known.
  package var averageColour: String?
  /// The perceptual hash of the picture; `nil` if it is not known.
  package var perceptualHash: PerceptualHash?
  /// The derived images by name.
  package var variants: [String: Variant]
  /// The number of accounts that like the photo.
  package var favouriteCount: Int
  /// A number that grows with every change of the record.
  package var version: Int64
  /// A number that grows with every change of caption, visibility, owner and deletion, but not with favourites or what is
  /// derived.
  package var revision: Int64
  /// The position in the change log of the newest change.
  package var sequence: Int64
  /// The position in the change log of the newest change that was not only one of favourites.
  package var metadataSequence: Int64
  /// The position in the change log at which it last stopped being public; 0 where it never did.
  package var withdrawnSequence: Int64
  /// The version that the photo had there.
  package var withdrawnVersion: Int64
  /// Accounts that owned it before, each with the moment at which it was taken out of their sight; who could still see it
  /// then is not among them.
  package var formerOwners: [AccountID: Loss]
  /// `true` if the photo has been deleted.
  package var isDeleted: Bool
  /// The name that the file had where it came from, which is told to the owner only; `nil` where nobody said.
  package var fileName: String?
  /// `true` if the photo was deleted because the account that owned it was.
  package var isDeletedWithAccount: Bool

  /// The moment at which the photo was taken out of an account's sight.
  package struct Loss: Hashable, Sendable {
    /// The position in the change log.
    package var sequence: Int64
    /// The version that the photo had.
    package var version: Int64

    /// Makes a moment.
    package init(sequence: Int64, version: Int64) {
      self.sequence = sequence
      self.version = version
    }
  }

  /// The uploaded bytes and what is known of them.
  package struct Original: Hashable, Sendable {
    /// The SHA-256 of the bytes, which names their blob.
    package var digest: Digest
    /// The length of the original in bytes.
    package var byteCount: Int64
    /// The format.
    package var type: ImageType
    /// The width in pixels as displayed.
    package var width: Int
    /// The height in pixels as displayed.
    package var height: Int
    /// The time at which the photo was taken; `nil` if it is not known.
    package var takenAt: Timestamp?

    /// Makes the description of an original.
    package init(
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
  package struct Variant: Hashable, Sendable {
    /// The SHA-256 of the bytes, which names their blob.
    package var digest: Digest
    /// The length of the variant in bytes.
    package var byteCount: Int64
    /// The format.
    package var type: ImageType
    /// The width in pixels.
    package var width: Int
    /// The height in pixels.
    package var height: Int
    /// The specification of the image: two variants of one original with the same specification show the same.
    package var specification: String
    /// The names and versions of the transformers that made the variant.
    package var transformers: String

    /// Makes the description of a variant.
    package init(
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
  package init(
    id: PhotoID, ownerID: AccountID, ownerName: AccountName, original: Original, caption: String,
    visibility: Visibility, createdAt: Timestamp, placeholder: String? = nil, averageColour: String? = nil,
    perceptualHash: PerceptualHash? = nil, variants: [String: Variant] = [:], favouriteCount: Int = 0,
    version: Int64 = 1, sequence: Int64 = 0, metadataSequence: Int64 = 0, withdrawnSequence: Int64 = 0,
    formerOwners: [AccountID: Loss] = [:], isDeleted: Bool = false, fileName: String? = nil,
    revision: Int64 = 1, isDeletedWithAccount: Bool = false, withdrawnVersion: Int64 = 0
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
    self.withdrawnVersion = withdrawnVersion
    self.formerOwners = formerOwners
    self.isDeleted = isDeleted
    self.fileName = fileName
    self.revision = revision
    self.isDeletedWithAccount = isDeletedWithAccount
  }
}

extension PhotoRecord {
  /// The moment by which the photo stands in a timeline (``WoofModel/PhotoMetadata/moment``).
  package var moment: Timestamp { Timestamp(ofPhotoTakenAt: original.takenAt, uploadedAt: createdAt) }

  /// Returns the position in the change log of the newest change that a reader may have to hear of. For a photo that
  /// the reader does not see, it is the position at which the photo stopped being public or the reader's own, whatever
  /// happened to it since; 0 if it never was.
  package func sequence(inLogOf reader: ChangeReader) -> Int64 {
    access.allowsFinding(by: reader) ? sequence : loss(for: reader).sequence
  }

  /// Returns the version that a reader is told of. For a photo that the reader does not see, it is the one that the photo had
  /// when it was taken out of the reader's sight, so that nobody learns how often it has changed since.
  package func version(inLogOf reader: ChangeReader) -> Int64 {
    access.allowsFinding(by: reader) ? version : loss(for: reader).version
  }

  private func loss(for reader: ChangeReader) -> Loss {
    let withdrawal = Loss(sequence: withdrawnSequence, version: withdrawnVersion)
    guard let given = reader.account.flatMap({ formerOwners[$0] }), given.sequence > withdrawal.sequence else {
      return withdrawal
    }
    return given
  }
}
