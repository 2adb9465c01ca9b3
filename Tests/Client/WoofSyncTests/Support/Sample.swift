// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCryptography

@testable import WoofSync

/// Metadata as a service would tell them.
enum Sample {
  static func id(_ number: Int) -> PhotoID {
    PhotoID(high: 0x0193_0000_0000_7000, low: 0x8000_0000_0000_0000 + UInt64(number))
  }

  static func photo(
    _ number: Int, owner: String = "ben", caption: String = "", count: Int = 0, isFavourite: Bool = false,
    version: Int64 = 1, visibility: Visibility = .public
  ) -> PhotoMetadata {
    PhotoMetadata(
      id: id(number), owner: owner, caption: caption, visibility: visibility, contentType: .jpeg, byteCount: 100,
      digest: digest(number), width: 4, height: 3, createdAt: Timestamp(milliseconds: Int64(number)),
      favouriteCount: count, isFavourite: isFavourite, version: version, revision: version)
  }

  static func deleted(_ number: Int, version: Int64) -> PhotoMetadata {
    PhotoMetadata(withdrawing: id(number), version: version)
  }

  static func digest(_ number: Int) -> Digest {
    Digest(SHA256.digest(of: Array("\(number)".utf8))) ?? Digest([UInt8](repeating: 1, count: 32)) ?? empty
  }

  private static let empty = PhotoMetadata(withdrawing: id(0), version: 0).digest

  static func json(_ photo: PhotoMetadata) -> JSONValue? {
    (try? JSONEncoder().encode(photo)).flatMap { try? JSONDecoder().decode(JSONValue.self, from: $0) }
  }
}
