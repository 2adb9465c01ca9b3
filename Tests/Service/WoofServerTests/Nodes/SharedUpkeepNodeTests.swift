// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofAdministration
import WoofJobs
import WoofModel
import WoofStorage

@testable import ObjectStoreTestKit
@testable import PostgreSQLTestKit
@testable import TestKit
@testable import TestPictures
@testable import WoofServer

/// The jobs of administrators, and `woof check`, where nodes share their stores.
@Suite(.enabled(if: PostgreSQLInstallation.isInstalled, "needs Debian's postgresql"), .timeLimit(.minutes(3)))
struct SharedUpkeepNodeTests {
  /// Runs a node with a photo, beside which `woof check` is run with some words.
  private static func withNode(
    _ body:
      @escaping @Sendable (
        TestService, TestDatabase, _ photo: String,
        _ check: @escaping @Sendable (String...) async throws -> Program.Outcome
      ) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let database = try await TestDatabase(in: folder)
    try folder.write(
      """
      {modules: {
        "storage.embedded": {enabled: false},
        "storage.postgres": {
          enabled: true, folder: "\(folder.path("data"))", connection: "\(database.connection)",
          passwordFile: "\(folder.path("password"))"},
        "storage.s3": {
          enabled: true, endpoint: "http://127.0.0.1:\(database.store.port)", bucket: "faulty",
          credentials: "\(folder.path("credentials"))"}}}
      """, to: "woof.json5")
    try await withService(node: TestNode(of: database)) { node in
      let photo = try await node.member("ada").addPhoto()
      try await body(node, database, photo) { words in
        try await Program.run(["check", "--config", folder.path("woof.json5")] + words)
      }
    }
  }

  @Test func `a sound installation is reported as sound beside its nodes`() async throws {
    try await Self.withNode { _, database, _, check in
      let whole = try await check()
      #expect(whole.code == 0, "\(whole.errors)")
      #expect(whole.output.hasSuffix("checked, all is sound\n"))
      let quick = try await check("--quick", "--json")
      #expect(quick.code == 0)
      let json = try JSONValue(Array(quick.output.utf8))
      #expect(json["isSound"] == true && json["depth"] == "lengths" && json["blobCount"] == 1)
      #expect(database.folder.files(below: "data").allSatisfy { !$0.hasPrefix("check-") })
    }
  }

  @Test func `a damaged object is named with its photo by the command, and heals by an upload`() async throws {
    try await Self.withNode { node, database, photo, check in
      let key = try #require(database.store.keys.first { $0.hasPrefix("blobs/") })
      let bytes = try #require(database.store.object(key))
      database.store.put(bytes.map { ~$0 }, as: key)
      #expect(try await check("--quick").code == 0)
      let found = try await check()
      #expect(found.code == 1)
      #expect(found.output.contains("has other bytes") && found.output.contains(photo))
      let again = try node.client(Credential("ada")).post("/v1/photos", ["Content-Type": "image/jpeg"], bytes)
      #expect(again.status == 200)
      #expect(try await check().code == 0)
    }
  }

  @Test func `counts are repaired beside a node, and bytes of a backup are refused in words`() async throws {
    try await Self.withNode { _, database, _, check in
      try database.execute("UPDATE account_tally SET photo_count = 7")
      #expect(try await check().output.contains("every account's tally is as it is counted: ada"))
      let repaired = try await check("--repair")
      #expect(repaired.code == 0)
      #expect(repaired.output.contains("repaired: every account's tally"))
      #expect(try database.execute("SELECT photo_count FROM account_tally") == ["1"])
      let refused = try await check("--repair", "--from", "/nowhere")
      #expect(refused.code == 2)
      #expect(refused.errors.contains("uploads it again"))
    }
  }

  @Test func `a store that is not there is told in words`() async throws {
    try await Self.withNode { _, database, _, check in
      try database.folder.write("wrong", to: "password")
      let refused = try await check()
      #expect(refused.code == 1)
      #expect(refused.errors.contains("password authentication failed"))
    }
  }

  @Test func `jobs of administrators check and collect, and back up and restore`() async throws {
    try await Self.withNode { node, database, photo, _ in
      for depth in [AdminJobRequest.Depth.records, .lengths, .bytes] {
        let result = try await node.jobs.perform(.check(depth)) { _ in }
        #expect(result["isSound"] == true, "\(result)")
        #expect(result["depth"].text == depth.rawValue)
      }
      #expect(try node.client(Credential("ada")).delete("/v1/photos/\(photo)").status == 204)
      try database.execute("UPDATE blob SET hold = 0; DELETE FROM restorable_photo")
      #expect(try await node.jobs.plan(.collectGarbage).summary.hasPrefix("removes 1 blob of "))
      let collected = try await node.jobs.perform(.collectGarbage) { _ in }
      #expect(collected["removedCount"] == 1)
      #expect(database.store.keys.allSatisfy { !$0.hasPrefix("blobs/") })
      let (backup, restored) = (node.folder.path("backup"), node.folder.path("restored"))
      _ = try node.client(Credential("ada")).addPhoto()
      let made = try await node.jobs.perform(.backup(target: backup, since: nil)) { _ in }
      #expect(made["blobCount"] == 1)
      _ = try await node.jobs.perform(.restore(backup: backup, into: restored)) { _ in }
      #expect(node.folder.files(below: "restored/blobs").count == 1)
      let within = node.folder.path("data/backup")
      let refused = await #expect(throws: StorageError.self) {
        try await node.jobs.perform(.backup(target: within, since: nil)) { _ in }
      }
      #expect(refused?.code == .misplaced)
    }
  }
}
