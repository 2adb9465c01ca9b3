// SPDX-License-Identifier: Apache-2.0

import ProcessKit
import Testing
import WoofModel

@testable import PostgreSQLTestKit
@testable import TestKit
@testable import TestPictures
@testable import WoofServer

/// `woof move`.
@Suite(.enabled(if: PostgreSQLInstallation.isInstalled, "needs Debian's postgresql"), .timeLimit(.minutes(5)))
struct MoveCommandTests {
  @Test func `a running service moves to nodes that wait, and its tokens stay valid`() async throws {
    let folder = try TemporaryFolder()
    let node = TestNode("node", of: try await TestDatabase(in: folder))
    try folder.write(node.configuration, to: "nodes.json5")
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      let ada = serving.client(try await folder.addAccount("ada"))
      let pictures = [SampleJPEG.next(), SampleJPEG.next()]
      var ids: [String] = []
      for picture in pictures { ids.append(try #require(try ada.add(picture)["id"].text)) }
      let token = try serving.client().token()
      #expect(try ada.setFavourite(ids[0]).status == 200)
      let plan = try await Program.run(["move", folder.path("nodes.json5"), "--data", folder.path("data"), "--plan"])
      #expect(plan.code == 0 && plan.output.hasPrefix("2 blobs of "), "\(plan.output)\(plan.errors)")
      let moved = try await Program.run([
        "move", folder.path("nodes.json5"), "--data", folder.path("data"), "--switch", "--verify", "--json",
      ])
      #expect(moved.code == 0, "\(moved.errors)")
      #expect(try JSONValue(Array(moved.output.utf8))["blobCount"] == 2)
      #expect(try await serving.program.outcome().code == 0)
      let again = try await Program.run(["serve", "--data", folder.path("data"), "--listen", "127.0.0.1:0"])
      #expect(again.code == 1)
      #expect(again.errors.contains("has been moved"), "\(again.errors)")
      let other = try await ServingProgram([
        "--config", folder.path("nodes.json5"), "--listen", "127.0.0.1:0",
      ])
      for (id, picture) in zip(ids, pictures) {
        #expect(try other.client().get("/v1/photos/\(id)/original").body == picture)
      }
      let changes = try other.client().get("/v1/changes?since=\(token)")
      #expect(changes.status == 200)
      #expect(try changes.member("changes")?.items.map { $0["id"] } == [.string(ids[0])])
      #expect(try other.client(Credential("ada")).get("/v1/me").status == 200)
    }
  }

  @Test func `what nodes share moves back into the folder, which is in step with them, and there again`() async throws {
    let folder = try TemporaryFolder()
    let node = TestNode("node", of: try await TestDatabase(in: folder))
    try folder.write(node.configuration, to: "nodes.json5")
    func move(_ words: String...) async throws -> JSONValue {
      let arguments = [
        "move", folder.path("nodes.json5"), "--data", folder.path("data"), "--switch", "--keep", "--json",
      ]
      let outcome = try await Program.run(arguments + words)
      guard outcome.code == 0 else { throw TestFailure("move \(words): \(outcome.errors)") }
      return try JSONValue(Array(outcome.output.utf8))
    }
    try await blocking {
      let first = try await ServingProgram(on: folder)
      let ada = try await folder.addAccount("ada")
      let photo = try #require(try first.client(ada).add(SampleJPEG.next())["id"].text)
      let token = try first.client().token()
      _ = try await move()
      _ = try await first.program.outcome()
      let nodes = try await ServingProgram(["--config", folder.path("nodes.json5"), "--listen", "127.0.0.1:0"])
      let picture = SampleJPEG.next()
      let second = try #require(try nodes.client(ada).add(picture)["id"].text)
      let back = try await move("--back", "--verify")
      #expect(back["blobCount"] == 1)
      #expect(try nodes.client(ada).setFavourite(photo).status == 503)
      try await eventually { try nodes.client().get("/readyz").status == 503 }
      #expect(try await nodes.stop().code == 0)
      let home = try await ServingProgram(on: folder)
      #expect(try home.client(ada).get("/v1/photos/\(second)/original").body == picture)
      let changes = try home.client().get("/v1/changes?since=\(token)").member("changes")
      #expect(changes?.items.map { $0["id"] } == [.string(second)])
      #expect(try home.client(ada).setFavourite(photo).status == 200)
      #expect(try await move()["blobCount"] == 0)
      #expect(try await home.program.outcome().code == 0)
      let again = try await ServingProgram(["--config", folder.path("nodes.json5"), "--listen", "127.0.0.1:0"])
      #expect(try again.client().get("/v1/photos/\(photo)").member("favouriteCount") == 1)
    }
  }

  @Test func `a node waits for the end of a move, and commands for accounts refuse`() async throws {
    let folder = try TemporaryFolder()
    let database = try await TestDatabase(in: folder)
    let node = TestNode("node", of: database)
    try folder.write(node.configuration, to: "nodes.json5")
    try await withService(node: TestNode("first", of: database)) { _ in }
    try database.execute("INSERT INTO installation (name, value) VALUES ('move-mark', 'x')")
    let listed = try await Program.run(["account", "list", "--config", folder.path("nodes.json5")])
    #expect(listed.code == 1)
    #expect(listed.errors.contains("wait until woof move has ended"), "\(listed.errors)")
    let settings = try node.records()
    var pauses: [Int] = []
    try await settings.awaitMove { count in
      pauses.append(count)
      if count == 1 { try database.execute("DELETE FROM installation WHERE name = 'move-mark'") }
    }
    #expect(pauses == [0, 1])
  }

  @Test func `a configuration of a data folder is refused`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "plain.json5")
    let outcome = try await Program.run(["move", folder.path("plain.json5"), "--data", folder.path("data")])
    #expect(outcome.code == 2)
    #expect(outcome.errors.contains("enable storage.postgres"), "\(outcome.errors)")
  }
}
