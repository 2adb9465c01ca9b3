// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofTesting

@testable import TestKit
@testable import TestPictures

/// ZIP files with the real service.
@Suite(.timeLimit(.minutes(3))) struct `The command archive` {
  /// Makes the album `Lake` of pictures.
  private func makeAlbum(_ service: DogService, _ pictures: [[UInt8]]) async throws -> [String] {
    var ids: [String] = []
    for picture in pictures { ids.append(try await service.upload(picture)) }
    let created = try await Dogs.run(
      service.options + ["album", "create", "Lake"] + ids, environment: service.environment("ada"))
    guard created.code == 0 else { throw TestFailure("\(created)") }
    return ids
  }

  private func pictures(_ count: Int) -> [[UInt8]] { (0..<count).map { SampleJPEG.withComment("picture \($0)") } }

  /// The names of the files in an archive, which Python compares with its check values.
  private func names(in path: String) throws -> [String] {
    let script = """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1]) as archive:
          assert archive.testzip() is None
          print(*archive.namelist(), sep="\\n")
      """
    return try Program.output(of: "/usr/bin/python3", ["-c", script, path]).split(separator: "\n").map(String.init)
  }

  /// Runs `dogs` in the folder of the test.
  private func inFolder(_ service: DogService, _ arguments: String...) async throws -> Program.Outcome {
    try await Program.run(
      "env", ["-C", service.folder.path, "setsid", "-w", Program.dogs] + service.options + arguments,
      environment: Dogs.environment + service.environment("ada"))
  }

  @Test func `an album becomes a file of its title in the current folder, which nothing replaces but --force`()
    async throws
  {
    try await blocking {
      let service = try await DogService()
      let ids = try await makeAlbum(service, pictures(2))
      let first = try await inFolder(service, "archive", "--album", "Lake")
      #expect(first.code == 0 && first.output.hasPrefix("Lake.zip: 2 photos, "), "\(first)")
      #expect(try names(in: service.folder.path("Lake.zip")) == ["upload.jpg", "upload (2).jpg"])
      let bytes = service.folder.read("Lake.zip")
      let again = try await inFolder(service, "archive", "--album", "Lake", "--json")
      #expect(try again.code == 1 && JSONLines(again.errors).first?["error"] == "file-exists", "\(again)")
      #expect(again.output.isEmpty && again.errors.contains("--force"))
      #expect(service.folder.read("Lake.zip") == bytes)
      #expect(try await service.dogs("album", "remove", "Lake", ids[0], as: "ada").code == 0)
      let replaced = try await inFolder(service, "archive", "--album", "Lake", "--force", "--json")
      let line = try #require(try JSONLines(replaced.output).first, "\(replaced)")
      #expect(line["file"] == "Lake.zip" && line["photoCount"] == "1" && line.members.count == 3)
      #expect(line["byteCount"] == "\(service.folder.read("Lake.zip").count)")
      #expect(try names(in: service.folder.path("Lake.zip")) == ["upload.jpg"])
      try await service.stop()
    }
  }

  @Test func `photos are named by their ids, or selected as for download`() async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      let ids = try await makeAlbum(service, pictures(3))
      let file = service.folder.path("some.zip")
      let named = try await service.dogs("archive", ids[2], ids[0], ids[2], "-o", file)
      #expect(named.code == 0 && named.output.hasPrefix("\(file): 2 photos, "), "\(named)")
      #expect(try names(in: file) == ["\(ids[2]).jpg", "\(ids[0]).jpg"])
      let mine = service.folder.path("mine.zip")
      #expect(try await service.dogs("archive", "--mine", "--output", mine, as: "ada").code == 0)
      #expect(try names(in: mine).count == 3)
      let none = try await service.dogs("archive", "--mine", "-o", service.folder.path("none.zip"), "--json", as: "bob")
      #expect(try none.code == 1 && JSONLines(none.errors).first?["error"] == "not-found", "\(none)")
      try await service.stop()
    }
  }

  @Test func `a connection that breaks is made again, and the file is whole`() async throws {
    try await blocking {
      let service = try await DogService()
      _ = try await makeAlbum(service, [SampleJPEG.large(byteCount: 400_000)])
      let (whole, resumed) = (service.folder.path("whole.zip"), service.folder.path("resumed.zip"))
      #expect(try await service.dogs("archive", "--album", "Lake", "-o", whole, as: "ada").code == 0)
      try service.cut("/v1/archives/*", after: 150_000)
      let outcome = try await service.dogs("archive", "--album", "Lake", "-o", resumed, as: "ada")
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
      #expect(service.folder.read("resumed.zip") == service.folder.read("whole.zip"))
      #expect(service.folder.read("whole.zip").starts(with: [0x50, 0x4B, 3, 4]))
      try await service.stop()
    }
  }

  /// Begins to download the album `Lake`, slowly, and ends the program when some of it is there.
  private func begin(_ service: DogService, _ file: String, ending end: (TerminalProgram) throws -> Void) async throws {
    try service.drip("/v1/archives/*", byteCount: 1000, every: .milliseconds(20))
    let download = try service.onTerminal("archive", "--album", "Lake", "-o", file, as: "ada")
    try await download.wait(for: "0 of 1 archives")
    try await eventually { service.folder.read("l.zip.part").count > 2000 }
    try end(download)
    _ = try await download.outcome()
    service.relent()
    #expect(service.folder.names.contains("l.zip.part.json") && !service.folder.names.contains("l.zip"))
  }

  @Test(arguments: [SIGINT, SIGKILL])
  func `on a terminal a bar shows how far it has come, and the same command goes on after it was ended`(
    signal: Int32
  ) async throws {
    try await blocking {
      let service = try await DogService()
      _ = try await makeAlbum(service, [SampleJPEG.large(byteCount: 400_000)])
      let file = service.folder.path("l.zip")
      let before = service.folder.names
      try await begin(service, file) { signal == SIGINT ? try $0.type("\u{3}") : $0.signal(signal) }
      let count = service.folder.read("l.zip.part").count
      let outcome = try await service.dogs("archive", "--album", "Lake", "-o", file, as: "ada")
      #expect(
        outcome.code == 0 && outcome.errors.isEmpty && outcome.output.hasPrefix("\(file): 1 photo, "), "\(outcome)")
      #expect(try names(in: file) == ["upload.jpg"])
      let ranges = service.ranges(of: "/v1/archives/*")
      #expect(ranges.last == "bytes=\(count)-" && service.count(of: "/v1/archives", .post) == 1, "\(ranges)")
      #expect(service.folder.names.sorted() == (before + ["l.zip"]).sorted())
      try await service.stop()
    }
  }

  @Test func `photos that have changed begin anew, and a photo that has gone ends it`() async throws {
    try await blocking {
      let service = try await DogService()
      let ids = try await makeAlbum(service, [SampleJPEG.large(byteCount: 400_000)] + pictures(1))
      let file = service.folder.path("l.zip")
      try await begin(service, file) { $0.signal(SIGKILL) }
      #expect(try await service.dogs("album", "remove", "Lake", ids[1], as: "ada").code == 0)
      let outcome = try await service.dogs("archive", "--album", "Lake", "-o", file, as: "ada")
      #expect(outcome.code == 0 && outcome.errors.contains("The photos have changed: beginning anew."), "\(outcome)")
      #expect(outcome.output.hasPrefix("\(file): 1 photo, "), "\(outcome)")
      #expect(try names(in: file).count == 1 && !service.folder.names.contains { $0.contains(".part") })
      try await service.stop()
    }
  }

  @Test func `an address that has expired is replaced, and the download goes on`() async throws {
    try await blocking {
      let service = try await DogService()
      _ = try await makeAlbum(service, [SampleJPEG.large(byteCount: 400_000)])
      let file = service.folder.path("l.zip")
      try await begin(service, file) { $0.signal(SIGKILL) }
      let count = service.folder.read("l.zip.part").count
      try service.refuseNext("/v1/archives/*", status: 404, name: "not-found")
      let outcome = try await service.dogs("archive", "--album", "Lake", "-o", file, as: "ada")
      #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome)")
      #expect(
        service.count(of: "/v1/archives", .post) == 2 && service.ranges(of: "/v1/archives/*").last == "bytes=\(count)-")
      #expect(try names(in: file) == ["upload.jpg"])
      try await service.stop()
    }
  }

  @Test func `what has come is named where it fails, and is not mixed with other photos`() async throws {
    try await blocking {
      let service = try await DogService()
      let ids = try await makeAlbum(service, [SampleJPEG.large(byteCount: 400_000)] + pictures(1))
      let file = service.folder.path("l.zip")
      try await begin(service, file) { $0.signal(SIGKILL) }
      try service.refuse("/v1/archives/*")
      let refused = try await service.dogs("archive", "--album", "Lake", "-o", file, as: "ada")
      #expect(
        refused.code == 1 && refused.errors.contains("l.zip.part; the same command goes on with them."), "\(refused)")
      service.relent()
      let other = try await service.dogs("archive", ids[1], "-o", file, as: "ada")
      #expect(other.code == 0 && other.errors.contains("l.zip.part is of other photos: beginning anew."), "\(other)")
      #expect(try names(in: file).count == 1)
      try service.folder.write("mine", to: "n.zip.part")
      let mine = try await service.dogs("archive", ids[1], "-o", service.folder.path("n.zip"), as: "ada")
      #expect(mine.code == 1 && mine.errors.contains("move it away") && service.folder.read("n.zip.part").count == 4)
      try await service.stop()
    }
  }

  @Test func `what cannot be read or written becomes no file, and the remedy is named`() async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      let ids = try await makeAlbum(service, pictures(1))
      let file = service.folder.path("x.zip")
      for (words, error) in [
        (["--album", "Hills"], "not-found"), (["0193a7b2-c4d5-7e6f-8123-456789abcdef"], "not-found"),
        ([ids[0], "ffff"], "not-found"),
      ] {
        let refused = try await Dogs.run(
          service.options + ["archive", "-o", file, "--json"] + words, environment: service.environment("ada"))
        #expect(try refused.code == 1 && JSONLines(refused.errors).first?["error"] == error, "\(refused)")
      }
      let folder = try await service.dogs("archive", ids[0], "-o", service.folder.path, as: "ada")
      #expect(folder.code == 1 && folder.errors.contains("is a folder: give the name of a file in it"), "\(folder)")
      let nowhere = try await service.dogs("archive", ids[0], "-o", service.folder.path("no/x.zip"), as: "ada")
      #expect(nowhere.code == 1 && nowhere.errors.contains("its folder is not there: make it"), "\(nowhere)")
      let device = try await service.dogs("archive", ids[0], "-o", "/dev/null", "--force", as: "ada")
      #expect(device.code == 1 && device.errors.contains("no ordinary file"), "\(device)")
      let offline = try await service.dogs("--offline", "archive", ids[0], "--json", as: "ada")
      #expect(try offline.code == 2 && JSONLines(offline.errors).first?["error"] == "offline", "\(offline)")
      #expect(!service.folder.names.contains { $0.hasSuffix(".zip") || $0.hasSuffix(".partial") })
      try await service.stop()
    }
  }
}
