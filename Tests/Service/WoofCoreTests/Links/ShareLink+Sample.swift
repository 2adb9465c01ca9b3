// SPDX-License-Identifier: Apache-2.0

import WoofCore
import WoofCryptography
import WoofModel

extension ShareLink {
  /// The time at which links of tests are made.
  static let sampleTime = Timestamp(milliseconds: 1_777_629_600_000)

  /// A link of `ada` to an album, which can be used for a week.
  static func sample(
    _ number: UInt64 = 1, password: String? = "walkies", lifetimeSeconds: Int64 = 604_800
  ) throws -> ShareLink {
    let uuid = PhotoID(high: 0x7000, low: 0x8000_0000_0000_0000 | number)
    let owner = Principal(
      id: AccountID(rawValue: 1), name: try AccountName("ada").orThrow(), isAdministrator: false)
    let terms = Terms(
      expiresAt: sampleTime.advanced(bySeconds: lifetimeSeconds),
      passwordHash: try password.map { try hash(of: $0) })
    return ShareLink(
      id: ShareLinkID(uuid: uuid), owner: owner, target: .album(AlbumID(uuid: uuid)), terms: terms,
      createdAt: sampleTime)
  }

  /// A new hash of a password, which costs next to nothing.
  static func hash(of password: String) throws -> PasswordHash {
    try PasswordHash(hashing: password, cost: MemoryCredentialStore.cost)
  }
}
