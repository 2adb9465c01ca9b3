// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// `woof check`, and what the service does by itself.
struct CheckCommandTests {
  private static func check(_ folder: TemporaryFolder, _ words: String...) async throws -> Program.Outcome {
    try await Program.run(["check", "--data", folder.path("data")] + words)
  }

  /// Changes a byte in the middle of every blob.
  private static func damage(_ folder: TemporaryFolder) {
    for name in folder.files(below: "data/blobs") {
      let descriptor = open(folder.path("data/blobs/\(name)"), O_RDWR)
      pwrite(descriptor, [0x55, 0xAA], 2, 100)
      close(descriptor)
    }
  }

  @Test(arguments: [1, 400_000])
  func `a photo with changed bytes is found beside the service, and not served`(
    byteCount: Int
  ) async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder, ["--config", try Self.configuration(folder, rate: "0")])
      let ada = serving.client(try await folder.addAccount("ada"))
      let picture = SampleJPEG.large(byteCount: byteCount)
      let id = try #require(try ada.add(picture)["id"].text)
      #expect(try await Self.check(folder).code == 0)
      Self.damage(folder)
      let found = try await Self.check(folder)
      #expect(found.code == 1)
      #expect(found.output.contains(id))
      #expect(found.output.contains("/quarantine/"))
      #expect(try serving.client().get("/v1/photos/\(id)/original").status == 500)
      #expect(try serving.client().get("/v1/photos/\(id)").status == 200)
      _ = try ada.post("/v1/photos", ["Content-Type": "application/octet-stream"], picture)
      #expect(try serving.client().get("/v1/photos/\(id)/original").body == picture)
      #expect(try await Self.check(folder).code == 0)
    }
  }

  @Test func `a damaged photo is not served, even if the service has it open`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder, ["--config", try Self.configuration(folder, rate: "0")])
      let ada = serving.client(try await folder.addAccount("ada"))
      let picture = SampleJPEG.large(byteCount: 400_000)
      let id = try #require(try ada.add(picture)["id"].text)
      #expect(try serving.client().get("/v1/photos/\(id)/original").body == picture)
      Self.damage(folder)
      #expect(try await Self.check(folder).code == 1)
      // The response has begun when its file turns out to be empty, so it is cut.
      let connection = try RawClient(port: serving.port)
      try connection.send(Array("GET /v1/photos/\(id)/original HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
      let response = try? connection.receiveResponse(toHead: false)
      #expect(response?.status != 200 || response?.body.count ?? 0 < picture.count)
      #expect(response?.body.isEmpty ?? true || response?.status != 200)
    }
  }

  @Test func `the service finds damage by itself, reports it, and does not serve it`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let file = try Self.configuration(folder, rate: "1 GiB")
      let first = try await ServingProgram(on: folder, ["--config", file])
      let ada = first.client(try await folder.addAccount("ada"))
      let id = try #require(try ada.add(SampleJPEG.large(byteCount: 400_000))["id"].text)
      _ = try await first.stop()
      Self.damage(folder)
      let serving = try await ServingProgram(on: folder, ["--config", file])
      try await eventually { try serving.log.contains { $0["digest"].text?.hasPrefix("sha256-") == true } }
      #expect(try serving.client().get("/v1/photos/\(id)/original").status == 500)
      let metrics = try serving.metrics()
      #expect(metrics.contains("woof_store_damaged_blobs_total 1\n"))
      #expect(metrics.contains("woof_store_scrubbed_bytes_total"))
    }
  }

  private static func configuration(_ folder: TemporaryFolder, rate: String) throws -> String {
    try folder.write(#"{modules: {"storage.embedded": {scrubRate: "\#(rate)"}}}"#, to: "woof.json5")
    return folder.path("woof.json5")
  }

  @Test func `damage is repaired after the service has stopped, from a backup if needed`() async throws {
    let folder = try TemporaryFolder()
    try await blocking {
      let serving = try await ServingProgram(on: folder)
      let ada = serving.client(try await folder.addAccount("ada"))
      _ = try ada.addPhoto()
      #expect(try await Program.run(["backup", folder.path("backup"), "--data", folder.path("data")]).code == 0)
      Self.damage(folder)
      let refused = try await Self.check(folder, "--repair")
      #expect(refused.code == 1)
      #expect(refused.errors.contains("stop it"))
      _ = try await serving.stop()
      let alone = try await Self.check(folder, "--repair")
      #expect(alone.code == 1)
      #expect(alone.output.contains("not repaired: every blob"))
      let outcome = try await Self.check(folder, "--repair", "--from", folder.path("backup"), "--json")
      #expect(outcome.code == 0, "\(outcome.output)")
      let json = try JSONValue(Array(outcome.output.utf8))
      #expect(json["isSound"] == true)
      #expect(json["returnedCount"] == 1)
      #expect(try await Self.check(folder).code == 0)
    }
  }

  @Test func `a sound store is reported as sound`() async throws {
    let folder = try TemporaryFolder()
    try await folder.make()
    let text = try await Self.check(folder)
    #expect(text.code == 0)
    #expect(text.output == "0 blobs of 0 B checked, all is sound\n")
    let json = try JSONValue(Array(try await Self.check(folder, "--quick", "--json").output.utf8))
    #expect(json["isSound"] == true && json["depth"] == "lengths")
    #expect(json["findings"].items.isEmpty)
    #expect(
      json.names == [
        "dataFolder", "depth", "isSound", "blobCount", "blobByteCount", "orphanCount", "findings", "omittedCount",
        "quarantined",
      ])
  }

  @Test func `a check that only compares lengths reports that no bytes were read`() async throws {
    let folder = try TemporaryFolder()
    try await folder.make()
    for words in [["--quick"], ["--quick", "--repair"]] {
      let outcome = try await Program.run(["check", "--data", folder.path("data")] + words)
      #expect(outcome.code == 0)
      #expect(!outcome.output.contains("all is sound"))
      #expect(outcome.output.hasSuffix("records and lengths are sound; no bytes were read\n"))
    }
  }

  @Test func `progress is shown on a terminal only`() async throws {
    let folder = try TemporaryFolder()
    try await folder.make()
    let command = "\(Program.woof) check --data \(folder.path("data"))"
    let shown = try await Program.run("script", ["-qec", command, "/dev/null"])
    #expect(shown.code == 0)
    #expect(shown.output.contains("checking records"))
    #expect(shown.output.contains("all is sound"))
    #expect(try await Self.check(folder).errors == "Data folder: \(folder.path("data"))\n")
  }

  @Test func `a folder without a store cannot be checked`() async throws {
    let folder = try TemporaryFolder()
    for words in [[], ["--repair"]] {
      let outcome = try await Program.run(["check", "--data", folder.path("data")] + words)
      #expect(outcome.code == 1)
      #expect(outcome.errors.contains("there is no store"))
      #expect(folder.names.isEmpty)
    }
  }
}
