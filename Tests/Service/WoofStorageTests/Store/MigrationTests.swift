// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofCryptography
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage
import WoofSQLite

@Suite struct MigrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> Database {
    try Database(
      path: "\(folder.path)/test.db", settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(10)))
  }

  @Test func `released migrations are unchanged`() {
    let released = [
      1: "6a0459cf22ad227611627843e560c0c8542f5d3135177f5b44e0f7b16238cae1",
      2: "1eaa85fe15187eeac81032cdf0328f1c154f20721cd9ee6e2ce340267bce3fcc",
      3: "5cca3a50e5f8ee79250122e1a80a8e54e04655aed0de8a01cc46fda28d243db9",
      4: "3f336f2d6add2dcdb3aa14363fd244664156086fd94bb545e93af04c8e55332f",
      5: "3950b899465508c2fa84347fa7edbafd3fd0d9e0e779aceb2844c55037f75cef",
      6: "1fb8e65859c9470d831403526fd83e09e9592bdb612033090a4e9fb2f20fb2e9",
      7: "fc17e8d586d44059efde15c7ed9710b7715773f4dec0300f3cb7e3c9a6594ac6",
      8: "a490a833c3dbb8aaef69f23d73cdabc3c719e70fc9ee39294132e54c725b026c",
      9: "b477532d136e6572e513772ede9c8757e17179832f72c7754d3bb12e94c8cdfc",
      10: "30d3beec4433935063dc83c61bdc4c9f4ca029bf36ea1c0deb1b7df18065717e",
      11: "9b596c2fc1c0691ad0417d2da5692c07559a4928f5cfa0eb32cc5953717646d0",
      12: "073b15b680345fad26f109bfc67461a77de28932e424ba83bba91bf6762e6496",
      13: "e5e3bcc6e6e4a921134a293c22f1923093b07f9fca19810b7f51f42165edaf83",
      14: "0fbb2b0ee63770a5fc15b667a0c5609500f2a4cd07b578f1e1b108563b7ace16",
      15: "064ac62edf39ae7129eba31fd8164d083046f08ae74052354d0b2de82798241c",
      16: "642ccd196b68af789bb76bf62ff0a1892e3ac23bb619d9083a0a6dc5111577d6",
      17: "4ade52e2a3b024bf68d59eea41c5d7972e9bd2377b2c84ba4abf51e5b05d0cd5",
      18: "fb402588c42b2c05294c0ab329a6490f4073cc78d73c9c3a3a22d5d36d8c2f7b",
      19: "0695ba873549bbfda84c925f4dfb95e467bfd53a85da3bd9e2f863f028380e5b",
      20: "bafa0efb639dc5c622069fbc6f88c1faae3f33061248a75d2d227c51cacc9689",
      21: "da3b9f3fec00486750b31e68de17a227d98d6733fb150014b378bd55a21e88cf",
      22: "9cb3d62f0fa559c9629600f59ec9312d5a27dfccd6640039c44d582a9561bd1d",
      23: "f2fa06dd9b055d1af7b4824b80190429a4bfef655fe68d76b14a0ddfd8a31f11",
      24: "65e4b72803b827bc52c7ee6207ee7bef285e0213ff3f731eb1148a5b25ea7d5f",
      25: "33a86af6fa2c08a4924f9684a8fef17dfcae9b1d0946fa5d3657606eafbe2aa3",
      26: "beb200cf77da53a77fca2da01f4aa15727ac4b0c104dc6ed10182758c6bfa898",
      27: "eeba534781747da42435f7c28d12d9686d2497a7453c1d1902cc38d86c18228e",
    ]
    let found = Schema.migrations.map { migration in
      (migration.version, Digest(SHA256.digest(of: Array(migration.script.utf8)))?.hexadecimal)
    }
    for (version, digest) in found { #expect(digest == released[version], "migration \(version)") }
    #expect(found.map(\.0) == Array(1...released.count))
  }

  @Test func `only missing migrations run, in order`() throws {
    let database = try open()
    let first = Migration(version: 1, script: "CREATE TABLE one (x); INSERT INTO one VALUES (1);")
    let second = Migration(version: 2, script: "INSERT INTO one VALUES (2); CREATE TABLE two (x);")
    try database.migrate(by: [first], mayChange: true)
    try database.migrate(by: [first, second], mayChange: true)
    try database.migrate(by: [first, second], mayChange: false)
    #expect(try database.schemaVersion() == 2)
    let rows = try database[SQL("SELECT x FROM one")].all { (columns) throws(SQLiteError) in try columns.next(Int.self)
    }
    #expect(rows == [1, 2])
  }

  @Test func `a store of version 1 is migrated, and its photos are queued for derivation`() async throws {
    try makeVersion1()
    try await withStorage(in: folder) { storage in
      let record = try #require(try await storage.records.photo(Sample.photoID(1)))
      #expect(record.caption == "Rex")
      #expect(record.favouriteCount == 2)
      #expect(record.placeholder == nil)
      #expect(record.variants.isEmpty)
      let waiting = try await storage.records.dueDerivations(at: Sample.time(0), limit: 10)
      #expect(waiting == [Derivation(photo: Sample.photoID(1), hasMetadata: false)])
      #expect(try await storage.records.photo(Sample.photoID(2))?.isDeleted == true)
      _ = try await storage.records.keep(
        PhotoDerivatives(averageColour: "#010203"), of: Sample.photoID(1), .ended(isAnew: false))
    }
    #expect(try findings(in: folder, .records).isEmpty)
    try await withStorage(in: folder) { (storage) async throws in
      #expect(try await storage.records.photo(Sample.photoID(1))?.averageColour == "#010203")
      #expect(try await storage.records.derivationCount() == 0)
    }
  }

  @Test func `photos from before there was the variant grid are looked through for what they lack`() async throws {
    try makeVersion1(upTo: 18)
    let database = try Database(
      path: try DataFolder.open(at: "\(folder.path)/data", for: .service).databasePath,
      settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(10)))
    // As a service leaves it that has derived all that it could.
    try database.execute("DELETE FROM derivation; DELETE FROM installation WHERE name = 'first-unseen-photo'")
    #expect(try database.schemaVersion() == 19)
    try await withStorage(in: folder) { storage in
      #expect(try await storage.records.derivationCount() == 0)
      let hasMore = try await storage.records.queueUnseen(lacking: PictureSetup.standardVariants, limit: 10)
      let waiting = try await storage.records.dueDerivations(at: Sample.time(0), limit: 10)
      #expect(!hasMore && waiting.map(\.photo) == [Sample.photoID(1)])
    }
  }

  @Test func `albums and links from before they were in the change log have their places there`() async throws {
    try makeVersion1(upTo: 24)
    do {
      let database = try Database(
        path: "\(folder.path)/data/woof.db",
        settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(10)))
      for number in [2, 5] {
        try database[
          SQL(
            """
            INSERT INTO album (number, id, owner, title, visibility, created_at, version)
            VALUES (?1, ?2, 1, 'Rex', ?1 % 2, 5, 3)
            """)
        ].run(number, Sample.albumID(number))
        try database[
          SQL(
            """
            INSERT INTO share_link (id, account, secret_hash, album, created_at, expires_at, allows_download, shows_location)
            VALUES (?2, 1, ?2, ?1, 5, 9000000000000000, 0, 0)
            """)
        ].run(number, Sample.photoID(number))
      }
    }
    try await withStorage(in: folder) { storage in
      #expect(storage.records.latestSequence == 19)
      let ada = ChangeReader.account(AccountID(rawValue: 1))
      let own = try await storage.records.sharingChanges(after: 12, limit: 10, reader: ada, of: .all)
      #expect(own.entries.map(\.sequence) == [14, 17, 18, 19] && !own.hasMore)
      let others = try await storage.records.sharingChanges(after: 0, limit: 10, reader: .everybody, of: .all)
      #expect(others.entries.map(\.sequence) == [14])
      let added = try await storage.stores.makeAlbum(9, by: try await storage.stores.account("eve"))
      let latest = try await storage.records.sharingChanges(after: 19, limit: 10, reader: .everybody, of: .all)
      #expect(latest.entries == [SharingLogEntry(.album(added), at: 20)])
    }
    #expect(try findings(in: folder, .records).isEmpty)
  }

  @Test(arguments: Schema.migrations.indices)
  func `a store of every released version is migrated with all its data`(last: Int) async throws {
    try makeVersion1(upTo: last)
    let grace = EmbeddedStoreConfiguration.with(grace: .seconds(60))
    try await withStorage(in: folder, configuration: grace) { storage in
      let record = try #require(try await storage.records.photo(Sample.photoID(1)))
      #expect(record.caption == "Rex")
      #expect(record.favouriteCount == 2)
      #expect(record.formerOwners.isEmpty)
      let counts = try await storage.records.counts()
      #expect(counts.accountCount == 2)
      #expect(counts.photoCount == 1)
      #expect(counts.favouriteCount == 2)
      #expect(counts.blobCount == 1)
      #expect(counts.blobByteCount == 9)
      #expect(counts.derivationCount == 1)
      let summary = try #require(try await storage.records.summary(of: record.ownerID))
      #expect((summary.photoCount, summary.byteCount, summary.favouriteCount) == (1, 9, 1))
      // What was deleted before there was a grace period is gone.
      await expectProblem(.gone) { _ = try await storage.records.restorePhoto(Sample.photoID(2)) }
      try await storage.stores.edit(record.id, .deletion)
      #expect(try await storage.records.restorePhoto(record.id).favouriteCount == 2)
      let key = IdempotencyKey(account: record.ownerID, text: "once")
      #expect(
        try await storage.records.storedResponse(to: key, at: Sample.time(0))
          == StoredResponse(fingerprint: Sample.digest(7), photo: record.id, isNew: true))
      try await makeAlbum(of: record, for: Principal(summary.account), in: storage)
      try await storage.indexAll()
      #expect(try await storage.stores.found("rex png 1970") == [1])
    }
    #expect(try findings(in: folder, .records).isEmpty)
  }

  /// Makes an album with a photo that was there before albums.
  private func makeAlbum(of photo: PhotoRecord, for owner: Principal, in storage: TestStorage) async throws {
    #expect(try await storage.stores.albumIDs(.joined(by: owner.id)) == [])
    let album = try await storage.stores.makeAlbum(1, by: owner)
    let filled = try await storage.stores.change(album.id, .placing(photo.id, .kept), for: owner)
    #expect(filled.photoCount == 1 && filled.cover == photo.id)
    try await storage.stores.edit(photo.id, .deletion)
    #expect(try await storage.records.album(album.id, for: owner.id)?.photoCount == 0)
    _ = try await storage.records.restorePhoto(photo.id)
    #expect(try await storage.records.album(album.id, for: owner.id)?.photoCount == 1)
  }

  /// Makes a data folder as version 1 left it, by version 1's own statements.
  ///
  /// - Parameter last: The last migration that is run on it then; the first by default.
  private func makeVersion1(upTo last: Int = 0) throws {
    let data = try DataFolder.open(at: "\(folder.path)/data", for: .service)
    data.files.close(try data.files.createFile(at: data.databasePath))
    let database = try Database(
      path: data.databasePath, settings: DatabaseSettings(cacheByteCount: 1 << 20, busyTimeout: .seconds(10)))
    try database.migrate(by: [Migration(version: 1, script: Schema.version1)], mayChange: true)
    try database.execute(
      """
      INSERT INTO account VALUES (1, 'ada', 'hash', 0, 0, 5), (2, 'bob', 'hash', 0, 0, 5);
      INSERT INTO installation VALUES ('epoch', x'0102030405060708'), ('secret', zeroblob(32));
      """)
    for number in 1...2 {
      let (id, digest) = (Sample.photoID(number), Sample.digest(number))
      let isDeleted = number == 2
      try database[SQL("INSERT INTO photo VALUES (?1, ?2, 1, 0, ?3, ?4, 3, ?5, ?5, 0)")].run(
        number, id, isDeleted, isDeleted ? 0 : 2, number + 10)
      try database[SQL("INSERT INTO photo_detail VALUES (?1, ?2, 9, 'image/png', 4, 3, NULL, 7, 'Rex')")].run(
        number, digest)
      guard !isDeleted else { continue }
      try database[SQL("INSERT INTO original VALUES (1, ?1, ?2)")].run(digest, number)
      try database[SQL("INSERT INTO blob VALUES (?1, 9, 1)")].run(digest)
    }
    try database.execute(
      """
      INSERT INTO favourite VALUES (1, 1, 5), (1, 2, 6);
      INSERT INTO favourite_order VALUES (1, 5, 1), (2, 6, 1);
      """)
    try database[
      SQL("INSERT INTO stored_answer VALUES (4, 1, 'once', ?1, ?2, 201, zeroblob(9000), 9000000000000000)")
    ].run(Sample.digest(7), Sample.photoID(1))
    try database.migrate(by: Array(Schema.migrations[...last]), mayChange: true)
  }

  @Test func `a migration that fails leaves nothing behind`() throws {
    let database = try open()
    let broken = Migration(version: 1, script: "CREATE TABLE one (x); CREATE TABLE one (x);")
    #expect(throws: SQLiteError.self) { try database.migrate(by: [broken], mayChange: true) }
    #expect(try database.schemaVersion() == 0)
    #expect(throws: SQLiteError.self) { try database[SQL("SELECT * FROM one")].run() }
  }

  @Test func `a newer database is refused with an explanation`() throws {
    let database = try open()
    try database.execute("PRAGMA user_version = 99")
    let error = #expect(throws: StorageError.self) { try database.migrate(mayChange: true) }
    #expect(error?.code == .newerSchema)
    #expect(error?.message.contains("99") == true)
  }

  @Test func `an older database is refused if it must not change`() throws {
    let database = try open()
    let error = #expect(throws: StorageError.self) { try database.migrate(mayChange: false) }
    #expect(error?.code == .olderSchema)
    #expect(try database.schemaVersion() == 0)
  }

  @Test func `a damaged database is reported as such`() throws {
    let data = try DataFolder.open(at: folder.path, for: .service)
    let descriptor = try SystemFileSystem().createFile(at: "\(folder.path)/woof.db")
    _ = try [UInt8](repeating: 65, count: 9000).withUnsafeBytes { try SystemFileSystem().write($0, to: descriptor) }
    SystemFileSystem().close(descriptor)
    let error = #expect(throws: StorageError.self) { try EmbeddedStore(in: data) }
    #expect(error?.code == .damaged)
  }
}
