// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofAdministration
import WoofJobs
import WoofModel

@testable import TestKit
@testable import WoofServer

/// Jobs on the real stores that are cancelled in the middle.
@Suite(.overEachWorld) struct JobCancellationTests {
  /// Starts a job, cancels it when it has told its first progress, and waits for its end.
  private static func cancel(_ request: AdminJobRequest, _ service: TestService) async throws {
    let (hasBegun, isCancelled) = (Gate(), Gate())
    let job = Task {
      try await service.jobs.perform(request) { _ in
        hasBegun.open()
        isCancelled.waitBlocking(milliseconds: 60_000)
      }
    }
    await hasBegun.wait()
    job.cancel()
    isCancelled.open()
    await #expect(throws: CancellationError.self) { try await job.value }
  }

  @Test func `a check can be cancelled`() async throws {
    try await withService { service in
      _ = try await service.member("ada").addPhoto()
      try await Self.cancel(.check(.bytes), service)
      #expect(try await service.jobs.perform(.check(.bytes)) { _ in }["isSound"] == true)
    }
  }

  @Test func `a cancelled backup leaves no files`()
    async throws
  {
    try await withService { service in
      _ = try await service.member("ada").addPhoto()
      let target = service.folder.path("backup")
      try await Self.cancel(.backup(target: target, since: nil), service)
      #expect(!service.folder.names.contains { $0.hasPrefix("backup") })
      #expect(try await service.jobs.perform(.backup(target: target, since: nil)) { _ in }["blobCount"].integer == 1)
    }
  }

  @Test func `a cancelled restore leaves only the lock`()
    async throws
  {
    try await withService { service in
      _ = try await service.member("ada").addPhoto()
      let (target, into) = (service.folder.path("backup"), service.folder.path("restored"))
      _ = try await service.jobs.perform(.backup(target: target, since: nil)) { _ in }
      try await Self.cancel(.restore(backup: target, into: into), service)
      #expect(service.folder.files(below: "restored") == ["lock"])
      #expect(try await service.jobs.perform(.restore(backup: target, into: into)) { _ in }["blobCount"].integer == 1)
    }
  }
}
