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

  /// The title, the count and the cover of what a link shows.
  ///
  /// - Parameter guest: The guest who asks; `nil` for somebody without a name.
  static func bytes(of summary: SharedSummary, for guest: LinkGuest?) -> [UInt8] {
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
    if let guest {
      writer.name("guest")
      writer.value(guest.name)
    }
    writer.endObject()
    return writer.bytes
  }

  /// Writes a photo as a value.
  ///
  /// - Parameters:
  ///   - link: The link that shows it, which says if the name of the file is told.
  ///   - likes: The likes of guests; `nil` where they are not told.
  static func write(_ photo: PhotoRecord, of link: ShareLink, likes: GuestLikes?, to writer: inout JSONWriter) {
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
    if let likes { writeMembers(of: likes, to: &writer) }
    writer.endObject()
  }

  /// Writes the members that tell what guests like of a photo.
  static func writeMembers(of likes: GuestLikes, to writer: inout JSONWriter) {
    writer.name("likeCount")
    writer.value(likes.count)
    writer.name("likedBy")
    writer.beginArray()
    for name in likes.names { writer.value(name) }
    writer.endArray()
    writer.name("isLiked")
    writer.value(likes.isLiked)
  }

  private static func writeState(of link: ShareLink, isLocked: Bool, to writer: inout JSONWriter) {
    writer.name("isLocked")
    writer.value(isLocked)
    writer.name("expiresAt")
    writer.value(link.terms.expiresAt)
  }
}
