// SPDX-License-Identifier: Apache-2.0

import WoofClient

/// Albums, and what a service tells of them.
enum SampleAlbum {
  static let id = AlbumID(uuid: PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8123_4567_89ab_cdef))

  /// An album whose id is unlike those of other numbers.
  static func numbered(_ number: UInt64, title: String = "Rex at the lake") -> Album {
    let uuid = PhotoID(high: 0x0193_a7b2_c4d5_7000, low: 0x8000_0000_0000_0000 | number)
    return Album(id: AlbumID(uuid: uuid), owner: "ada", title: title, createdAt: uuid.createdAt)
  }

  /// All that a service tells of an album.
  static let json = """
    {"id":"\(id)","owner":"ada","title":"Rex at the lake","visibility":"unlisted","cover":"\(id)","photoCount":3,\
    "contributors":["bob"],"createdAt":"2026-05-01T10:00:00.000Z","version":7}
    """
}
