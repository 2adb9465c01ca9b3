import Glibc
import Testing
import WoofCore
import WoofModel

@testable import TestSupport
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

  @Test func `a log is kept for its owner only, and read by the next process`() async throws {
    let folder = try TemporaryFolder()
    var acknowledged: Int64 = 0
    await fill(log(in: folder, SystemFileSystem()), 3, acknowledged: &acknowledged)
    #expect(try await log(in: folder, SystemFileSystem()).verify() == AuditVerification(entryCount: 3, isWhole: true))
    #expect(Set(folder.names) == ["audit.ndjson", "audit.head"])
    var status = stat()
    #expect(stat(folder.path("audit.ndjson"), &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test(arguments: 0..<60)
  func `whatever call the process dies at, no acknowledged entry is lost, and the log is whole`(call: Int) async throws
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

  @Test func `a torn line is taken away by the next process`() async throws {
    let folder = try TemporaryFolder()
    var acknowledged: Int64 = 0
    await fill(log(in: folder, SystemFileSystem()), 2, acknowledged: &acknowledged)
    try folder.write(folder.read("audit.ndjson") + Array("{\"action\":\"photos.de".utf8), to: "audit.ndjson")
    let log = log(in: folder, SystemFileSystem())
    #expect(try await log.open() != nil)
    #expect(try await log.verify() == AuditVerification(entryCount: 3, isWhole: true))
  }

  @Test func `a full disk is told, and nothing is acknowledged`() async throws {
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
