// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import PostgreSQLTestKit
@testable import TestKit
@testable import TestPictures
@testable import WoofServer

/// `woof backup` and `woof restore` of stores that nodes share.
@Suite(.enabled(if: PostgreSQLInstallation.isInstalled, "needs Debian's postgresql"), .timeLimit(.minutes(5)))
struct SharedBackupCommandTests {
  @Test func `a backup of running nodes restores into another database, and into a data folder`() async throws {
    let (folder, picture) = (try TemporaryFolder(), SampleJPEG.next())
    let node = TestNode(of: try await TestDatabase(in: folder))
    try folder.write(node.configuration, to: "woof.json5")
    let (id, token) = try await withService(node: node) { service in
      let ada = service.client(try await service.addAccount("ada"))
      let id = try #require(try ada.add(picture, "?visibility=public")["id"].text)
      #expect(try ada.setFavourite(id).status == 200)
      let made = try await Program.run(["backup", folder.path("backup"), "--config", folder.path("woof.json5")])
      #expect(made.code == 0, "\(made.errors)")
      #expect(made.output.hasPrefix("1 blobs of "))
      #expect(made.errors == "Stores: the database, and the bucket faulty\n")
      return (id, try service.client().token())
    }
    try await check(id, picture, token, restoredFrom: folder.path("backup"))
    let restored = try await Program.run(["restore", folder.path("backup"), "--data", folder.path("restored")])
    #expect(restored.code == 0, "\(restored.errors)")
    try await blocking {
      let serving = try await ServingProgram(["--data", folder.path("restored"), "--listen", "127.0.0.1:0"])
      #expect(try serving.client().get("/v1/photos/\(id)/original").body == picture)
    }
  }

  /// Restores into a database and a bucket of their own, and looks at what a node serves.
  private func check(_ id: String, _ picture: [UInt8], _ token: String, restoredFrom backup: String) async throws {
    let folder = try TemporaryFolder()
    let node = TestNode(of: try await TestDatabase(in: folder))
    try folder.write(node.configuration, to: "woof.json5")
    let restored = try await Program.run(["restore", backup, "--config", folder.path("woof.json5"), "--json"])
    #expect(restored.code == 0, "\(restored.errors)")
    let summary = try JSONValue(Array(restored.output.utf8))
    #expect(summary["bucket"] == "faulty" && summary["blobCount"] == 1)
    try await withService(node: node) { service in
      let photo = try service.client().get("/v1/photos/\(id)")
      #expect(try photo.member("favouriteCount") == 1)
      #expect(try service.client().get("/v1/photos/\(id)/original").body == picture)
      #expect(try service.client(Credential("ada")).get("/v1/me").status == 200)
      #expect(try service.client().get("/v1/changes?since=\(token)").status == 410)
    }
    let again = try await Program.run(["restore", backup, "--config", folder.path("woof.json5")])
    #expect(again.code == 1)
    #expect(again.errors.contains("the database holds records"), "\(again.errors)")
  }

  @Test func `a bucket that is not reached, or not named, is told in words`() async throws {
    let folder = try TemporaryFolder()
    let node = TestNode(of: try await TestDatabase(in: folder), storeKeys: "attempts: 1", bucket: "nobodys")
    try folder.write(node.configuration, to: "woof.json5")
    let (backup, configuration) = (folder.path("backup"), folder.path("woof.json5"))
    try await blocking { _ = try await ServingProgram(on: folder) }
    let made = try await Program.run(["backup", backup, "--data", folder.path("data")])
    #expect(made.code == 0, "\(made.errors)")
    let restored = try await Program.run(["restore", backup, "--config", configuration])
    #expect(restored.code == 1)
    #expect(restored.errors.contains("nobodys"), "\(restored.errors)")
    try folder.write(
      #"{modules: {"storage.embedded": {enabled: false}, "storage.postgres": {enabled: true}}}"#, to: "half.json5")
    let half = try await Program.run(["restore", backup, "--config", folder.path("half.json5")])
    #expect(half.code == 1)
    #expect(half.errors.contains("enable storage.s3"), "\(half.errors)")
    let odd = try await Program.run(["restore", backup, "--data", folder.path("new"), "--take-bucket-of", "woof-1"])
    #expect(odd.code == 2)
    #expect(odd.errors.contains("--config"), "\(odd.errors)")
  }
}
