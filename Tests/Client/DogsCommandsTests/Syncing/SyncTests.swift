// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit
@testable import TestPictures

@Suite(.timeLimit(.minutes(3))) struct `The command sync` {
  @Test func `on a terminal, the first sync asks once who is there`() async throws {
    try await blocking {
      let service = try await DogService()
      _ = try await service.upload(SampleJPEG.withComment("Rex"))
      let sync = try service.onTerminal("sync")
      try await sync.wait(for: "Name: ")
      try sync.type("ada\r")
      try await sync.wait(for: "Password for ada: ")
      try sync.type("\(DogService.password)\r")
      #expect(try await sync.outcome() == 0)
      #expect(sync.shown.ranges(of: "Password for").count == 1)
      #expect(sync.shown.contains("In step as ada: 1 photo, 0 edits sent, 0 problems"))
      #expect(sync.isAsUsual)
      try await service.stop()
    }
  }

  @Test func `a service that is down is reported, and nothing is lost`() async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SampleJPEG.withComment("Rex"))
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      #expect(try await service.dogs("--offline", "favourite", id, as: "ada").code == 0)
      try await service.takeDown()
      let sync = try await service.dogs("sync", "--json", as: "ada")
      #expect(sync.code == 1)
      #expect(
        ["service-unreachable", "connection-lost"].contains(try JSONLines(sync.errors).first?["error"]), "\(sync)")
      #expect(try JSONLines(try await service.dogs("pending", "--json", as: "ada").output).count == 1)
      try await service.stop()
    }
  }

  @Test func `--verify compares by digest, and says that nothing differs`() async throws {
    try await blocking {
      let service = try await DogService()
      let sync = try await service.dogs("sync", "--verify", "--json", as: "ada")
      #expect(sync.code == 0, "\(sync)")
      #expect(try JSONLines(sync.output).first?["comparison"] == "same", "\(sync)")
      try await service.stop()
    }
  }

  @Test func `a scope holds for later commands until another is named`() async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      _ = try await service.upload(SampleJPEG.withComment("Rex"), as: "ada")
      _ = try await service.upload(SampleJPEG.withComment("Bella"), as: "bob")
      for (words, count) in [(["--scope", "own"], 1), ([], 1), (["--scope", "everything"], 2)] {
        let sync = try await Dogs.run(
          service.options + ["sync", "--json"] + words, environment: service.environment("ada"))
        guard sync.code == 0 else {
          // A service that does not tell what an account sees has no windows.
          #expect(try JSONLines(sync.errors).first?["error"] == "not-found", "\(sync)")
          continue
        }
        #expect(try JSONLines(sync.output).first?["photos"] == "\(count)", "\(words): \(sync)")
        let list = try await service.dogs("--offline", "list", "--json", as: "ada")
        #expect(try JSONLines(list.output).count == count)
      }
      try await service.stop()
    }
  }

  @Test func `--watch prints what becomes of it until q, and a second process is told who has the replica`()
    async throws
  {
    try await blocking {
      let service = try await DogService()
      let watching = try service.onTerminal("sync", "--watch", as: "ada")
      try await watching.wait(for: "in step\r\n")
      let second = try await service.dogs("--offline", "list", "--json", as: "ada")
      #expect(second.code == 1)
      #expect(try JSONLines(second.errors).first?["error"] == "replica-in-use", "\(second)")
      #expect(second.errors.contains("process ") && second.errors.contains("--replica"))
      try watching.type("q")
      #expect(try await watching.outcome() == 0)
      #expect(watching.isAsUsual)
      #expect(try await service.dogs("--offline", "list", as: "ada").code == 0)
      try await service.stop()
    }
  }

  @Test func `control C ends --watch`() async throws {
    try await blocking {
      let service = try await DogService()
      let watching = try service.onTerminal("sync", "--watch", as: "ada")
      try await watching.wait(for: "in step\r\n")
      try watching.type("\u{3}")
      #expect(try await watching.outcome() == 130)
      #expect(watching.isAsUsual)
      try await service.stop()
    }
  }

  @Test func `control C ends a sync that waits for the service`() async throws {
    try await blocking {
      let service = try await DogService()
      let arrival = try service.stall("/v1/changes")
      let sync = try service.onTerminal("sync", as: "ada")
      try await arrival()
      try sync.type("\u{3}")
      #expect(try await sync.outcome() == 130)
      #expect(sync.isAsUsual)
      try await service.stop()
    }
  }

  @Test func `--watch says that the service is gone, and goes on when it is back`() async throws {
    try await blocking {
      let service = try await DogService()
      let watching = try service.onTerminal("sync", "--watch", "--json", as: "ada")
      try await watching.wait(for: #""status":"idle""#)
      try await service.takeDown()
      try await watching.wait(for: #""status":"waiting""#)
      try await service.bringUp()
      try await watching.wait(for: #""status":"idle""#, count: 2)
      try watching.type("q")
      #expect(try await watching.outcome() == 0)
      try await service.stop()
    }
  }

  @Test func `a replica of another account or another service is refused`() async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      let other = try await DogService()
      let folder = service.folder.path("replica")
      #expect(try await service.dogs("sync", "--replica", folder, as: "ada").code == 0)
      let bob = try await service.dogs("sync", "--replica", folder, "--json", as: "bob")
      #expect(bob.code == 1)
      #expect(try JSONLines(bob.errors).first?["error"] == "other-account", "\(bob)")
      let elsewhere = try await other.dogs("sync", "--replica", folder, "--json", as: "ada")
      #expect(elsewhere.code == 1)
      #expect(try JSONLines(elsewhere.errors).first?["error"] == "other-service", "\(elsewhere)")
      #expect(try await service.dogs("--offline", "list", "--replica", folder, as: "ada").code == 0)
      try await service.stop()
      try await other.stop()
    }
  }

  /// Bytes of the replica's file that are changed, and the code of the error that they make.
  static let damages = [
    (0, [UInt8](repeating: 0x77, count: 100), "replica-damaged"), (60, [0, 0, 3, 9], "replica-too-new"),
  ]

  @Test(arguments: damages)
  func `a damaged replica and one of a newer version are reported`(
    offset: Int, bytes: [UInt8], code: String
  ) async throws {
    try await blocking {
      let service = try await DogService()
      let folder = service.folder.path("replica")
      #expect(try await service.dogs("sync", "--replica", folder, as: "ada").code == 0)
      var file = service.folder.read("replica/replica.db")
      file.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      try service.folder.write(file, to: "replica/replica.db")
      for words in [["--offline", "list"], ["sync"]] {
        let outcome = try await Dogs.run(
          service.options + words + ["--replica", folder, "--json"], environment: service.environment("ada"))
        #expect(outcome.code == 1)
        #expect(try JSONLines(outcome.errors).first?["error"] == code, "\(outcome)")
      }
      #expect(service.folder.read("replica/replica.db") == file)
      try await service.stop()
    }
  }

  @Test func `on a full disk, what was acknowledged stays, and nothing half is left`() async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SampleJPEG.withComment("Rex"))
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      #expect(try await service.dogs("--offline", "favourite", id, as: "ada").code == 0)
      try service.folder.write(SampleJPEG.large(byteCount: 2_000_000), to: "large.jpg")
      let command = (service.options + ["--offline", "upload", service.folder.path("large.jpg"), "--json"])
        .map { "'\($0)'" }.joined(separator: " ")
      // A file that may not grow any further is refused as on a full disk.
      let full = try await Program.run(
        "bash", ["-c", "trap '' XFSZ; ulimit -f 1000; exec '\(Program.dogs)' \(command)"],
        environment: Dogs.environment + service.environment("ada"))
      #expect(full.code == 1)
      #expect((full.output + full.errors).contains("disk-full"), "\(full)")
      let lines = try JSONLines(try await service.dogs("pending", "--json", as: "ada").output)
      #expect(lines.map { $0["kind"] } == ["favourite"])
      #expect(service.folder.files(below: "share").allSatisfy { !$0.contains("/staged/") })
      try await service.stop()
    }
  }

  @Test func `a folder that cannot be made is reported`() async throws {
    try await blocking {
      let service = try await DogService()
      try service.folder.write("a file", to: "replica")
      let sync = try await service.dogs("sync", "--replica", service.folder.path("replica"), "--json", as: "ada")
      #expect(sync.code == 1)
      #expect(try JSONLines(sync.errors).first?["error"] == "file-not-writable", "\(sync)")
      try await service.stop()
    }
  }
}
