// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofStorage

/// Long work that is stopped by whoever follows its progress.
@Suite(.timeLimit(.minutes(1))) struct CancellationTests {
  /// Follows work, and stops it at one of its reports.
  private final class Stop: Sendable {
    private let count = Atomic(0)
    private let place: Int

    init(at place: Int) { self.place = place }

    /// Whether it came to that.
    var isReached: Bool { reportCount > place }
    /// How many reports there were.
    var reportCount: Int { count.load(ordering: .relaxed) }

    @Sendable func observe(_ progress: StorageProgress) throws {
      if count.add(1, ordering: .relaxed).oldValue == place { throw CancellationError() }
    }
  }

  /// Lets work be stopped at each of its reports, until it comes to its end.
  private func stopEverywhere(
    _ work: (@escaping StorageProgress.Observer) throws -> Void, then look: (_ place: Int) throws -> Void
  ) throws {
    for place in 0..<1000 {
      let stop = Stop(at: place)
      let error = storageError { try work(stop.observe) }
      guard stop.isReached else {
        #expect(error == nil)
        #expect(place > 2)
        return
      }
      #expect(error?.code == .cancelled, "\(place)")
      try look(place)
    }
    Issue.record("it never came to its end")
  }

  @Test func `a cancelled backup leaves nothing behind`() async throws {
    let store = try await StoreOnDisk()
    try stopEverywhere { progress in
      _ = try StoreBackup(of: try store.upkeep()).run(
        to: .folder(store.folder.path("backup"), since: nil), progress: progress)
    } then: { (place) throws in
      #expect(try SystemFileSystem().names(in: store.folder.path) == ["data"], "\(place)")
      #expect(try SystemFileSystem().names(in: "\(store.path)/spool") == [], "\(place)")
    }
    #expect(try SystemFileSystem().byteCount(at: store.folder.path("backup/manifest.json")) != nil)
  }

  @Test func `a cancelled check leaves nothing behind`() async throws {
    let store = try await StoreOnDisk()
    let folder = try store.upkeep()
    try stopEverywhere { progress in
      _ = try StoreCheck(of: folder).report(.bytes, progress: progress)
    } then: { (place) throws in
      #expect(try SystemFileSystem().names(in: "\(store.path)/spool") == [], "\(place)")
    }
  }

  @Test func `a check without reading bytes can be cancelled at every blob, too`() async throws {
    let store = try await StoreOnDisk()
    let (records, lengths) = (Stop(at: .max), Stop(at: .max))
    _ = try StoreCheck(of: try store.upkeep()).report(.records, progress: records.observe)
    _ = try StoreCheck(of: try store.upkeep()).report(.lengths, progress: lengths.observe)
    #expect(lengths.reportCount >= records.reportCount + 2)
  }

  @Test func `a cancelled restore restores nothing, and can be repeated`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    let target = store.folder.path("restored")
    try stopEverywhere { progress in
      _ = try StoreRestore(from: store.folder.path("backup")).run(into: target, progress: progress)
    } then: { (place) throws in
      #expect(try SystemFileSystem().names(in: target) == ["lock"], "\(place)")
    }
    #expect(try StoreCheck(of: try DataFolder.open(at: target, for: .upkeep)).run(.bytes).isEmpty)
  }

  @Test func `a cancelled repair continues where it was when it is repeated`() async throws {
    let store = try await StoreOnDisk()
    _ = try store.backUp()
    try SystemFileSystem().remove(store.blobPath(1))
    try SystemFileSystem().remove(store.blobPath(2))
    try stopEverywhere { progress in
      let folder = try DataFolder.open(at: store.path, for: .service)
      defer { folder.close() }
      _ = try StoreRepair(of: folder, from: store.folder.path("backup")).run(.lengths, progress: progress)
    } then: { (place) throws in
      #expect(try SystemFileSystem().names(in: "\(store.path)/spool") == [], "\(place)")
    }
    #expect(try store.check().isSound)
  }

  @Test func `collecting stops when its task is cancelled`() async throws {
    try await withStorage { (storage) async throws in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await storage.storage.sweepOrphans()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await storage.storage.sweepOrphans() == 0)
    }
  }
}
