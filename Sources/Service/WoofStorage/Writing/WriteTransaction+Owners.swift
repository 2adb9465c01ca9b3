// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

extension WriteTransaction {
  /// Makes sure that an account may have a photo.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where it has the same bytes as another photo, or has been
  ///   deleted; ``SQLiteError``.
  mutating func requireNoTwin(of record: PhotoRecord, among owner: Principal) throws {
    guard !deletedAccounts.contains(owner.id) else { throw WoofError.deletedAccount }
    guard let twin = try photo(of: owner.id, with: record.original.digest) else { return }
    throw WoofError(
      .conflict, "\(owner.name) has the same bytes as photo \(twin.id).", details: ["photo": .string("\(twin.id)")])
  }

  /// Gives a photo to the owner that its record names. The account that had it hears that it is gone, unless it still
  /// sees the photo because that is public.
  func moveOwner(of record: inout PhotoRecord, from old: AccountID, number: Int64) throws(SQLiteError) {
    record.formerOwners[record.ownerID] = nil
    try database[.forgetFormerOwner].run(number, record.ownerID)
    if !record.access.allowsFinding(by: .account(old)) {
      record.formerOwners[old] = record.sequence
      try database[.keepFormerOwner].run(number, old, record.sequence)
    }
    try removeOriginal(record.original.digest, of: old)
    try addOriginal(of: record, number: number)
    try database[.updateOwner].run(number, record.ownerID)
    // As if they were kept now: who finds photos by them within those of an account reads them anew.
    try database[.renewPartHashes].run(number)
  }
}

extension WoofError {
  static var deletedAccount: WoofError { WoofError(.conflict, "The account has been deleted.") }
}

extension SQL {
  fileprivate static let updateOwner = SQL("UPDATE photo SET owner = ?2 WHERE number = ?1")
  fileprivate static let renewPartHashes = SQL(
    "INSERT OR REPLACE INTO part_hash (photo, hashes) SELECT photo, hashes FROM part_hash WHERE photo = ?1")
  fileprivate static let forgetFormerOwner = SQL("DELETE FROM former_owner WHERE photo = ?1 AND account = ?2")
  fileprivate static let keepFormerOwner = SQL(
    """
    INSERT INTO former_owner (photo, account, sequence) VALUES (?1, ?2, ?3)
    ON CONFLICT (photo, account) DO UPDATE SET sequence = excluded.sequence
    """)
}
