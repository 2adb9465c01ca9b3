// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import ObjectStoreTestKit
@testable import PostgreSQLTestKit
@testable import TestKit
@testable import TestPictures

/// Uploads that are begun on one node and finished on another.
@Suite(.enabled(if: PostgreSQLInstallation.isInstalled, "needs Debian's postgresql"), .timeLimit(.minutes(5)))
struct SharedUploadNodeTests {
  private static let part: KeyValuePairs = ["Content-Type": "application/partial-upload"]

  private let database: TestDatabase

  init() async throws { database = try await TestDatabase(in: TemporaryFolder()) }

  /// The keys of the objects that hold parts of uploads.
  private var partKeys: [String] { database.store.keys.filter { $0.hasPrefix("uploads/") } }

  private func withNode<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable (TestService) async throws -> Result
  ) async throws -> Result {
    try await withService(node: TestNode(name, of: database), body)
  }

  /// Runs two nodes.
  private func withNodes(_ body: @escaping @Sendable (TestService, TestService) async throws -> Void) async throws {
    try await withNode("a") { a in try await withNode("b") { b in try await body(a, b) } }
  }

  /// Begins an upload, and returns its address.
  private func begin(_ client: Client, _ bytes: [UInt8], _ fields: [(String, String)] = []) throws -> String {
    let response = try client.send("POST", "/v1/photos", ["Upload-Complete": "?0"], extra: fields, body: bytes)
    guard response.status == 201, let place = response["Location"] else {
      throw TestFailure("\(response.status): \(response.text)")
    }
    return place
  }

  private func append(
    _ client: Client, _ place: String, _ bytes: some Sequence<UInt8>, at offset: Int, isComplete: Bool
  ) throws -> ClientResponse {
    try client.send(
      "PATCH", place, Self.part,
      extra: [("Upload-Offset", "\(offset)"), ("Upload-Complete", isComplete ? "?1" : "?0")], body: Array(bytes))
  }

  @Test func `an upload that was begun on a node which is gone is finished on another`() async throws {
    let picture = SampleJPEG.next()
    try await withNode("b") { b in
      let ada = try await b.addAccount("ada")
      let client = b.client(ada)
      let place = try await withNode("a") { a in try begin(a.client(ada), Array(picture.prefix(100))) }
      #expect(try client.head(place)["Upload-Offset"] == "100")
      #expect(try client.get("/v1/me").member("used")?["uploads"] == 1)
      let listed = try client.get("/v1/me/uploads").member("items")?.items ?? []
      #expect(listed.map { $0["location"] } == [.string(place)])
      let response = try append(client, place, picture.dropFirst(100), at: 100, isComplete: true)
      #expect(response.status == 201, "\(response.text)")
      let id = try #require(try response.member("id")?.text)
      #expect(try client.get("/v1/photos/\(id)/original").body == picture)
      #expect(try client.get("/v1/me/uploads").member("items")?.items == [])
    }
    #expect(partKeys.isEmpty)
  }

  @Test func `an upload whose photo cannot be stored for a while is kept, and finished when it can be`() async throws {
    let picture = SampleJPEG.next()
    try await withNodes { [database] a, b in
      let ada = try await a.addAccount("ada")
      let place = try begin(a.client(ada), picture)
      for _ in 0..<5 { database.store.fail("PUT", .refuse(503)) }
      let refused = try append(a.client(ada), place, [], at: picture.count, isComplete: true)
      #expect(refused.status == 503)
      #expect(refused["Retry-After"] != nil)
      #expect(try b.client(ada).head(place)["Upload-Offset"] == "\(picture.count)")
      let finished = try append(b.client(ada), place, [], at: picture.count, isComplete: true)
      #expect(finished.status == 201, "\(finished.text)")
    }
    #expect(partKeys.isEmpty)
  }

  @Test func `parts that come to two nodes by turns make one photo, and both nodes tell of it`() async throws {
    try await withNodes { a, b in
      let ada = try await a.addAccount("ada")
      let clients = [a.client(ada), b.client(ada)]
      let picture = SampleJPEG.next()
      let place = try begin(clients[0], [])
      var offset = 0
      for turn in 1...8 {
        let count = turn == 8 ? picture.count - offset : picture.count / 8
        let bytes = picture[offset..<offset + count]
        let response = try append(clients[turn % 2], place, bytes, at: offset, isComplete: turn == 8)
        #expect(response.status == (turn == 8 ? 201 : 204), "\(response.text)")
        offset += count
      }
      for client in clients {
        let again = try append(client, place, [UInt8](), at: picture.count, isComplete: true)
        #expect(again.status == 201)
        #expect(try client.ids("/v1/me/photos").count == 1)
      }
    }
  }

  @Test func `a part that is sent at another offset than any node has reached is refused with that`() async throws {
    try await withNodes { a, b in
      let ada = try await a.addAccount("ada")
      let picture = SampleJPEG.next()
      let place = try begin(a.client(ada), Array(picture.prefix(10)))
      let refused = try append(b.client(ada), place, picture.prefix(5), at: 5, isComplete: false)
      #expect((refused.status, refused["Upload-Offset"]) == (409, "10"))
      #expect(try append(b.client(ada), place, picture[10..<20], at: 10, isComplete: false).status == 204)
      let late = try append(a.client(ada), place, picture[10..<20], at: 10, isComplete: false)
      #expect((late.status, late["Upload-Offset"]) == (409, "20"))
    }
  }

  @Test func `a transfer that runs on one node ends when another is asked for the offset`() async throws {
    try await withNodes { a, b in
      let ada = try await a.addAccount("ada")
      let picture = SampleJPEG.next()
      let connection = try a.connect()
      try connection.send(
        .upload(picture.count, by: ada, "Upload-Complete: ?1\r\nUpload-Draft-Interop-Version: 9\r\n"))
      let place = try #require(ClientResponse(try connection.receiveResponse())["Location"])
      let client = b.client(ada)
      #expect(try client.head(place)["Upload-Offset"] == "0")
      try connection.send(picture)
      #expect(ClientResponse(try connection.receiveResponse()).status == 409)
      #expect(try client.head(place)["Upload-Offset"] == "0")
      #expect(try append(client, place, picture, at: 0, isComplete: true).status == 201)
    }
  }

  @Test func `an upload that is cancelled on one node is gone on another`() async throws {
    try await withNodes { a, b in
      let ada = try await a.addAccount("ada")
      let place = try begin(a.client(ada), Array(SampleJPEG.next().prefix(10)))
      #expect(try b.client(ada).delete(place).status == 204)
      #expect(try a.client(ada).head(place).status == 404)
      #expect(partKeys.isEmpty)
      let other = try await b.member("bob")
      let own = try begin(a.client(ada), [])
      #expect(try other.head(own).status == 404)
    }
  }

  @Test func `an upload of the same key that begins on another node takes the place of the first`() async throws {
    try await withNodes { a, b in
      let ada = try await a.addAccount("ada")
      let picture = SampleJPEG.next()
      let key = [("Idempotency-Key", "\"once\"")]
      let first = try begin(a.client(ada), Array(picture.prefix(10)), key)
      let second = try begin(b.client(ada), Array(picture.prefix(20)), key)
      #expect(try a.client(ada).head(first).status == 404)
      #expect(try append(a.client(ada), second, picture.dropFirst(20), at: 20, isComplete: true).status == 201)
    }
  }

  @Test func `by tus, an upload and its parts go on at another node`() async throws {
    try await withNodes { a, b in
      let ada = try await a.addAccount("ada")
      let (first, second) = (TusClient(client: a.client(ada)), TusClient(client: b.client(ada)))
      let picture = SampleJPEG.next()
      let place = try first.begin(picture.count)
      #expect(try first.append(Array(picture.prefix(50)), at: 0, to: place).status == 204)
      #expect(try second.offset(of: place) == 50)
      let last = try second.append(Array(picture.dropFirst(50)), at: 50, to: place)
      #expect(last.status == 204)
      #expect(last["Woof-Photo-Id"] != nil)
      #expect(try first.send("HEAD", place)["Woof-Photo-Id"] == last["Woof-Photo-Id"])
      let joined = SampleJPEG.next()
      let parts = [try first.uploadPart(Array(joined.prefix(70))), try second.uploadPart(Array(joined.dropFirst(70)))]
      let whole = try second.create([("Upload-Concat", "final;\(parts.joined(separator: " "))")])
      #expect(whole.status == 201, "\(whole.text)")
      let id = try #require(whole["Woof-Photo-Id"])
      #expect(try b.client(ada).get("/v1/photos/\(id)/original").body == joined)
      #expect(partKeys.isEmpty)
    }
  }

  @Test func `by a ticket, an upload goes on at another node`() async throws {
    try await withNodes { a, b in
      let ada = try await a.member("ada")
      let holder = try TicketHolder(a, ada, SampleJPEG.next())
      let begun = try holder.client.send(
        "PUT", holder.path, ["Upload-Complete": "?0", "Upload-Length": "\(holder.picture.count)"],
        body: Array(holder.picture.prefix(10)))
      let place = try #require(begun["Location"])
      #expect(try b.client().head(place)["Upload-Offset"] == "10")
      let response = try append(b.client(), place, holder.picture.dropFirst(10), at: 10, isComplete: true)
      #expect(response.status == 201, "\(response.text)")
      #expect(response["Woof-Photo-Id"] != nil)
      #expect(try holder.client.head(place)["Upload-Complete"] == "?1")
    }
  }
}
