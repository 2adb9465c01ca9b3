// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofCore
import WoofCryptography
import WoofModel
import WoofStorage
import WoofStoreConformance

@testable import TestKit

@Suite(.timeLimit(.minutes(5))) struct KillTests {
  @Test func `whenever the process is killed, acknowledged writes survive and none is half done`() async throws {
    let folder = try TemporaryFolder()
    var oracle = CrashOracle()
    var numbers = SystemRandomNumberGenerator()
    for round in 0..<10 {
      let run = Run(path: folder.path, round: round, lastAcknowledgement: Int.random(in: 1...400, using: &numbers))
      await #expect(processExitsWith: .signal(SIGKILL)) { [run = run as Run] in
        try await work(run)
      }
      try oracle.read("\(folder.path)/log-\(round)")
      #expect(try findings(in: folder).isEmpty, "\(run)")
      let storage = try EmbeddedStorage(in: DataFolder.open(at: "\(folder.path)/data", for: .service))
      try await oracle.check(storage.records)
      try await storage.sweepOrphans()
      await storage.close()
    }
    #expect(oracle.acknowledgementCount >= 10)
  }
}

/// One life of the process.
private struct Run: Codable, Sendable {
  let path: String
  let round: Int
  let lastAcknowledgement: Int
}

/// Adds, likes and deletes photos, all at once, until the process is killed.
private func work(_ run: Run) async throws {
  let storage = try EmbeddedStorage(in: DataFolder.open(at: "\(run.path)/data", for: .service))
  let log = try AcknowledgementLog(at: "\(run.path)/log-\(run.round)", lastAcknowledgement: run.lastAcknowledgement)
  let account = try #require(AccountName("account-\(run.round)"))
  let owner = Principal(
    try await storage.records.addAccount(
      account, passwordHash: Sample.passwordHash(), isAdministrator: false, at: Sample.time(0)))
  await withThrowingTaskGroup(of: Void.self) { group in
    for worker in 0..<8 {
      group.addTask { try await work(as: owner, number: worker, round: run.round, in: storage, log: log) }
    }
  }
}

private func work(
  as owner: Principal, number: Int, round: Int, in storage: EmbeddedStorage, log: AcknowledgementLog
) async throws {
  var numbers = SeededGenerator(seed: UInt64(round * 100 + number))
  var own: [PhotoID] = []
  var counter = 0
  while true {
    counter += 1
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0, 1, 2:
      let id = Sample.photoID(round * 1_000_000 + number * 100_000 + counter)
      // Some bytes come again and again, by this worker and by others.
      let bytes = "bytes \(Int.random(in: 0..<30, using: &numbers))"
      log.begin(.add(id))
      if try await add(id, bytes: Array(bytes.utf8), by: owner, in: storage) {
        own.append(id)
        log.done(.add(id))
      }
    case 3:
      guard let id = own.popLast() else { continue }
      log.begin(.delete(id))
      _ = try await storage.records.updatePhoto(id, .deletion, if: .presence)
      log.done(.delete(id))
    default:
      guard let id = own.randomElement(using: &numbers) else { continue }
      let isFavourite = Bool.random(using: &numbers)
      log.begin(.like(id, owner.id, isFavourite))
      _ = try await storage.records.setFavourite(
        isFavourite, of: id, by: owner.id, at: Sample.time(Int64(counter)))
      log.done(.like(id, owner.id, isFavourite))
    }
  }
}

private func add(
  _ id: PhotoID, bytes: [UInt8], by owner: Principal, in storage: EmbeddedStorage
) async throws -> Bool {
  guard let digest = Digest(SHA256.digest(of: bytes)) else { return false }
  let spool = try storage.blobs.makeSpool()
  try spool.append(bytes.span.bytes)
  let hold = try spool.place(as: digest)
  var draft = Sample.draft(0, by: owner)
  draft.id = id
  draft.original.digest = digest
  draft.original.byteCount = Int64(bytes.count)
  let addition = try await storage.records.addPhoto(draft, idempotency: nil)
  withExtendedLifetime(hold) {}
  if case .added = addition { return true }
  return false
}
