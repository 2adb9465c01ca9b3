// SPDX-License-Identifier: Apache-2.0

import WoofClient

@testable import TestKit

/// Share links, and what a service tells of them.
enum SampleLink {
  static let id = ShareLinkID(uuid: PhotoID(high: 0x0193_a7b2_c4d5_7e71, low: 0x8123_4567_89ab_cdef))
  static let token = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123-_x"

  /// A link as its holder has it.
  static func shared() throws -> SharedLink {
    guard let link = SharedLink(token: token) else { throw TestFailure("no token: \(token)") }
    return link
  }

  /// A link whose id is unlike those of other numbers.
  static func numbered(_ number: UInt64) -> ShareLink {
    let uuid = PhotoID(high: 0x0193_a7b2_c4d5_7001, low: 0x8000_0000_0000_0000 | number)
    return ShareLink(
      id: ShareLinkID(uuid: uuid), target: .album(SampleAlbum.id), createdAt: uuid.createdAt,
      expiresAt: uuid.createdAt.advanced(bySeconds: 60))
  }

  /// A photo as the holder of a link is told of it.
  static let photo = SharedPhoto(
    id: SampleAlbum.id.uuid, owner: "ada", caption: "Rex", contentType: MediaType(rawValue: "image/jpeg"), width: 16,
    height: 16, createdAt: SampleAlbum.id.uuid.createdAt)

  /// All that a service tells of a new link.
  static let json = """
    {"url":"https://photos.example.org/s/\(token)","token":"\(token)","id":"\(id)","album":"\(SampleAlbum.id)",\
    "createdAt":"2026-05-01T10:00:00.000Z","expiresAt":"2026-05-31T10:00:00.000Z","hasPassword":true,\
    "allows":["download"],"location":false,"viewCount":3,"lastViewedAt":"2026-05-02T10:00:00.000Z"}
    """
}
