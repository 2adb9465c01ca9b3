// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import Synchronization
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance
import WoofSystem

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofStorage

@Suite(.timeLimit(.minutes(1))) struct StoreBackupTests {
  @Test func `a backup holds the records and every blob that they need`() async throws {
    let store = try await StoreOnDisk()
    let summary = try store.backUp()
    #expect(summary.manifest.blobCount == 2)
    #expect(summary.manifest.blobByteCount == 300_003)
    #expect(summary.copiedCount == 2)
    let digests = [StoreOnDisk.digest(1), StoreOnDisk.digest(2)]
    let expected = digests.map { BlobLayout(root: "blobs").path(of: $0) } + ["SHA256SUMS", "manifest.json", "woof.db"]
    #expect(store.folder.files(below: "backup") == expected.sorted())
    #expect(store.folder.read("backup/\(BlobLayout(root: "blobs").path(of: digests[0]))") == StoreOnDisk.bytes[1])
  }

  @Test func `a backup is readable for its owner only`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    for name in ["backup", "backup/woof.db", "backup/blobs", "backup/manifest.json", "backup/SHA256SUMS"] {
      var status = stat()
      #expect(stat(store.folder.path(name), &status) == 0)
      #expect(status.st_mode & 0o077 == 0, "\(name)")
    }
  }

  @Test func `a photo deleted during a backup is in it, and collected afterwards`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      let photo = try await storage.upload(1, by: account, bytes: [1, 2, 3])
      let target = "\(storage.folder.path)/backup"
      let (reached, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let backup = StoreBackup(of: try DataFolder.open(at: storage.path, for: .upkeep))
      let running = Task(executorPreference: BlockingThreads.shared) {
        let hasStopped = Mutex(false)
        return try backup.run(to: .folder(target, since: nil)) { progress in
          guard progress.step == .checkingRecords, !hasStopped.withLock({ $0 }) else { return }
          hasStopped.withLock { $0 = true }
          reached.signal()
          goOn.wait()
        }
      }
      try await blocking { Self.wait(for: reached) }
      try await storage.stores.edit(photo.id, .deletion)
      #expect(try await storage.storage.collectGarbage() == 0)
      #expect(try await storage.storage.sweepOrphans() == 0)
      #expect(try storage.has(photo.original.digest))
      goOn.signal()
      #expect(try await running.value.manifest.blobCount == 1)
      try await storage.storage.collectGarbage()
      #expect(try !storage.has(photo.original.digest))
    }
  }

  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

  @Test func `favourites that are not folded yet are in the backup`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      try await storage.upload(1, by: account, bytes: [1])
      try await storage.stores.like(Sample.photoID(1), by: account)
      let folder = try DataFolder.open(at: storage.path, for: .upkeep)
      _ = try StoreBackup(of: folder).run(to: .folder("\(storage.folder.path)/backup", since: nil))
      let restored = try TemporaryFolder()
      _ = try StoreRestore(from: "\(storage.folder.path)/backup").run(into: "\(restored.path)/data")
      let photo = try await withStorage(in: restored) { try await $0.records.photo(Sample.photoID(1)) }
      #expect(photo?.favouriteCount == 1)
    }
  }

  @Test func `a second backup links unchanged blobs, and is whole without the first`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp(to: "first")
    try await withStorage(in: store.folder) { storage in
      let account = try await storage.stores.account("bob")
      try await storage.upload(4, by: account, bytes: [4])
    }
    let summary = try store.backUp(to: "second", since: "first")
    #expect(summary.linkedCount == 2)
    #expect(summary.copiedCount == 1)
    #expect(summary.copiedByteCount == 1)
    try FolderTree(path: store.folder.path("first"), files: SystemFileSystem()).remove()
    let restored = try TemporaryFolder()
    _ = try StoreRestore(from: store.folder.path("second")).run(into: "\(restored.path)/data")
    #expect(try findings(in: restored).isEmpty)
  }

  @Test func `an earlier backup that is not whole is refused`() async throws {
    let store = try await StoreOnDisk()
    mkdir(store.folder.path("first"), 0o700)
    #expect(storageError { _ = try store.backUp(to: "second", since: "first") }?.code == .damagedBackup)
    #expect(store.folder.names.sorted() == ["data", "first"])
  }

  @Test func `a backup never overwrites anything`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    #expect(storageError { _ = try store.backUp() }?.code == .notEmpty)
    try store.folder.write("mine", to: "file")
    #expect(storageError { _ = try store.backUp(to: "file") }?.code == .notEmpty)
    #expect(store.folder.read("file") == Array("mine".utf8))
  }

  @Test(arguments: [
    "data", "data/evil", "data/blobs/evil", "data/restoring", "gone/../data/evil", "gone/../data/restoring",
    "data/gone/../restoring", "link/evil", "link/restoring", "dangling", "outside/../link",
  ])
  func `a backup into its own folder is refused`(target: String) async throws {
    let store = try await StoreOnDisk()
    mkdir(store.folder.path("outside"), 0o700)
    symlink("outside/../data", store.folder.path("link"))
    symlink("data/restoring", store.folder.path("dangling"))
    let before = store.folder.files(below: "data")
    let error = storageError { _ = try store.backUp(to: target) }
    #expect(
      error?.code == .misplaced || target.contains("gone") && error?.code == .inaccessible,
      "\(String(describing: error))")
    #expect(error?.message.contains(store.folder.path(target)) == true)
    #expect(store.folder.files(below: "data") == before)
    #expect(store.folder.names.sorted() == ["dangling", "data", "link", "outside"])
    _ = try DataFolder.open(at: store.path, for: .service)
  }

  @Test func `a link in place of the unfinished backup is not followed`() async throws {
    let store = try await StoreOnDisk()
    symlink("data/blobs", store.folder.path("backup.partial"))
    let before = store.folder.files(below: "data")
    let error = storageError { _ = try store.backUp() }
    #expect(error?.code == .inaccessible)
    #expect(error?.message.contains("Not a directory: \(store.folder.path("backup.partial"))") == true)
    #expect(store.folder.files(below: "data") == before)
  }

  @Test func `a backup continues at its folder when the path leads into the data meanwhile`() async throws {
    let store = try await StoreOnDisk()
    mkdir(store.folder.path("outside"), 0o700)
    symlink("outside", store.folder.path("link"))
    let before = store.folder.files(below: "data")
    let swap: StorageProgress.Observer = { _ in
      unlink(store.folder.path("link"))
      symlink("data", store.folder.path("link"))
    }
    let backup = StoreBackup(of: try store.upkeep())
    _ = try backup.run(to: .folder(store.folder.path("link/backup"), since: nil), progress: swap)
    #expect(store.folder.files(below: "data") == before)
    let restored = try TemporaryFolder()
    _ = try StoreRestore(from: store.folder.path("outside/backup")).run(into: restored.path("data"))
    #expect(try findings(in: restored).isEmpty)
  }

  @Test func `a failure at the target names the path`() async throws {
    let store = try await StoreOnDisk()
    let files = FaultyFileSystem()
    files.decide { call, _ in
      call.name == "create" && call.path?.hasSuffix("/woof.db") == true ? .failure(EROFS) : .success
    }
    let error = storageError {
      _ = try StoreBackup(of: try store.upkeep(files: files)).run(to: .folder(store.folder.path("b"), since: nil))
    }
    #expect(error?.message.hasSuffix(store.folder.path("b.partial/woof.db")) == true, "\(String(describing: error))")
  }

  @Test func `two backups to one path at once are refused`() async throws {
    let store = try await StoreOnDisk()
    mkdir(store.folder.path("backup.partial"), 0o700)
    let lock = try FolderLock(at: store.folder.path("backup.partial/lock"))
    #expect(storageError { _ = try store.backUp() }?.code == .inUse)
    lock.release()
    _ = try store.backUp()
  }

  @Test func `an unfinished backup is not a backup, and hinders no other`() async throws {
    let store = try await StoreOnDisk()
    let partial = "backup.partial"
    for name in [partial, "\(partial)/blobs", "\(partial)/blobs/0"] { mkdir(store.folder.path(name), 0o700) }
    try store.folder.write("half", to: "\(partial)/blobs/0/half")
    let error = storageError {
      _ = try StoreRestore(from: store.folder.path(partial)).run(into: store.folder.path("r"))
    }
    #expect(error?.code == .damagedBackup)
    _ = try store.backUp()
    #expect(store.folder.names.sorted() == ["backup", "data"])
  }

  @Test func `a backup that ends at any of its steps is not a backup`() async throws {
    let store = try await StoreOnDisk()
    let files = FaultyFileSystem()
    var step = 0
    var isWhole = false
    while !isWhole, step < 5_000 {
      files.die(at: step)
      let error = storageError {
        _ = try StoreBackup(of: try store.upkeep(files: files)).run(to: .folder(store.folder.path("b"), since: nil))
      }
      files.heal()
      let restored = try TemporaryFolder()
      let refusal = storageError { _ = try StoreRestore(from: store.folder.path("b")).run(into: "\(restored.path)/r") }
      // What has its name is whole, also where nobody could make sure that it keeps the name.
      if refusal == nil { #expect(try BackupFolder(at: store.folder.path("b"), in: files).manifest.blobCount == 2) }
      isWhole = error == nil
      try? FolderTree(path: store.folder.path("b"), files: files).remove()
      // Most steps make one of 272 folders.
      step += step > 20 && step < 560 ? 90 : 1
    }
    #expect(isWhole)
  }

  @Test(arguments: [ENOSPC, EDQUOT, EIO])
  func `a full or broken disk is reported, and leaves no backup`(number: Int32) async throws {
    let store = try await StoreOnDisk()
    for after in 0..<4 {
      let files = FaultyFileSystem()
      let writes = Mutex(0)
      files.decide { call, _ in
        guard call.name == "write" else { return .success }
        let count = writes.withLock {
          $0 += 1; return $0
        }
        return count > after ? .failure(number) : .success
      }
      let error = storageError {
        _ = try StoreBackup(of: try store.upkeep(files: files)).run(to: .folder(store.folder.path("b"), since: nil))
      }
      #expect(error?.code == (number == EIO ? .inaccessible : .noRoom))
      #expect(store.folder.names == ["data"])
    }
  }

  @Test func `a damaged or missing blob is named, and all others are in the backup`() async throws {
    let store = try await StoreOnDisk()
    StoreOnDisk.flip(store.blobPath(1))
    let summary = try store.backUp()
    #expect(summary.manifest.missingBlobs == [StoreOnDisk.digest(1)])
    #expect(summary.manifest.blobCount == 1)
    unlink(store.blobPath(2))
    let none = try store.backUp(to: "second")
    #expect(Set(none.manifest.missingBlobs) == [StoreOnDisk.digest(1), StoreOnDisk.digest(2)])
    let restored = try StoreRestore(from: store.folder.path("backup")).run(into: store.folder.path("restored"))
    #expect(restored == summary.manifest)
  }

  @Test func `a damaged blob is taken from the earlier backup`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp(to: "first")
    StoreOnDisk.flip(store.blobPath(1))
    #expect(try store.backUp(to: "second", since: "first").manifest.missingBlobs.isEmpty)
  }

  @Test func `damaged records are not backed up`() async throws {
    let store = try await StoreOnDisk()
    let size = off_t(try [UInt8](contentsOfFile: "\(store.path)/woof.db").count)
    for offset in stride(from: off_t(4096), to: size, by: 512) { StoreOnDisk.flip("\(store.path)/woof.db", at: offset) }
    #expect(storageError { _ = try store.backUp() }?.code == .damaged)
    #expect(store.folder.names == ["data"])
  }

  @Test func `a folder without a store is refused, and no store is made`() throws {
    let folder = try TemporaryFolder()
    #expect(storageError { _ = try DataFolder.open(at: folder.path("data"), for: .upkeep) }?.code == .noStore)
    #expect(folder.names.isEmpty)
  }
}
