// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofAdministration
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofStorage

@Suite struct AuditFileTests {
  private let workers = WorkerPool(name: "audit", threadCount: 1)

  private func log(in folder: TemporaryFolder, _ files: any FileSystem) -> AuditLog {
    AuditLog(store: AuditFile(in: folder.path, files: files), time: SystemTimeSource(), workers: workers)
  }

  private func fill(_ log: AuditLog, _ count: Int, acknowledged: inout Int64) async {
    for _ in 0..<count {
      guard let number = try? await log.begin(AuditRequest(who: "unix:root", action: "photos.edit")) else { return }
      acknowledged = number
    }
  }

  @Test func `a log is readable for its owner only, and read by the next process`() async throws {
    let folder = try TemporaryFolder()
    var acknowledged: Int64 = 0
    await fill(log(in: folder, SystemFileSystem()), 3, acknowledged: &acknowledged)
    #expect(try await log(in: folder, SystemFileSystem()).verify() == AuditVerification(entryCount: 3, isWhole: true))
    #expect(Set(folder.names) == ["audit.ndjson", "audit.head"])
    var status = stat()
    #expect(stat(folder.path("audit.ndjson"), &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test(arguments: AuditBehaviour.all)
  func `the log in files fulfils the contract of audit logs`(_ behaviour: AuditBehaviour) async throws {
    let folder = try TemporaryFolder()
    try await behaviour.check { AuditFile(in: folder.path, files: SystemFileSystem()) }
  }

  @Test(.enabled(if: geteuid() == 0, "needs root"))
  func `entries that root writes belong to the owner of the folder`() async throws {
    let folder = try TemporaryFolder()
    #expect(chown(folder.path, 65_534, 65_534) == 0)
    var acknowledged: Int64 = 0
    await fill(log(in: folder, SystemFileSystem()), 2, acknowledged: &acknowledged)
    for name in ["audit.ndjson", "audit.head"] {
      var status = stat()
      #expect(stat(folder.path(name), &status) == 0 && status.st_uid == 65_534 && status.st_gid == 65_534)
    }
  }

  @Test(arguments: 0..<60)
  func `at whatever call the process dies, no acknowledged entry is lost, and the log is whole`(call: Int) async throws
  {
    let folder = try TemporaryFolder()
    let files = FaultyFileSystem()
    var acknowledged: Int64 = 0
    files.die(at: call)
    await fill(log(in: folder, files), 4, acknowledged: &acknowledged)
    files.heal()
    let next = log(in: folder, files)
    let found = try await next.verify()
    #expect(found.isWhole, "\(found)")
    #expect(found.entryCount >= acknowledged)
  }

  @Test func `a full disk is reported, and nothing is acknowledged`() async throws {
    let folder = try TemporaryFolder()
    let files = FaultyFileSystem()
    let log = log(in: folder, files)
    files.fail("write", ENOSPC)
    await #expect {
      _ = try await log.begin(AuditRequest(who: "unix:root", action: "photos.edit"))
    } throws: {
      ($0 as? WoofError)?.code == .insufficientStorage
    }
    files.heal()
    #expect(try await log.begin(AuditRequest(who: "unix:root", action: "photos.edit")) == 1)
  }
}
