// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension PhotoRecord {
  /// A record of a photo that was never uploaded.
  static func sample(
    id: PhotoID = PhotoID(high: 0x0193_0000_0000_7000, low: 0x8000_0000_0000_0001), caption: String = "Rex",
    visibility: Visibility = .public, favouriteCount: Int = 0, version: Int64 = 1
  ) throws -> PhotoRecord {
    PhotoRecord(
      id: id, ownerID: AccountID(rawValue: 1), ownerName: try #require(AccountName("ada")),
      original: PhotoRecord.Original(
        digest: try #require(Digest([UInt8](repeating: 7, count: 32))), byteCount: 1234, type: .jpeg, width: 40,
        height: 30),
      caption: caption, visibility: visibility, createdAt: Timestamp(milliseconds: 1_777_629_600_000),
      favouriteCount: favouriteCount, version: version)
  }
}
