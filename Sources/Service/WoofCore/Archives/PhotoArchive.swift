// SPDX-License-Identifier: Apache-2.0

internal import WoofCryptography
internal import WoofSystem
package import WoofModel

/// The photos that somebody asked for in one file. The file is made while it is sent, of what there is then, and has the same
/// bytes each time for as long as the photos are the same.
package struct ArchiveRequest: Hashable, Sendable {
  /// The photos of an archive.
  package enum Selection: Hashable, Sendable {
    /// All of an album that the reader sees, in its order.
    case album(AlbumID)
    /// These, in this order.
    case photos([PhotoID])
  }

  /// The account that reads; `nil` for somebody who did not sign in.
  package var reader: Principal?
  /// The photos.
  package var selection: Selection
  /// The time until which the archive can be downloaded.
  package var expiresAt: Timestamp

  /// Makes a request.
  package init(reader: Principal?, selection: Selection, expiresAt: Timestamp) {
    self.reader = reader
    self.selection = selection
    self.expiresAt = expiresAt
  }
}

/// A photo's bytes as a file in an archive.
package struct ArchiveEntry: Hashable, Sendable {
  /// The photo.
  package var photo: PhotoID
  /// The digest of the bytes.
  package var digest: Digest
  /// The length in bytes.
  package var byteCount: Int64
  /// The format.
  package var type: ImageType
  /// The name that the file is to have; `nil` for one made of the photo's id.
  package var fileName: String?
  /// The time at which the photo was taken, or else added.
  package var date: Timestamp

  /// Makes the entry of an original.
  ///
  /// - Parameter reader: The account that is told the names of its own files.
  package init(original record: PhotoRecord, for reader: AccountID?) {
    self.init(
      of: record, digest: record.original.digest, byteCount: record.original.byteCount, type: record.original.type,
      fileName: record.access.showsFileName(to: reader) ? record.fileName : nil)
  }

  /// Makes the entry of a variant.
  package init(_ variant: PhotoRecord.Variant, of record: PhotoRecord) {
    self.init(
      of: record, digest: variant.digest, byteCount: variant.byteCount, type: variant.type, fileName: nil)
  }

  private init(of record: PhotoRecord, digest: Digest, byteCount: Int64, type: ImageType, fileName: String?) {
    photo = record.id
    self.digest = digest
    self.byteCount = byteCount
    self.type = type
    self.fileName = fileName
    date = record.moment
  }
}

/// The contents of an archive, laid out: its length, and a tag that changes with any of its bytes.
package struct PhotoArchive: Sendable {
  /// The maximum number of photos of an archive.
  package static let photoLimit = 100_000

  /// The name of the file.
  package let fileName: String
  /// The photos, in the order of the file.
  package let entries: [ArchiveEntry]
  /// The place of every byte.
  package let layout: ZIPLayout
  /// The text of the entity tag.
  package let tag: String

  /// Lays out an archive.
  ///
  /// - Parameter title: The title of what is in it, of which its file name is made; `nil` where it has none.
  package init(title: String?, entries: [ArchiveEntry]) {
    var names = ArchiveFileNames()
    let stem = title.flatMap { PhotoFileName.sanitized($0) } ?? "photos"
    fileName = names.take("\(stem).zip", else: "photos.zip")
    names = ArchiveFileNames()
    layout = ZIPLayout(
      entries.map { entry in
        let own = "\(entry.photo).\(entry.type.fileExtension)"
        return ZIPLayout.Entry(
          name: names.take(entry.fileName ?? own, else: own), byteCount: entry.byteCount, modifiedAt: entry.date)
      })
    self.entries = entries
    tag = Self.tag(of: layout, entries)
  }

  /// The headers say all of the bytes but the photos', which their digests stand for. Whoever changes what else is in a ZIP file
  /// changes the beginning of the tag: clients go on by it, and digests are kept under it.
  private static func tag(of layout: ZIPLayout, _ entries: [ArchiveEntry]) -> String {
    var digest: [UInt8] = []
    for (index, entry) in entries.enumerated() {
      digest = SHA256.digest(of: digest + layout.header(at: index, check: 0) + entry.digest.bytes)
    }
    return "zip-\(Hexadecimal.text(of: digest.prefix(16)))"
  }
}
