// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofAdministration
import WoofModel
import WoofTesting

@testable import TestKit
@testable import TestPictures
@testable import WoofAdmin

@Suite(.timeLimit(.minutes(2))) struct `Jobs in the shell` {
  @Test func `a check and a backup that find damage report it and fail`() async throws {
    let service = try await AdminService()
    _ = try await service.run("accounts add ada --yes", input: "tail wagging\n")
    try await service.woof.addPhoto(SampleJPEG().bytes, by: "ada")
    #expect(try await service.run("check --yes").contains("  isSound: true\n"))
    #expect(try await service.run("check --depth lengths --yes").contains("  depth: lengths\n"))
    try service.damageBlobs()
    let check = try await service.shell("-c", "check --yes")
    #expect(check.code == 1)
    #expect(check.output.contains("(check) has ended: damage found, after"), "\(check.output) \(check.errors)")
    #expect(check.output.contains("What is stored is not sound."))
    let backup = try await service.shell("-c", "backup '\(service.folder.path("backup"))' --yes")
    #expect(backup.code == 1)
    #expect(backup.output.contains("The backup lacks 1 blob"), "\(backup.output) \(backup.errors)")
    let jobs = try await service.run("jobs list").split(separator: "\n").map(String.init)
    #expect(jobs.count { $0.contains("damage found") } == 1 && jobs.count { $0.contains("blobs missing") } == 1)
    #expect(jobs.count { $0.contains(" done ") } == 2, "\(jobs)")
    // The end of a job is noted when its progress has been told.
    var audit: [Substring] = []
    for _ in 0..<100 where audit.count < 4 {
      audit = try await service.run("audit list").split(separator: "\n").filter { $0.contains("jobs.end") }
    }
    #expect(audit.count { $0.contains("damage found") } == 1 && audit.count { $0.contains("blobs missing") } == 1)
    await service.stop()
  }

  @Test(arguments: [0, 3]) func `photos that cannot be derived from fail the command`(count: Int) async throws {
    var job = AdminJob.sample(.done, done: 100)
    job.request = .reprocess(nil)
    job.result = .object(["photoCount": 100, "failedCount": .integer(Int64(count))])
    let outcome = try await StubAdmin(["GET /admin/v1/jobs/3": job]).run("jobs watch 3")
    #expect(outcome.code == (count == 0 ? 0 : 1))
    #expect(outcome.output.contains("Nothing could be derived from 3 photos") == (count == 3))
  }

  @Test func `a restore takes the backup of the given point`() async throws {
    let service = try await AdminService()
    let (folder, into) = (service.folder.path, service.folder.path("restored"))
    _ = try await service.run("backup '\(folder)/monday' --yes")
    let refused = try await service.shell("-c", "restore '\(folder)' '\(into)' --point tuesday --yes")
    #expect(refused.code != 0 && refused.errors.contains("has no backup at tuesday"), "\(refused.errors)")
    #expect(try await service.run("restore '\(folder)' '\(into)' --point monday --yes").contains("(restore) is done"))
    await service.stop()
  }

  @Test func `removing bytes asks for a reason`() async throws {
    let stub = try StubAdmin([
      "POST /admin/v1/jobs?reason=tidy": AdminJob.sample(.running, done: 0),
      "GET /admin/v1/jobs/3/progress": AdminJob.sample(.done, done: 100),
    ])
    let refused = try await stub.run("gc --yes")
    #expect(refused.code == 2)
    #expect(refused.errors.contains("--reason TEXT"))
    let outcome = try await stub.run("gc --yes --reason tidy")
    #expect(outcome.code == 0, "\(outcome.errors)")
  }
}
