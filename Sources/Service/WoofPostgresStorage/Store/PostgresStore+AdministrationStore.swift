// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofCore
package import WoofModel
internal import WoofPostgreSQL

extension PostgresStore: AdministrationStore {
  /// A page of photos of all owners and visibilities.
  package func photos(matching search: PhotoSearch) async throws -> PhotoSearchPage {
    var owner: AccountID?
    if let name = search.owner {
      owner = try await read(PostgreSQLStatement("SELECT number FROM account WHERE name = $1", .text(name.text))) {
        (rows) throws(PostgreSQLError) in try rows.first { (row) throws(PostgreSQLError) in try row.accountID() }
      }
      guard owner != nil else { return PhotoSearchPage(photos: [], next: nil) }
    }
    guard search.limit > 0 else { return PhotoSearchPage(photos: [], next: nil) }
    var walk = PhotoSearchWalk(search, owner: owner)
    while let statement = walk.nextStatement {
      let rows = try await read(statement) { (rows) throws(PostgreSQLError) in
        try rows.map { (row) throws(PostgreSQLError) in try PhotoSearchRow(&row) }
      }
      walk.take(rows)
    }
    let numbers = walk.numbers
    let found = try await administeredPhotos("number = ANY($1)", .integers(numbers))
    return PhotoSearchPage(photos: numbers.compactMap { found[$0] }, next: walk.next)
  }

  /// A photo of whatever owner and visibility; `nil` for an id that never was.
  package func administeredPhoto(_ id: PhotoID) async throws -> AdministeredPhoto? {
    try await administeredPhotos("photo_record.id = $1", .bytes(id.columnBytes)).first?.value
  }

  /// Lets a deleted photo be there again as it was, with its favourites; what was derived from it is derived anew.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` for an id that never was, `gone` where it can be restored
  ///   no longer, or `conflict` where its owner has the same bytes as another photo by now.
  package func restorePhoto(_ id: PhotoID) async throws -> PhotoRecord { try await restore(id, by: nil) }

  /// Deletes a photo so that nobody can restore it, also one that is deleted already.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` for an id that never was.
  package func erasePhoto(_ id: PhotoID) async throws {
    do {
      _ = try await updatePhoto(id, .deletion, if: .presence)
    } catch let error as WoofError where error.code == .gone {
      // It is deleted already.
    }
    try await write(
      PostgreSQLStatement(
        "UPDATE restorable_photo SET restorable_until = 0, restorer = NULL WHERE id = $1", .bytes(id.columnBytes)))
    do {
      try await departures.takeOut(id)
    } catch let error as PostgreSQLError {
      throw WoofError(error)
    }
  }

  /// A page of accounts, by name; deleted ones are not among them.
  package func accounts(after name: AccountName?, limit: Int) async throws -> [AccountSummary] {
    let statement = PostgreSQLStatement(
      AccountSQL.summaries + " AND name > $1 ORDER BY name LIMIT $2", .text(name?.text ?? ""),
      .integer(Int64(max(0, limit))))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try AccountSQL.summary(&row) }
    }
  }

  /// Returns the summary of an account; `nil` if there is none of that name.
  package func summary(of name: AccountName) async throws -> AccountSummary? {
    let statement = PostgreSQLStatement(AccountSQL.summaries + " AND name = $1", .text(name.text))
    return try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.first { (row) throws(PostgreSQLError) in try AccountSQL.summary(&row) }
    }
  }

  /// Lets an account administer the service, or no longer.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  package func setAdministrator(_ isAdministrator: Bool, of name: AccountName) async throws {
    let statement = PostgreSQLStatement(AccountSQL.setAdministrator, .text(name.text), .boolean(isAdministrator))
    guard try await changeAccount([statement], isRepeatable: true, settlingBy: { nil }) != nil else {
      throw WoofError.noAccount(name)
    }
  }

  /// Sets what an account may have.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  package func setQuota(_ quota: AccountQuota, of name: AccountName) async throws {
    let statement = PostgreSQLStatement(
      AccountSQL.setQuota, .text(name.text), .integer(quota.byteCount), .integer(quota.photoCount),
      .integer(quota.uploadCount))
    guard try await write(statement) > 0 else { throw WoofError.noAccount(name) }
  }

  /// Deletes an account for good, and all that it has, in many small transactions. What is left to do when the node goes away
  /// is done by another, or by the next one.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is no such account.
  package func deleteAccount(_ name: AccountName) async throws {
    do {
      let (account, generation) = try await deletions.begin(name)
      accounts.advance(to: generation)
      try await deletions.finish(account)
    } catch let error as PostgreSQLError {
      throw WoofError(error)
    }
  }

  /// Returns the amounts of stored data. They are exact as long as they are counted in no time; where that takes longer, what
  /// was counted last is told for up to ten times as long.
  package func counts() async throws -> StoredCounts {
    try await lastCounts.value {
      try await read(PostgreSQLStatement(AdministrationSQL.counts)) { (rows) throws(PostgreSQLError) in
        try rows.first { (row) throws(PostgreSQLError) in try AdministrationSQL.counts(&row) } ?? StoredCounts()
      }
    }
  }

  /// Removes what has had its time, unless another node does that.
  ///
  /// - Returns: The number of rows that were removed, or changed to be; `nil` where another node has the lease.
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  package func removeExpired() async throws -> Int? {
    try await naming {
      var count = 0
      while true {
        try Task.checkCancellation()
        let round = try await upkeep.doRound()
        guard round.fence != nil else { return nil }
        count += round.counts.values.reduce(0, +)
        if round.isComplete || round.failureCount > 0 { return count }
      }
    }
  }

  private func administeredPhotos(
    _ condition: String, _ value: PostgreSQLValue
  ) async throws -> [Int64: AdministeredPhoto] {
    let statement = PostgreSQLStatement(AdministrationSQL.photos + " WHERE " + condition, value)
    let photos = try await read(statement) { (rows) throws(PostgreSQLError) in
      try rows.map { (row) throws(PostgreSQLError) in try AdministrationSQL.photo(&row) }
    }
    return Dictionary(photos) { first, _ in first }
  }
}

/// The counts that were taken last, where taking them costs so much that they are told for a while.
///
/// They take a look at every row: the sums of so much that changes, kept by each change, would be rows for which all writers
/// wait.
final class CountsMemory: Sendable {
  /// Counts that take no longer are taken anew each time.
  private static let cheap = Duration.milliseconds(500)
  private let last = Mutex<(counts: StoredCounts, end: ContinuousClock.Instant)?>(nil)

  /// The counts that are still good, or new ones.
  func value(_ count: () async throws -> StoredCounts) async throws -> StoredCounts {
    let start = ContinuousClock.now
    if let last = last.withLock({ $0 }), start < last.end { return last.counts }
    let counts = try await count()
    let end = ContinuousClock.now
    let elapsed = end - start
    last.withLock { $0 = elapsed > Self.cheap ? (counts, end + elapsed * 10) : nil }
    return counts
  }
}
