// SPDX-License-Identifier: Apache-2.0

internal import WoofAdministration
internal import WoofCore
internal import WoofModel

extension AdminPhoto {
  /// Makes the photo that administrators see.
  init(_ photo: AdministeredPhoto, annotations: PhotoAnnotations? = nil) {
    self.init(
      metadata: PhotoMetadata(photo.record, annotations: annotations), deletedAt: photo.deletedAt,
      restorableUntil: photo.restorableUntil, awaitsDerivation: photo.awaitsDerivation)
  }
}

extension PhotoMetadata {
  /// Makes the metadata that a record has for somebody who likes nothing.
  init(_ record: PhotoRecord, annotations: PhotoAnnotations? = nil) {
    let original = record.original
    self.init(
      id: record.id, owner: record.ownerName.text, caption: record.caption, visibility: record.visibility,
      contentType: MediaType(original.type), byteCount: original.byteCount,
      digest: original.digest, width: original.width, height: original.height, takenAt: original.takenAt,
      createdAt: record.createdAt, placeholder: record.placeholder, averageColour: record.averageColour,
      favouriteCount: record.favouriteCount,
      variants: record.variants.isEmpty ? nil : record.variants.mapValues(\.wire),
      annotations: annotations, version: record.version, deleted: record.isDeleted,
      revision: record.revision)
  }
}

extension PhotoRecord.Variant {
  /// The variant as clients see it.
  fileprivate var wire: PhotoVariant {
    PhotoVariant(width: width, height: height, contentType: MediaType(type), digest: digest)
  }
}
