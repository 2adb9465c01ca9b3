// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofSQLite

extension EmbeddedStore: AdministrationStore {
  /// The time for which a photo that is deleted now can be restored; zero where it cannot be.
  package var deletionGrace: Duration { configuration.deletionGrace }

  /// A page of photos of all owners and visibilities.
  package func photos(matching search: PhotoSearch) async throws -> PhotoSearchPage {
    let clock = RestorationClock(time: time, steadyTime: steadyTime)
    return try await readers.read(cost: .page(search.limit)) { snapshot in
      try snapshot.photos(matching: search, at: clock)
    }
  }

  /// A photo of whatever owner and visibility; `nil` for an id that never was.
  package func administeredPhoto(_ id: PhotoID) async throws -> AdministeredPhoto? {
    let clock = RestorationClock(time: time, steadyTime: steadyTime)
    return try await readers.read { snapshot in try snapshot.administeredPhoto(id, at: clock) }
  }

  /// Lets a deleted photo be there again as it was, with its favourites; what was derived from it is derived anew.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` for an id that never was, `gone` where it can be restored
  ///   no longer, or `conflict` where its owner has the same bytes as another photo by now.
  package func restorePhoto(_ id: PhotoID) async throws -> PhotoRecord {
    try await changePhotos { transaction in try transaction.restorePhoto(id) }
  }

  /// Deletes a photo so that nobody can restore it, also one that is deleted already, and has its bytes removed unless
  /// another photo has them too.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` for an id that never was.
  package func erasePhoto(_ id: PhotoID) async throws {
    try await changePhotos { transaction in try transaction.erasePhoto(id) }
    maintenance.ask(for: .deletions)
  }

  /// A page of accounts, by name; deleted ones are not among them.
  package func accounts(after name: AccountName?, limit: Int) async throws -> [AccountSummary] {
    try await readers.read { snapshot in try snapshot.summaries(after: name, limit: limit) }
  }

  /// Returns the summary of an account; `nil` if there is none of that name.
  package func summary(of name: AccountName) async throws -> AccountSummary? {
    try await readers.read { snapshot in
      guard let id = try snapshot.accountNumber(name) else { return nil }
      return try snapshot.summary(of: id)
    }
  }

  /// Lets an account administer the service, or no longer.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  package func setAdministrator(_ isAdministrator: Bool, of name: AccountName) async throws {
    try await writer.write(mayUseReserve: true) { transaction in
      try transaction.setAdministrator(isAdministrator, of: name)
    }
  }

  /// Sets what an account may have.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  package func setQuota(_ quota: AccountQuota, of name: AccountName) async throws {
    try await writer.write(mayUseReserve: true) { transaction in try transaction.setQuota(quota, of: name) }
  }

  /// Deletes an account for good, and all that it has, in many small transactions. What is left to do when the service goes
  /// away is done by the next one.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  package func deleteAccount(_ name: AccountName) async throws {
    let account = try await changePhotos(mayUseReserve: true) { transaction in try transaction.beginDeletion(of: name) }
    var next: AccountDeletionStep? = .favourites(after: nil)
    while let step = next {
      next = try await writer.write(mayUseReserve: true) { transaction in
        try transaction.continueDeletion(of: account, step)
      }
    }
  }

  /// Returns the amounts of stored data; the size of the database includes its write-ahead log.
  package func counts() async throws -> StoredCounts {
    let folder = folder
    return try await readers.read { snapshot in
      var counts = try snapshot.counts()
      for path in [folder.databasePath, "\(folder.databasePath)-wal"] {
        counts.recordByteCount += try folder.files.byteCount(at: path) ?? 0
      }
      return counts
    }
  }
}

extension EmbeddedStore {
  /// Returns the number of blobs that nothing refers to, and their total size in bytes; looks at each of them.
  package func garbage() async throws -> (count: Int, byteCount: Int64) {
    try await readers.read { snapshot in try BlobLedger(database: snapshot.database).garbage() }
  }
}
