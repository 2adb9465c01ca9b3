// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// A running `woof serve`.
struct ServeTests {
  /// Has a service take in the first half of a picture, and tell it to stop.
  private static func stopWithinUpload(
    of picture: [UInt8], on folder: TemporaryFolder, by signal: Int32
  ) async throws -> (serving: ServingProgram, connection: RawClient) {
    try folder.write(
      #"{modules: {"service.http": {drainDeadline: "60s", limits: {drainStallTimeout: "60s"}}}}"#, to: "woof.json5")
    let serving = try await ServingProgram(on: folder, ["--config", folder.path("woof.json5")])
    let ada = try await folder.addAccount("ada")
    let connection = try RawClient(port: serving.port)
    try connection.send(.upload(picture.count, by: ada, "Expect: 100-continue\r\n"))
    #expect(try connection.receiveResponse().status == 100)
    try connection.send(Array(picture[..<(picture.count / 2)]))
    serving.program.signal(signal)
    try await eventually { (try? RawClient(port: serving.port)) == nil }
    return (serving, connection)
  }

  @Test func `an empty service prints the command that adds the first account`() async throws {
    let folder = try TemporaryFolder()
    let advice = "woof account add --admin NAME --data \(folder.path("data"))"
    let empty = try await ServingProgram(on: folder)
    try await eventually { empty.program.errors.contains(advice) }
    _ = try await empty.stop()
    _ = try await folder.addAccount("ada")
    #expect(try await !ServingProgram(on: folder).stop().errors.contains(advice))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `a signal lets running responses finish, and the service exits with 0`(signal: Int32) async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let picture = SampleJPEG.next()
      let (serving, connection) = try await Self.stopWithinUpload(of: picture, on: folder, by: signal)
      #expect(serving.program.isRunning)
      try connection.send(Array(picture[(picture.count / 2)...]))
      #expect(try connection.receiveResponse().status == 201)
      #expect(try connection.receiveToEnd().text.isEmpty)
      connection.close()
      let outcome = try await serving.program.outcome()
      #expect(outcome.code == 0)
      #expect(outcome.errors.contains("\"stopped\""))
    }
  }

  @Test func `stalled clients do not delay the end`() async throws {
    let folder = try TemporaryFolder()
    // Far beyond what a test waits for, so that it fails where the deadline has to cut somebody off.
    try folder.write(#"{modules: {"service.http": {drainDeadline: "600s"}}}"#, to: "woof.json5")
    try await blocking {
      let serving = try await ServingProgram(on: folder, ["--config", folder.path("woof.json5")])
      let ada = try await folder.addAccount("ada")
      let connections = try [
        "", "GET /v1/ph", "POST /v1/photos HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\nhello",
        .upload(50, by: ada) + "hello", "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n",
      ].map { text in
        let connection = try RawClient(port: serving.port)
        try connection.send(text)
        return connection
      }
      #expect(try serving.client().get("/healthz").status == 200)
      #expect(try await serving.stop().code == 0)
      withExtendedLifetime(connections) {}
    }
  }

  @Test func `a second signal ends the service at once`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let (serving, connection) = try await Self.stopWithinUpload(of: SampleJPEG.next(), on: folder, by: SIGTERM)
      serving.program.signal(SIGTERM)
      #expect(try await serving.program.outcome().code == 128 + SIGTERM)
      #expect(try connection.receiveToEnd().text.isEmpty)
    }
  }

  @Test func `acknowledged writes survive a killed service`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      let ada = serving.client(try await folder.addAccount("ada"))
      let picture = SampleJPEG.next()
      let id = try #require(try ada.add(picture)["id"].text)
      #expect(try ada.setFavourite(id).status == 200)
      serving.program.signal(SIGKILL)
      #expect(try await serving.program.outcome().code == 128 + SIGKILL)
      let again = try await ServingProgram(on: folder)
      #expect(try again.client().get("/v1/photos/\(id)/original").body == picture)
      #expect(try again.client().get("/v1/photos/\(id)").member("favouriteCount") == 1)
      #expect(try await again.stop().code == 0)
    }
  }

  @Test func `a second service on one folder is refused with the first one's process`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      let second = try await Program.run(["serve", "--data", folder.path("data"), "--listen", "127.0.0.1:0"])
      #expect(second.code == 1)
      #expect(second.errors.contains("process \(serving.program.identifier) "))
      #expect(second.errors.contains(folder.path("data")))
      #expect(try serving.client().get("/healthz").status == 200)
    }
  }

  @Test func `an address in use is named`() async throws {
    let folders = try (TemporaryFolder(), TemporaryFolder())
    try await blocking {
      let serving = try await ServingProgram(on: folders.0)
      let address = "127.0.0.1:\(serving.port)"
      let second = try await Program.run(["serve", "--data", folders.1.path("data"), "--listen", address])
      #expect(second.code == 1)
      #expect(second.errors.contains(address))
    }
  }

  @Test func `the service can listen on a Unix socket, which only its owner can use`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("woof.sock")
    try await blocking {
      for _ in 0..<2 {
        let serving = try await ServingProgram(
          ["--data", folder.path("data"), "--listen", "unix:\(path)", "--listen", "127.0.0.1:0"])
        #expect(serving.addresses.first == "unix:\(path)")
        #expect(serving.addresses.count == 2)
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        let client = Client(as: nil) { try RawClient(unixPath: path) }
        #expect(try client.get("/healthz").status == 200)
        // The socket file that is left is no obstacle to the next one.
        serving.program.signal(SIGKILL)
        _ = try await serving.program.outcome()
      }
    }
  }

  @Test func `each request is one log line, without its credential`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      let response = try serving.client(Credential("ada", "secret")).get("/v1/photos?limit=1")
      let outcome = try await serving.stop()
      let line = try #require(outcome.errors.split(separator: "\n").first { $0.contains(response["Request-Id"] ?? "") })
      let fields = try JSONValue(Array(line.utf8))
      #expect(fields["status"] == 401)
      #expect(fields["path"] == "/v1/photos")
      #expect(!outcome.errors.contains("secret"))
      #expect(!outcome.errors.contains("YWRhOnNlY3JldA"))
    }
  }

  @Test func `a demo has photos and an account, and is filled once`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(SampleJPEG.withComment("first"), to: "first.jpg")
    try folder.write(SampleGIF().bytes, to: "second.gif")
    try folder.write(
      #"[{"file":"first.jpg","caption":"One","favourite":true},{"file":"second.gif","caption":"Two"}]"#,
      to: "samples.json")
    try await blocking {
      for _ in 0..<2 {
        let serving = try await ServingProgram(on: folder, ["--demo", "--samples", folder.path])
        let items = try serving.client(Credential("dog", "woof")).get("/v1/photos").member("items").items
        #expect(items.map { $0["caption"] } == ["Two", "One"])
        #expect(items.map { $0["isFavourite"] } == [false, true])
        let outcome = try await serving.stop()
        #expect(outcome.output.contains("curl"))
        #expect(outcome.output.contains("http://127.0.0.1:\(serving.port)"))
      }
    }
  }

  @Test func `a demo without samples prints how to draw them`() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Program.run([
      "serve", "--demo", "--data", folder.path("data"), "--listen", "127.0.0.1:0", "--samples", folder.path("nothing"),
    ])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("script/samples"))
  }
}
