// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// Writes what the holder of a share link is told, and no more.
enum SharedJSON {
  /// A link that waits for its password: nothing is told of what it shows.
  static func locked(_ link: ShareLink) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writeState(of: link, isLocked: true, to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// What a link shows, in a few words.
  static func bytes(of summary: SharedSummary) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writeState(of: summary.link, isLocked: false, to: &writer)
    writer.name("kind")
    writer.value(summary.isAlbum ? "album" : "photo")
    writer.name("owner")
    writer.value(summary.link.owner.name.text)
    writer.name("title")
    writer.value(summary.title)
    writer.name("photoCount")
    writer.value(summary.photoCount)
    if let cover = summary.cover {
      writer.name("cover")
      writer.value(cover)
    }
    ShareLinkJSON.writeAllowances(of: summary.link, to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// Writes a photo as a value.
  ///
  /// - Parameter link: The link that shows it, which says if the name of the file is told.
  static func write(_ photo: PhotoRecord, of link: ShareLink, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("id")
    writer.value(photo.id)
    writer.name("owner")
    writer.value(photo.ownerName.text)
    writer.name("caption")
    writer.value(photo.caption)
    writer.name("contentType")
    writer.value(photo.original.type.mediaType)
    writer.name("width")
    writer.value(photo.original.width)
    writer.name("height")
    writer.value(photo.original.height)
    if let takenAt = photo.original.takenAt {
      writer.name("takenAt")
      writer.value(takenAt)
    }
    writer.name("createdAt")
    writer.value(photo.createdAt)
    if link.terms.showsLocation, photo.ownerID == link.owner.id, let name = photo.fileName {
      writer.name("fileName")
      writer.value(name)
    }
    var derived = photo
    // Its digest would tell who has the same file which one it is.
    derived.variants[PictureSetup.shareableName] = nil
    PhotoJSON.writeDerived(of: derived, to: &writer)
    writer.endObject()
  }

  private static func writeState(of link: ShareLink, isLocked: Bool, to writer: inout JSONWriter) {
    writer.name("isLocked")
    writer.value(isLocked)
    writer.name("expiresAt")
    writer.value(link.terms.expiresAt)
  }
}

/// What a link shows, in a few words.
struct SharedSummary: Sendable {
  let link: ShareLink
  let isAlbum: Bool
  /// The title of the album, or the caption of the photo.
  let title: String
  let photoCount: Int
  /// The photo that stands for what is shown; `nil` where there is none.
  let cover: PhotoID?

  /// Looks at what a link shows.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where it is not there any more.
  init(of link: ShareLink, in links: ShareLinks) async throws {
    self.link = link
    if let album = try await links.album(of: link) {
      (isAlbum, title, photoCount, cover) = (true, album.title, album.photoCount, album.cover)
      return
    }
    guard let photo = try await links.photos(of: link, after: nil, limit: 1).items.first?.record else {
      throw WoofError.noSuchLink
    }
    (isAlbum, title, photoCount, cover) = (false, photo.caption, 1, photo.id)
  }
}
