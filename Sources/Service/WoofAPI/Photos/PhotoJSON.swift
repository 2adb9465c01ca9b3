// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// Writes photo metadata as the wire contract has it, straight from records.
enum PhotoJSON {
  /// The metadata of a photo, for one reader.
  ///
  /// - Parameters:
  ///   - reader: The account that reads it; `nil` where nobody signed in. Only the owner is told the name of the file.
  ///   - isFavourite: `true` if the reader likes it; `nil` where nobody signed in.
  ///   - annotations: The annotations, for readers who may see them; `nil` for others.
  static func bytes(
    of record: PhotoRecord, for reader: AccountID? = nil, isFavourite: Bool?, annotations: PhotoAnnotations? = nil
  ) -> [UInt8] {
    var writer = JSONWriter(appendingTo: buffer())
    write(record, for: reader, isFavourite: isFavourite, annotations: annotations, to: &writer)
    return writer.bytes
  }

  /// Writes the metadata of a photo as a value.
  ///
  /// - Parameter guestName: The name of the guest who added it to the album; `nil` where nobody did, or nobody is told.
  static func write(
    _ record: PhotoRecord, for reader: AccountID?, isFavourite: Bool?, annotations: PhotoAnnotations? = nil,
    guestName: String? = nil, to writer: inout JSONWriter
  ) {
    writer.beginObject()
    writeOwn(of: record, for: reader, isFavourite: isFavourite, to: &writer)
    if let guestName {
      writer.name("guest")
      writer.value(guestName)
    }
    if let annotations {
      writer.name("annotations")
      annotations.write(to: &writer)
    }
    writeMembers(of: record, to: &writer)
    writer.endObject()
  }

  /// Writes a photo that has been deleted and can be restored, for its owner: the metadata, and until when before it.
  static func write(_ photo: DeletedPhoto, for reader: AccountID, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("deletedAt")
    writer.value(photo.deletedAt)
    writer.name("restorableUntil")
    writer.value(photo.restorableUntil)
    writeOwn(of: photo.record, for: reader, isFavourite: nil, to: &writer)
    writeMembers(of: photo.record, to: &writer)
    writer.endObject()
  }

  /// Writes the change of a photo that its reader may read no longer, with nothing in it but what names it.
  static func writeWithdrawal(
    of record: PhotoRecord, token: ChangeToken, for reader: ChangeReader, to writer: inout JSONWriter
  ) {
    beginChange(kind: .deleted, token: token, to: &writer)
    // Whatever has happened to it out of the reader's sight, even that it was deleted, is not told.
    write(.hidden, to: &writer)
    writer.name("id")
    writer.value(record.id)
    writer.name("version")
    writer.value(record.version(inLogOf: reader))
    writer.name("deleted")
    writer.value(true)
    writer.endObject()
  }

  /// Opens a change and writes its token and its kind.
  static func beginChange(kind: ChangeKind, token: ChangeToken, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("change")
    writer.raw("\"\(token.rawValue)\"")
    writer.name("kind")
    writer.raw(quotedKind(kind))
  }

  /// Writes why a photo is gone.
  static func write(_ reason: RemovalReason, to writer: inout JSONWriter) {
    writer.name("reason")
    writer.raw("\"\(reason.rawValue)\"")
  }

  /// Writes the members of the metadata that may differ from one reader to the next; the rest is the same for all.
  static func writeOwn(
    of record: PhotoRecord, for reader: AccountID?, isFavourite: Bool?, to writer: inout JSONWriter
  ) {
    if let isFavourite {
      writer.name("isFavourite")
      writer.value(isFavourite)
    }
    if record.access.showsFileName(to: reader), let fileName = record.fileName {
      writer.name("fileName")
      writer.value(fileName)
    }
  }

  /// Writes the members of the metadata that are the same for every reader.
  static func writeMembers(of record: PhotoRecord, to writer: inout JSONWriter) {
    writer.name("id")
    writer.value(record.id)
    writer.name("owner")
    writer.value(record.ownerName.text)
    writer.name("caption")
    writer.value(record.caption)
    writer.name("visibility")
    writer.value(record.visibility.rawValue)
    writeOriginal(record.original, createdAt: record.createdAt, to: &writer)
    writeDerived(of: record, to: &writer)
    writer.name("favouriteCount")
    writer.value(record.favouriteCount)
    writer.name("version")
    writer.value(record.version)
    writer.name("revision")
    writer.value(record.revision)
    writer.name("deleted")
    writer.value(record.isDeleted)
  }

  private static func writeOriginal(
    _ original: PhotoRecord.Original, createdAt: Timestamp, to writer: inout JSONWriter
  ) {
    writer.name("contentType")
    writer.value(original.type.mediaType)
    writer.name("byteCount")
    writer.value(original.byteCount)
    writer.name("digest")
    writer.value(original.digest.description)
    writer.name("width")
    writer.value(original.width)
    writer.name("height")
    writer.value(original.height)
    if let takenAt = original.takenAt {
      writer.name("takenAt")
      writer.value(takenAt)
    }
    writer.name("createdAt")
    writer.value(createdAt)
  }

  /// Writes what has been derived from a photo.
  static func writeDerived(of record: PhotoRecord, to writer: inout JSONWriter) {
    if let placeholder = record.placeholder {
      writer.name("placeholder")
      writer.value(placeholder)
    }
    if let averageColour = record.averageColour {
      writer.name("averageColour")
      writer.value(averageColour)
    }
    guard !record.variants.isEmpty else { return }
    writer.name("variants")
    writer.beginObject()
    for (name, variant) in record.variants.sorted(by: { $0.key < $1.key }) {
      writer.name(name)
      writer.beginObject()
      writer.name("width")
      writer.value(variant.width)
      writer.name("height")
      writer.value(variant.height)
      writer.name("contentType")
      writer.value(variant.type.mediaType)
      writer.name("digest")
      writer.value(variant.digest.description)
      writer.endObject()
    }
    writer.endObject()
  }

  private static func quotedKind(_ kind: ChangeKind) -> String {
    switch kind {
    case .photo: "\"photo\""
    case .favourites: "\"favourites\""
    case .deleted: "\"deleted\""
    }
  }

  private static func buffer() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(768)
    return bytes
  }
}
