// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofStorage

@Suite(.timeLimit(.minutes(1))) struct StoreRestoreTests {
  @Test func `a restored store has the backup's content, and is sound`() async throws {
    let store = try await StoreOnDisk()
    let made = try store.backUp()
    let restored = try TemporaryFolder()
    #expect(try store.restore(into: restored) == made.manifest)
    #expect(try findings(in: restored).isEmpty)
    try await withStorage(in: restored) { storage in
      for number in 1...2 {
        let photo = try await storage.records.photo(Sample.photoID(number))
        #expect(photo?.original.digest == StoreOnDisk.digest(number))
      }
      #expect(try await storage.records.photo(Sample.photoID(1))?.favouriteCount == 2)
      #expect(try await storage.records.photo(Sample.photoID(3))?.isDeleted == true)
      #expect(try await storage.records.accounts().count == 2)
    }
    for number in 1...2 {
      let path = BlobLayout(root: "\(restored.path)/data/blobs").path(of: StoreOnDisk.digest(number))
      #expect(try [UInt8](contentsOfFile: path) == StoreOnDisk.bytes[number])
    }
  }

  @Test func `a restored store has its own change log, and the old keys`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    let restored = try TemporaryFolder()
    _ = try store.restore(into: restored)
    let old = try await withStorage(in: store.folder) { ($0.records.epoch, $0.records.installationSecret) }
    let new = try await withStorage(in: restored) { ($0.records.epoch, $0.records.installationSecret) }
    #expect(old.0 != new.0)
    #expect(old.1 == new.1)
  }

  @Test func `what was given out by a secret may have been revoked since, and is not restored`() async throws {
    let store = try await StoreOnDisk()
    try await withStorage(in: store.folder) { storage in
      let owner = try #require(try await storage.records.accounts().first).account
      let appPassword = AppPassword(
        id: AppPasswordID(uuid: Sample.photoID(1)), account: owner, name: "Phone", scopes: .all,
        createdAt: Sample.time(0), expiresAt: nil)
      try await storage.records.addAppPassword(appPassword, secretHash: Sample.digest(1), countLimit: 1)
      let session = BrowserSession(
        id: BrowserSessionID(uuid: Sample.photoID(1)), account: owner, device: BrowserDevice(),
        createdAt: Sample.time(0), expiresAt: Sample.time(100))
      try await storage.records.addBrowserSession(session, secretHash: Sample.digest(1), countLimit: 1)
      let invitation = Invitation(
        id: InvitationID(uuid: Sample.photoID(1)), inviter: Principal(owner), note: "", useLimit: 1,
        createdAt: Sample.time(0), expiresAt: Sample.time(100))
      try await storage.records.addInvitation(invitation, secretHash: Sample.digest(1), countLimit: 1)
      let photo = UploadTicket.Promise(
        digest: Sample.digest(1), byteCount: 1000, type: .jpeg, caption: "", visibility: .public)
      let ticket = UploadTicket(
        id: UploadTicketID(uuid: Sample.photoID(1)), owner: Principal(owner), photo: photo, createdAt: Sample.time(0),
        expiresAt: Sample.time(100))
      try await storage.records.addTicket(ticket, secretHash: Sample.digest(1), countLimit: 1)
    }
    _ = try store.backUp()
    let restored = try TemporaryFolder()
    _ = try store.restore(into: restored)
    for (folder, isThere) in [(store.folder, true), (restored, false)] {
      try await withStorage(in: folder) { storage in
        let appPassword = try await storage.records.appPassword(ofSecretHash: Sample.digest(1))
        let session = try await storage.records.browserSession(ofSecretHash: Sample.digest(1))
        let ticket = try await storage.records.ticket(ofSecretHash: Sample.digest(1), at: Sample.time(0))
        #expect((appPassword != nil) == isThere && (session != nil) == isThere && (ticket != nil) == isThere)
        let invitation = try await storage.records.invitation(
          InvitationID(uuid: Sample.photoID(1)), at: Sample.time(0))
        #expect((invitation != nil) == isThere)
      }
    }
  }

  @Test func `a change token from before a restore has expired`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    let restored = try TemporaryFolder()
    _ = try store.restore(into: restored)
    let token = try await withStorage(in: store.folder) { storage in
      ChangeTokenCoder(key: storage.records.installationSecret, epoch: storage.records.epoch)
        .token(for: .sequence(1), reader: .everybody)
    }
    try await withStorage(in: restored) { storage in
      let coder = ChangeTokenCoder(key: storage.records.installationSecret, epoch: storage.records.epoch)
      let error = #expect(throws: WoofError.self) { try coder.position(of: token, reader: .everybody) }
      #expect(error?.code == .changeTokenExpired)
    }
  }

  @Test func `no version of a photo repeats after a restore`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    let later = try await withStorage(in: store.folder) { storage in
      let account = try #require(try await storage.records.accounts().first?.account)
      for _ in 0..<100 {
        for isFavourite in [true, false] {
          _ = try await storage.records.setFavourite(
            isFavourite, of: Sample.photoID(2), by: account.id, at: Sample.time(0))
        }
      }
      return try await storage.records.photo(Sample.photoID(2))?.version
    }
    let restored = try TemporaryFolder()
    _ = try store.restore(into: restored)
    let version = try await withStorage(in: restored) { try await $0.records.photo(Sample.photoID(2))?.version }
    #expect(version ?? 0 > later ?? 0)
  }

  @Test func `restores of one backup give a photo different versions`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    var versions: Set<Int64?> = []
    // Chance gives all of them the same one time in four thousand million.
    for _ in 0..<3 {
      let restored = try TemporaryFolder()
      _ = try store.restore(into: restored)
      versions.insert(try await withStorage(in: restored) { try await $0.records.photo(Sample.photoID(2))?.version })
    }
    #expect(!versions.contains(nil) && versions.count > 1)
  }

  @Test func `no revision of a photo repeats after a restore`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    let later = try await withStorage(in: store.folder) { storage in
      try await storage.stores.edit(Sample.photoID(2), PhotoEdit(caption: "after the backup")).revision
    }
    let restored = try TemporaryFolder()
    _ = try store.restore(into: restored)
    let revision = try await withStorage(in: restored) { try await $0.records.photo(Sample.photoID(2))?.revision }
    #expect(revision ?? 0 > later)
  }

  @Test func `live data is never overwritten`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    let before = store.folder.read("data/woof.db")
    #expect(storageError { _ = try store.restore(into: store.folder) }?.code == .notEmpty)
    #expect(store.folder.read("data/woof.db") == before)
    mkdir(store.folder.path("other"), 0o700)
    try store.folder.write("{}", to: "other/notes")
    #expect(storageError { try store.restoring(to: store.folder.path("other")) }?.code == .notEmpty)
    #expect(store.folder.files(below: "other") == ["lock", "notes"])
  }

  @Test func `a restore into its backup, or around it, is refused`() async throws {
    let store = try await StoreOnDisk()
    mkdir(store.folder.path("all"), 0o700)
    // As after a restore that broke off, whose next try removes what is there.
    mkdir(store.folder.path("all/restoring"), 0o700)
    _ = try store.backUp(to: "all/backup")
    symlink("all", store.folder.path("link"))
    let before = store.folder.files(below: "all")
    for target in ["all", "link", "all/backup", "all/backup/blobs/new", "link/backup/../backup/new"] {
      let error = storageError { try store.restoring(from: "all/backup", to: store.folder.path(target)) }
      #expect(error?.code == .misplaced, "\(target)")
      #expect(store.folder.files(below: "all") == before)
    }
    try store.restoring(from: "all/backup", to: store.folder.path("all/beside"))
  }

  @Test func `a restore continues at its folder when the path leads elsewhere meanwhile`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    for name in ["outside", "other"] { mkdir(store.folder.path(name), 0o700) }
    symlink("outside", store.folder.path("link"))
    _ = try StoreRestore(from: store.folder.path("backup")).run(into: store.folder.path("link/data")) { _ in
      unlink(store.folder.path("link"))
      symlink("other", store.folder.path("link"))
    }
    #expect(store.folder.files(below: "other").isEmpty)
    #expect(store.folder.files(below: "outside/data").contains("woof.db"))
  }

  @Test func `a point names one of the backups, and no folder above them`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    mkdir(store.folder.path("backup/all"), 0o700)
    let error = storageError {
      _ = try StoreRestore(from: store.folder.path("backup/all"), point: "..").run(into: store.folder.path("new"))
    }
    #expect(error?.code == .damagedBackup)
  }

  @Test func `a changed file is named, and nothing is restored`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    let blob = BackupEntry.blob(StoreOnDisk.digest(1)).path
    for name in ["woof.db", blob, "SHA256SUMS"] {
      StoreOnDisk.flip(store.folder.path("backup/\(name)"), at: 70)
      let restored = try TemporaryFolder()
      let error = storageError { _ = try store.restore(into: restored) }
      #expect(error?.code == .damagedBackup)
      #expect(error?.message.contains("\(name) is changed") == true)
      #expect(restored.files(below: "data").filter { $0 != "lock" }.isEmpty)
      StoreOnDisk.flip(store.folder.path("backup/\(name)"), at: 70)
    }
    _ = try store.restore(into: try TemporaryFolder())
  }

  @Test func `a missing file is named, and nothing is restored`() async throws {
    let store = try await StoreOnDisk()
    let blob = BackupEntry.blob(StoreOnDisk.digest(2)).path
    for name in ["woof.db", blob, "SHA256SUMS", "manifest.json"] {
      _ = try store.backUp(to: name == blob ? "blob" : name)
      let backup = name == blob ? "blob" : name
      unlink(store.folder.path("\(backup)/\(name)"))
      let target = store.folder.path("restored")
      let error = storageError { try store.restoring(from: backup, to: target) }
      #expect(error?.code == .damagedBackup)
      #expect(error?.message.contains(name) == true)
      #expect(store.folder.files(below: "restored").filter { $0 != "lock" }.isEmpty)
    }
  }

  @Test func `a truncated backup is refused`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    let blob = BackupEntry.blob(StoreOnDisk.digest(1)).path
    for name in ["woof.db", blob, "SHA256SUMS", "manifest.json"] {
      let whole = store.folder.read("backup/\(name)")
      for count in [0, 1, whole.count / 2, whole.count - 1] {
        truncate(store.folder.path("backup/\(name)"), off_t(count))
        // The end of the manifest is but the end of its line.
        if name == "manifest.json", count == whole.count - 1 { continue }
        let error = storageError { _ = try store.restore(into: try TemporaryFolder()) }
        #expect(error?.code == .damagedBackup, "\(name) of \(count) bytes")
      }
      try store.folder.write(whole, to: "backup/\(name)")
    }
  }

  @Test func `a list that lacks files of the records is refused`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    let blob = BackupEntry.blob(StoreOnDisk.digest(2))
    let list = String(decoding: store.folder.read("backup/SHA256SUMS"), as: UTF8.self).replacing(blob.line, with: "")
    try store.folder.write(list, to: "backup/SHA256SUMS")
    var manifest = try BackupManifest(store.folder.read("backup/manifest.json"))
    manifest.checksums = try #require(Digest.of(Array(list.utf8)))
    try store.folder.write(manifest.text, to: "backup/manifest.json")
    let error = storageError { _ = try store.restore(into: try TemporaryFolder()) }
    #expect(error?.message.contains(blob.path) == true)
  }

  @Test func `the newest of several backups is restored, or the named one`() async throws {
    let store = try await StoreOnDisk()
    mkdir(store.folder.path("all"), 0o700)
    let time = ManualTime()
    for name in ["monday", "tuesday", "wednesday"] {
      let backup = StoreBackup(of: try store.upkeep(), time: time)
      _ = try backup.run(to: .folder(store.folder.path("all/\(name)"), since: nil))
      time.advance(milliseconds: 1000)
    }
    unlink(store.folder.path("all/wednesday/manifest.json"))
    let restored = { (point: String?) in
      try StoreRestore(from: store.folder.path("all"), point: point).run(into: "\(try TemporaryFolder().path)/data")
        .createdAt
    }
    #expect(try restored(nil) == Sample.time(1000))
    #expect(try restored("monday") == Sample.time(0))
    #expect(try restored("\(Sample.time(999))") == Sample.time(0))
    #expect(try restored("\(Sample.time(5000))") == Sample.time(1000))
    for point in ["wednesday", "sunday", "../all/monday", "\(Sample.time(-1))"] {
      let error = storageError { _ = try restored(point) }
      #expect(error?.code == .damagedBackup)
      #expect(error?.message.contains("monday of \(Sample.time(0)), tuesday of \(Sample.time(1000))") == true)
    }
  }

  @Test func `a backup of a newer release is refused`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    var manifest = try BackupManifest(store.folder.read("backup/manifest.json"))
    manifest.schemaVersion = 1000
    try store.folder.write(manifest.text, to: "backup/manifest.json")
    #expect(storageError { _ = try store.restore(into: try TemporaryFolder()) }?.code == .newerSchema)
  }

  @Test func `a restore that ends at any of its steps is not served, and can be repeated`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    let files = FaultyFileSystem()
    var step = 0
    var isWhole = false
    while !isWhole, step < 5_000 {
      let restored = try TemporaryFolder()
      files.die(at: step)
      let error = storageError { try store.restoring(to: restored.path("data"), files: files) }
      files.heal()
      let refusal = storageError { _ = try DataFolder.open(at: restored.path("data"), for: .service) }
      if refusal == nil {
        // Either nothing has been put in place, or all of it has.
        let names = Set(restored.files(below: "data").filter { $0 != "lock" })
        #expect(names.isEmpty || names.contains("woof.db") && names.count == 3)
      } else {
        #expect(refusal?.code == .halfRestored)
      }
      if error != nil, restored.files(below: "data").allSatisfy({ $0 == "lock" }) || refusal != nil {
        try store.restoring(to: restored.path("data"))
      }
      #expect(try findings(in: restored).isEmpty)
      isWhole = error == nil
      step += step > 15 && step < 580 ? 90 : 1
    }
    #expect(isWhole)
  }

  @Test func `a full disk restores nothing`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    let files = FaultyFileSystem()
    files.fail("write", ENOSPC)
    #expect(storageError { try store.restoring(to: store.folder.path("r"), files: files) }?.code == .noRoom)
    #expect(store.folder.files(below: "r") == ["lock"])
  }
}

extension StoreOnDisk {
  fileprivate func restore(into target: TemporaryFolder) throws -> BackupManifest {
    try StoreRestore(from: folder.path("backup")).run(into: target.path("data"))
  }

  fileprivate func restoring(
    from backup: String = "backup", to target: String, files: any FileSystem = SystemFileSystem()
  ) throws {
    _ = try StoreRestore(from: folder.path(backup), files: files).run(into: target)
  }
}
