// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofModel
import WoofStorage
import WoofStoreConformance

@testable import TestKit
@testable import WoofSharedStores

/// Checks of records of which one promise is broken.
@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(5)))
struct BrokenRecordTests {
  /// A promise, and what breaks it.
  struct Breakage: Sendable, CustomTestStringConvertible {
    let promise: String
    let statement: String
    let subject: String
    /// The other promises that are broken with it.
    let others: Set<String>

    init(_ promise: String, by statement: String, _ subject: String, with others: Set<String> = []) {
      (self.promise, self.statement, self.subject, self.others) = (promise, statement, subject, others)
    }

    var testDescription: String { statement }
  }

  private static let first = "(SELECT number FROM photo ORDER BY id LIMIT 1)"
  private static let restorable = "(SELECT photo FROM restorable_photo)"
  private static let restorer = "(SELECT number FROM account WHERE name = 'bob')"
  private static let tally = "every account's tally is as it is counted"
  private static let views = "what accounts see is summed up as it is counted"
  private static let remains = "nothing is left of photos and accounts that are not there"
  private static let words = "every photo that is there has words to be found by, and no other"
  private static let numbers = "no number is given a second time"
  private static let ledger = "every blob that a record needs is known to be stored"

  private static let ofTables = [
    Breakage(tally, by: "UPDATE account_tally SET byte_count = byte_count + 1 WHERE photo_count = 2", "ada has"),
    Breakage(tally, by: "UPDATE account_tally SET deleted_photo_count = 0 WHERE photo_count = 0", "bob has"),
    Breakage(tally, by: "DELETE FROM account_tally", "ada has"),
    Breakage(views, by: "UPDATE view_sum SET word3 = word3 + 1 WHERE part = 0", "public photos"),
    Breakage(views, by: "DELETE FROM view_sum", "public photos"),
    Breakage("every link has as many likes as it says", by: "UPDATE share_link SET like_count = 7", "says 7 and has 0"),
    Breakage(remains, by: "INSERT INTO account_tally (account) VALUES (999)", "account_tally 999"),
    Breakage(
      remains,
      by:
        "INSERT INTO photo_detail SELECT (jsonb_populate_record(photo_detail, '{\"photo\": 999}')).* FROM photo_detail LIMIT 1",
      "photo_detail 999", with: ["every reference leads somewhere"]),
    Breakage(words, by: "DELETE FROM photo_words WHERE photo = \(first)", "\(Sample.photoID(1)) has none"),
    Breakage(
      words, by: "INSERT INTO photo_words (photo, caption, facts, own) VALUES (999, '', '', '')",
      "photo 999 is not there"),
    Breakage(
      "photos are found by the titles of their albums, but for those that wait for them",
      by: "UPDATE photo_words SET own_titles = '''cat'':2' WHERE photo = \(first)", "\(Sample.photoID(1))"),
    Breakage(
      "photos are found by the words that they have", by: "UPDATE photo_words SET facts = '' WHERE photo = \(first)",
      "\(Sample.photoID(1))"),
    Breakage(
      "photos that have left albums and links are in none",
      by: """
        INSERT INTO album_photo SELECT album, \(restorable), place + 1, \(restorer), 2, NULL FROM album_photo;
        UPDATE restorable_photo SET has_left = true
        """,
      "\(Sample.photoID(3))", with: [tally]),
    Breakage(numbers, by: "SELECT setval('change_number', 1)", "change log has"),
    Breakage(numbers, by: "SELECT setval(pg_get_serial_sequence('photo', 'number'), 1)", "photo has"),
    Breakage(numbers, by: "SELECT setval('blob_incarnation', 1)", "blob has"),
    Breakage(
      "the audit log has no gaps", by: "INSERT INTO audit_part VALUES (0, '\\x00', ''), (5, '\\x00', '')", "byte 1"),
  ]

  private static let ofCopies = [
    Breakage(
      "every photo has as many favourites as it says",
      by: "UPDATE photo SET favourite_count = 9 WHERE number = \(first)",
      "\(Sample.photoID(1)) says 9 and has 1"),
    Breakage(
      "every reference leads somewhere",
      by: "UPDATE former_owner SET photo = 999; INSERT INTO derivation (photo) VALUES (999)",
      "derivation"),
    Breakage(
      "albums know of their photos who owns and who reads them", by: "UPDATE album_photo SET access = 1",
      "\(Sample.photoID(1))"),
    Breakage(
      "a photo and its blob agree on their length",
      by: "UPDATE variant SET digest = (SELECT digest FROM photo_detail WHERE photo = \(first))",
      "", with: ["the ledger and the records agree on the lengths of blobs"]),
    Breakage(
      "the records can be copied",
      by:
        "ALTER TABLE original DROP CONSTRAINT original_pkey; INSERT INTO original SELECT owner, digest, 999 FROM original LIMIT 1",
      "constraint failed"),
  ]

  private static let ofLedger = [
    Breakage(
      ledger, by: "DELETE FROM blob WHERE digest = (SELECT digest FROM photo_detail WHERE photo = \(first))",
      "has no entry in the ledger, of photo \(Sample.photoID(1))"),
    Breakage(
      ledger,
      by: "UPDATE blob SET is_stored = false WHERE digest = (SELECT digest FROM photo_detail WHERE photo = \(first))",
      "is not, of photo \(Sample.photoID(1))"),
    Breakage(
      ledger,
      by: """
        UPDATE blob SET is_stored = false, is_dying = true
        WHERE digest = (SELECT digest FROM photo_detail WHERE photo = \(restorable))
        """, "is being deleted, of photo \(Sample.photoID(3))"),
    Breakage(ledger, by: "DELETE FROM blob WHERE digest IN (SELECT digest FROM variant)", "has no entry in the ledger"),
    Breakage(
      "the ledger and the records agree on the lengths of blobs",
      by: "UPDATE blob SET byte_count = 77 WHERE digest IN (SELECT digest FROM variant)", "has 77 bytes"),
  ]

  @Test(arguments: ofTables + ofCopies + ofLedger)
  func `names the promise that is broken, and what breaks it`(_ breakage: Breakage) async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { try await $0.fill() }
      try shared.execute(breakage.statement)
      let report = try await shared.report(.records)
      #expect(!report.isSound)
      #expect(
        report.findings.contains { $0.rule == breakage.promise && $0.subject.contains(breakage.subject) },
        "\(report.findings)")
      #expect(Set(report.findings.map(\.rule)) == breakage.others.union([breakage.promise]), "\(report.findings)")
    }
  }

  @Test func `names twenty things that break a promise, and counts the others`() async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { try await $0.fill() }
      try shared.execute("INSERT INTO account_tally (account) SELECT generate_series(1001, 1025)")
      let report = try await shared.report(.records)
      #expect(report.findings.count == 20)
      #expect(report.omittedCount == 5)
    }
  }

  @Test func `a schema of another release is refused, and so is a database without records`() async throws {
    try await CheckedLibrary.with(migratedBy: []) { shared in
      let empty = await #expect(throws: StorageError.self) { try await shared.report(.records) }
      #expect(empty?.code == .noStore)
      try await shared.withRecords { _ in }
      try shared.execute(
        "INSERT INTO woof_schema SELECT (jsonb_populate_record(s, '{\"version\": 999}')).* FROM woof_schema AS s LIMIT 1"
      )
      let newer = await #expect(throws: StorageError.self) { try await shared.report(.records) }
      #expect(newer?.code == .newerSchema)
    }
  }

  @Test func `another bucket than that of the records is refused`() async throws {
    try await CheckedLibrary.with { shared in
      try await shared.withNode { try await $0.fill() }
      let error = await #expect(throws: StorageError.self) {
        try await blocking { try SharedStoreCheck(of: shared.place(prefix: "other/")).report(.lengths) }
      }
      #expect(error?.code == .misplaced)
      #expect(error?.message.contains("faulty/other/") == true)
    }
  }
}
