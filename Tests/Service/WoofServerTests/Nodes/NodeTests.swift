// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofConfiguration
import WoofCore
import WoofModel

@testable import ObjectStoreTestKit
@testable import PostgreSQLTestKit
@testable import TestKit
@testable import TestPictures
@testable import WoofServer

/// Nodes that share their records.
@Suite(.enabled(if: PostgreSQLInstallation.isInstalled, "needs Debian's postgresql"), .timeLimit(.minutes(5)))
struct NodeTests {
  /// Runs two nodes of one database.
  private func withNodes(
    _ keys: String = "", _ body: @escaping @Sendable (TestService, TestService) async throws -> Void
  ) async throws {
    let database = try await TestDatabase(in: TemporaryFolder())
    try await withService(node: TestNode("a", of: database, keys: keys)) { a in
      try await withService(node: TestNode("b", of: database, keys: keys)) { b in try await body(a, b) }
    }
  }

  @Test func `an account of one node signs in on another, and sees what it did there`() async throws {
    try await withNodes { a, b in
      let credential = try await a.addAccount("ada")
      let id = try a.client(credential).addPhoto("?caption=Rex")
      let photo = try b.client(credential).get("/v1/photos/\(id)")
      #expect(photo.status == 200)
      #expect(try photo.member("caption") == "Rex")
      #expect(try b.client(credential).setFavourite(id).member("favouriteCount") == 1)
      #expect(try a.client(credential).get("/v1/photos/\(id)").member("isFavourite") == true)
    }
  }

  @Test func `a change of one node is an event on another, and tokens of one are good on all`() async throws {
    try await withNodes { a, b in
      let ada = try await a.member("ada")
      let token = try b.client().token()
      let reader = try EventReader(b, "/v1/events?since=\(token)", ["Accept": "application/x-ndjson"])
      let id = try ada.addPhoto()
      let change = try reader.change()
      #expect(change["id"] == .string(id))
      let page = try a.client().get("/v1/changes?since=\(token)")
      let changes = try page.member("changes")?.items
      #expect(changes?.map { $0["id"] } == [.string(id)])
      let next = try #require(try page.member("next")?.text)
      let rest = try b.client().get("/v1/changes?since=\(next)")
      #expect(rest.status == 200)
      #expect(try rest.member("changes")?.items == [])
    }
  }

  @Test func `a token is good at once on a node that has not looked yet for what others have written`() async throws {
    let database = try await TestDatabase(in: TemporaryFolder())
    try await withService(node: TestNode("a", of: database)) { a in
      try await withService(node: TestNode("late", of: database, keys: #"pollInterval: "10s""#)) { late in
        _ = try await a.member("ada").addPhoto()
        let token = try a.client().token()
        let page = try late.client().get("/v1/changes?since=\(token)")
        #expect(page.status == 200, "\(page.text)")
        let reader = try EventReader(late, "/v1/events?since=\(token)", ["Accept": "application/x-ndjson"])
        #expect(reader.head.status == 200)
      }
    }
  }

  @Test func `the bytes of a photo are the same on every node, and are kept once`() async throws {
    let database = try await TestDatabase(in: TemporaryFolder())
    try await withService(node: TestNode("a", of: database)) { a in
      let ada = try await a.addAccount("ada")
      let picture = SampleJPEG.next()
      let id = try #require(try a.client(ada).add(picture, "?visibility=public")["id"].text)
      #expect(database.store.keys.filter { $0.hasPrefix("blobs/") }.count == 1)
      try await withService(node: TestNode("b", of: database)) { b in
        let original = try b.client().get("/v1/photos/\(id)/original")
        #expect(original.body == picture)
        let again = try b.client(ada).post("/v1/photos", ["Content-Type": "image/jpeg"], picture)
        #expect(again.status == 200)
      }
    }
    #expect(database.store.keys.filter { $0.hasPrefix("blobs/") }.count == 1)
  }

  @Test func `an upload is refused for a while where the object store is, and nothing is left of it`() async throws {
    let database = try await TestDatabase(in: TemporaryFolder())
    try await withService(node: TestNode(of: database, storeKeys: "attempts: 1")) { node in
      let ada = try await node.member("ada")
      database.store.fail("PUT", .refuse(503))
      let refused = try ada.post("/v1/photos", ["Content-Type": "image/jpeg"], SampleJPEG.next())
      #expect(refused.status == 503)
      #expect(refused["Retry-After"] != nil)
      #expect(try node.client().ids("/v1/photos") == [])
      #expect(try ada.post("/v1/photos", ["Content-Type": "image/jpeg"], SampleJPEG.next()).status == 201)
    }
  }

  @Test func `bytes that the object store has changed are never served`() async throws {
    let database = try await TestDatabase(in: TemporaryFolder())
    try await withService(node: TestNode("a", of: database)) { a in
      let id = try await a.member("ada").addPhoto()
      try await withService(node: TestNode("b", of: database)) { b in
        database.store.fail("GET", .damage, .damage)
        let damaged = try b.client().get("/v1/photos/\(id)/original")
        let log = try b.log()
        #expect(damaged.status >= 500)
        #expect(log.contains("has other bytes"))
      }
    }
  }

  @Test func `a bucket that is not there, or belongs to another installation, is refused in words`() async throws {
    let database = try await TestDatabase(in: TemporaryFolder())
    let elsewhere = try await refusal(TestNode(of: database, bucket: "elsewhere"))
    #expect(elsewhere.contains("elsewhere"), "\(elsewhere)")
    try await withService(node: TestNode(of: database)) { _ in }
    let other = try await TestDatabase(in: TemporaryFolder(), store: database.store)
    let taken = try await refusal(TestNode(of: other))
    #expect(taken.contains("installation"), "\(taken)")
  }

  @Test func `a password that is changed on one node is refused on another`() async throws {
    try await withNodes { a, b in
      let ada = try await a.addAccount("ada")
      #expect(try b.client(ada).get("/v1/me").status == 200)
      let json = #"{"current":"\#(Credential.standardPassword)","new":"ears flapping"}"#
      #expect(try a.client(ada).send("PUT", "/v1/me/password", json: json).status == 204)
      try await eventually { try b.client(ada).get("/v1/me").status == 401 }
    }
  }

  @Test func `a node is not ready while the database does not respond, and is again when it does`() async throws {
    let relay = try FaultyRelay(before: PostgreSQLTestServer.shared.port)
    let database = try await TestDatabase(port: relay.port, in: TemporaryFolder())
    try await withService(node: TestNode(of: database, keys: "deadline: '1s'")) { node in
      #expect(try node.client().get("/readyz").status == 200)
      relay.mode = .refuses
      relay.cut()
      try await eventually { try node.client().get("/readyz").status == 503 }
      let refused = try node.client().get("/v1/photos")
      #expect(refused.status == 503)
      #expect(refused["Retry-After"] != nil)
      relay.mode = .passes
      try await eventually { try node.client().get("/readyz").status == 200 }
      #expect(try node.client().get("/v1/photos").status == 200)
    }
  }

  @Test func `a node whose secret is another's is refused`() async throws {
    let database = try await TestDatabase(in: TemporaryFolder())
    try database.folder.write("0123456789abcdef0123456789abcdef\n", to: "secret")
    try database.folder.write("another 0123456789abcdef0123456789abcdef\n", to: "other")
    let keys = { #"secretFile: "\#(database.folder.path($0))""# }
    try await withService(node: TestNode("a", of: database, keys: keys("secret"))) { _ in }
    try await withService(node: TestNode("b", of: database, keys: keys("secret"))) { _ in }
    #expect(
      try await refusal(TestNode("c", of: database, keys: keys("other"))).contains("not that of the installation"))
    #expect(try await refusal(TestNode("d", of: database)).contains("secretFile"))
  }

  @Test func `a wrong password and a server that is not there are told in words, without the password`() async throws {
    let database = try await TestDatabase(in: TemporaryFolder())
    try database.folder.write("wrong-and-secret\n", to: "password")
    let wrong = try await refusal(TestNode(of: database))
    #expect(wrong.contains("password authentication failed"), "\(wrong)")
    #expect(wrong.contains("passwordFile"))
    #expect(!wrong.contains("wrong-and-secret"))
    let relay = try FaultyRelay(before: PostgreSQLTestServer.shared.port)
    relay.mode = .refuses
    let away = try await TestDatabase(port: relay.port, in: TemporaryFolder())
    #expect(try await refusal(TestNode(of: away, keys: "deadline: '1s'")).contains("that the server runs"))
  }

  /// The error with which a node does not start.
  private func refusal(_ node: TestNode) async throws -> String {
    do {
      try await withService(node: node) { _ in }
    } catch let error as ModuleError {
      return "\(error)"
    }
    throw TestFailure("the node has started")
  }
}

/// The configuration of nodes.
struct NodeConfigurationTests {
  private func problems(_ text: String) -> String {
    do throws(ConfigurationError) {
      _ = try WoofServer.configuration(text: text)
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test func `refuses two modules that keep records`() {
    let found = problems(#"{modules: {"storage.postgres": {enabled: true}}}"#)
    #expect(found.contains("storage.embedded"), "\(found)")
  }

  @Test func `refuses a password in the connection string, and does not repeat it`() {
    let found = problems(
      #"{modules: {"storage.postgres": {connection: "postgresql://woof:s3cret@localhost/woof"}}}"#)
    #expect(found.contains("passwordFile"), "\(found)")
    #expect(!found.contains("s3cret"))
  }

  @Test func `refuses a connection string that libpq does not understand`() {
    let found = problems(#"{modules: {"storage.postgres": {connection: "host"}}}"#)
    #expect(found.contains("is not understood"), "\(found)")
  }
}
