// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofAdministration
import WoofModel
import WoofCore
import WoofJobs
import WoofStorage

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures
@testable import WoofServer

/// What is said of jobs before they begin.
@Suite(.overEachWorld) struct JobPlanTests {
  private static func plan(_ request: String, _ admin: Client) throws -> JSONValue {
    let response = try admin.send("POST", "/admin/v1/jobs?plan=true", json: request)
    guard response.status == 200 else { throw TestFailure(response.text) }
    return try response.json()
  }

  /// Runs a service that has two photos, whose bytes come to `byteCount`.
  private static func withPhotos(
    pictures: ScriptedTransformer? = nil,
    _ body: @escaping @Sendable (TestService, Client, _ ids: [String], _ byteCount: Int64) async throws -> Void
  ) async throws {
    try await withService(pictures: pictures, hasAdministrators: true) { service in
      let ada = try await service.member("ada", isAdministrator: true)
      let photos = [SampleJPEG.next(), SampleJPEG.next()]
      let ids = try photos.compactMap { try ada.add($0)["id"].text }
      try await body(service, ada, ids, Int64(photos.joined().count))
    }
  }

  @Test func `a backup's plan tells the amount of data, and changes nothing`() async throws {
    try await Self.withPhotos { service, admin, _, byteCount in
      let target = service.folder.path("backup")
      let plan = try Self.plan(#"{"kind":"backup","target":"\#(target)","since":"/earlier"}"#, admin)
      #expect(
        plan["summary"].text
          == "backs up 2 photos into \(target): 2 blobs of \(byteCount.grouped) bytes, linked to /earlier where it has them"
      )
      #expect(plan["photoCount"].integer == 2 && plan["byteCount"].integer == 0 && plan["isReversible"] == true)
    }
  }

  @Test func `a job resolves its paths again when it begins`() async throws {
    try await Self.withPhotos { service, _, _, _ in
      let backup = service.folder.path("backup")
      _ = try await service.jobs.perform(.backup(target: backup)) { _ in }
      symlink("data", service.folder.path("link"))
      let link = service.folder.path("link")
      for request: AdminJobRequest in [
        .backup(target: "\(link)/restoring"), .restore(backup: backup, into: "\(link)/sub"),
        .restore(backup: backup, into: service.folder.path),
      ] {
        let error = await #expect(throws: StorageError.self) { try await service.jobs.perform(request) { _ in } }
        #expect(error?.code == .misplaced)
      }
      #expect(access("\(link)/restoring", F_OK) != 0 && access("\(link)/sub", F_OK) != 0)
    }
  }

  @Test func `a restore's plan tells the content of the backup`() async throws {
    try await Self.withPhotos { service, admin, _, byteCount in
      let (backup, into) = (service.folder.path("backup"), service.folder.path("restored"))
      let made = try await service.jobs.perform(.backup(target: backup)) { _ in }
      let createdAt = try #require(made["createdAt"].text)
      let plan = try Self.plan(#"{"kind":"restore","backup":"\#(backup)","into":"\#(into)"}"#, admin)
      #expect(
        plan["summary"].text
          == "restores the backup of \(createdAt) in \(backup) into \(into): 2 blobs of \(byteCount.grouped) bytes")
      #expect(plan["isReversible"] == true)
      #expect(!service.folder.names.contains("restored"))
    }
  }

  @Test(arguments: [
    ("records", "checks the records of 2 photos", true),
    (
      "lengths",
      "checks the records of 2 photos and the lengths of 2 blobs of BYTES bytes, and withdraws damaged ones", false
    ),
    ("bytes", "checks the records of 2 photos, reads 2 blobs of BYTES bytes, and withdraws damaged ones", false),
  ])
  func `a check's plan tells its depth, and that it may withdraw bytes`(
    depth: String, summary: String, isReversible: Bool
  ) async throws {
    try await Self.withPhotos { _, admin, _, byteCount in
      let plan = try Self.plan(#"{"kind":"check","depth":"\#(depth)"}"#, admin)
      #expect(plan["summary"].text == summary.replacing("BYTES", with: byteCount.grouped))
      #expect(plan["photoCount"].integer == 2 && plan["isReversible"] == JSONValue.bool(isReversible))
    }
  }

  @Test func `the plan of reprocessing tells the number of photos, and is not reversible`() async throws {
    try await Self.withPhotos(pictures: ScriptedTransformer()) { _, admin, ids, _ in
      let all = try Self.plan(#"{"kind":"reprocess"}"#, admin)
      #expect(all["summary"].text == "derives 2 photos anew, in place of what was derived")
      #expect(all["photoCount"].integer == 2 && all["isReversible"] == false)
      let one = try Self.plan(#"{"kind":"reprocess","photo":"\#(ids[0])"}"#, admin)
      #expect(one["summary"].text == "derives 1 photo of ada anew, in place of what was derived")
      #expect(one["photoCount"].integer == 1 && one["isReversible"] == false)
    }
  }

  @Test(.embeddedOnly("it keeps garbage by a lock of the folder"))
  func `the plan of a garbage collection tells the amount of garbage`() async throws {
    try await Self.withPhotos { service, admin, ids, _ in
      // As a backup does, so that what is deleted is not collected meanwhile.
      let lock = open(service.folder.path("data/removal.lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(lock) }
      #expect(flock(lock, LOCK_SH) == 0)
      #expect(try Self.plan(#"{"kind":"gc"}"#, admin)["byteCount"].integer == 0)
      let deleted = try admin.get("/v1/photos/\(ids[0])/original").body.count
      #expect(try admin.delete("/v1/photos/\(ids[0])").status == 204)
      try await eventually { try Self.plan(#"{"kind":"gc"}"#, admin)["byteCount"].integer == Int64(deleted) }
      let plan = try Self.plan(#"{"kind":"gc"}"#, admin)
      #expect(plan["summary"].text?.hasPrefix("removes 1 blob of \(Int64(deleted).grouped) bytes, ") == true)
      #expect(plan["isReversible"] == false)
    }
  }
}
