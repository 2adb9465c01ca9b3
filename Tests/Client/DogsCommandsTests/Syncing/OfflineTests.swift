// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Commands with the replica alone, while the service is down.
@Suite(.timeLimit(.minutes(3))) struct `Dogs offline` {
  /// A service with a photo of ada's, of which her replica knows, and that is down.
  private func down(_ body: (DogService, _ id: String) async throws -> Void) async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SampleJPEG.withComment("Rex"), caption: "Rex")
      let sync = try await service.dogs("sync", as: "ada")
      #expect(sync.code == 0 && sync.output == "In step as ada: 1 photo, 0 edits sent, 0 problems\n", "\(sync)")
      try await service.takeDown()
      try await body(service, id)
      try await service.stop()
    }
  }

  @Test func `a list has the same members as online, and pending and problems`() async throws {
    try await blocking {
      let service = try await DogService()
      _ = try await service.upload(SampleJPEG.withComment("Rex"), caption: "Rex")
      let online = try JSONLines(try await service.dogs("list", "--json", as: "ada").output)
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      try await service.takeDown()
      let offline = try JSONLines(try await service.dogs("--offline", "list", "--json", as: "ada").output)
      var members = try #require(offline.first).members
      #expect(members.removeValue(forKey: "pending") == .bool(false))
      #expect(members.removeValue(forKey: "problems") == .array([]))
      #expect(members == online.first?.members)
      try await service.stop()
    }
  }

  @Test func `a favourite made by the beginning of an id waits, and the next sync sends it`() async throws {
    try await down { service, id in
      let liked = try await service.dogs("--offline", "favourite", String(id.prefix(13)), as: "ada")
      #expect(liked.code == 0 && liked.output == "Rex: 1 favourite  (waits for: dogs sync)\n", "\(liked)")
      let listed = try await service.dogs("--offline", "favourites", as: "ada")
      #expect(listed.output.contains("Rex") && listed.errors == "Edits of 1 photo wait for: dogs sync\n", "\(listed)")
      try await service.bringUp()
      let sync = try await service.dogs("sync", "--json", as: "ada")
      let summary = try JSONLines(sync.output).first
      #expect(sync.code == 0 && summary?["sent"] == "1" && summary?["pending"] == "0", "\(sync)")
      let shown = try JSONLines(try await service.dogs("show", id, "--json", as: "ada").output)
      #expect(shown.first?["isFavourite"] == "true")
    }
  }

  @Test func `DOGS_OFFLINE does as --offline, and sync asks the service all the same`() async throws {
    try await down { service, id in
      let environment = service.environment("ada") + ["DOGS_OFFLINE=1"]
      let shown = try await Dogs.run(service.options + ["show", id], environment: environment)
      #expect(shown.code == 0 && shown.output.contains("Rex"), "\(shown)")
      try await service.bringUp()
      #expect(try await Dogs.run(service.options + ["sync"], environment: environment).code == 0)
    }
  }

  @Test func `a photo that is added offline can be shown and fetched, and is uploaded by the next sync`() async throws {
    try await down { service, _ in
      let picture = SampleJPEG.withComment("Bella")
      try service.folder.write(picture, to: "bella.jpg")
      let queued = try await service.dogs(
        "--offline", "upload", service.folder.path("bella.jpg"), "--caption", "Bella", "--json", as: "ada")
      let line = try #require(try JSONLines(queued.output).first)
      #expect(queued.code == 0 && line["status"] == "queued" && line["pending"] == "true", "\(queued)")
      let again = try await service.dogs(
        "--offline", "upload", service.folder.path("bella.jpg"), "--json", "--caption", "Bella", as: "ada")
      #expect(try JSONLines(again.output).first?["status"] == "present", "\(again)")
      let id = try #require(line["id"])
      let fetched = try await service.dogs("--offline", "fetch", id, "-o", service.folder.path("out.jpg"), as: "ada")
      #expect(fetched.code == 0 && service.folder.read("out.jpg") == picture, "\(fetched)")
      let edited = try await service.dogs("--offline", "edit", id, "--caption", "Bella at the lake", as: "ada")
      #expect(edited.output == "\(id)  private  Bella at the lake  (waits for: dogs sync)\n", "\(edited)")
      try await service.bringUp()
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      let list = try JSONLines(try await service.dogs("list", "--mine", "--json", as: "ada").output)
      #expect(list.map { $0["caption"] } == ["Bella at the lake", "Rex"])
    }
  }

  @Test func `a photo that is deleted offline is gone at once, and on the service after the next sync`() async throws {
    try await down { service, id in
      let deleted = try await service.dogs("--offline", "delete", id, "--json", as: "ada")
      let line = try JSONLines(deleted.output).first
      #expect(line?["status"] == "deleted" && line?["pending"] == "true", "\(deleted)")
      let shown = try await service.dogs("--offline", "show", id, "--json", as: "ada")
      #expect(shown.code == 1)
      #expect(try JSONLines(shown.errors).first?["error"] == "photo-not-here", "\(shown)")
      try await service.bringUp()
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      #expect(try await service.dogs("show", id, as: "ada").code == 1)
    }
  }

  @Test func `bytes that are not on this machine are said to be so`() async throws {
    try await down { service, id in
      let fetched = try await service.dogs(
        "--offline", "fetch", id, "-o", service.folder.path("x.jpg"), "--json", as: "ada")
      #expect(fetched.code == 1)
      #expect(try JSONLines(fetched.errors).first?["error"] == "bytes-not-here", "\(fetched)")
    }
  }

  @Test func `a photo of which nobody knows where it was taken does not become public offline`() async throws {
    try await down { service, id in
      try await service.bringUp()
      #expect(try await service.dogs("edit", id, "--visibility", "private", as: "ada").code == 0)
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      try await service.takeDown()
      let refused = try await service.dogs("--offline", "edit", id, "--visibility", "public", "--json", as: "ada")
      #expect(refused.code == 1)
      #expect(try JSONLines(refused.errors).first?["error"] == "location-undecided", "\(refused)")
      let given = try await service.dogs(
        "--offline", "edit", id, "--visibility", "public", "--with-location", as: "ada")
      #expect(given.code == 0 && given.output.contains("public  Rex  (waits for"), "\(given)")
    }
  }

  @Test(arguments: [["login"], ["download", "--all"], ["watch"], ["delete", "--forever", "0193a7b2"]])
  func `commands that need the service say so`(words: [String]) async throws {
    try await blocking {
      let outcome = try await Dogs.run(["--offline"] + words + ["--json"])
      #expect(outcome.code == 2)
      #expect(try JSONLines(outcome.errors).first?["error"] == "offline", "\(outcome)")
    }
  }

  @Test func `without a replica, the way to make one is told`() async throws {
    try await blocking {
      let folder = try TemporaryFolder()
      let outcome = try await Dogs.run(["--offline", "list"], environment: ["XDG_DATA_HOME=\(folder.path)"])
      #expect(outcome.code == 1 && outcome.errors.contains("make one by: dogs sync"), "\(outcome)")
      #expect(!folder.names.contains("dogs"))
    }
  }

  @Test func `the only replica of a service is used without a name, and several are told apart by it`() async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      #expect(try await service.dogs("--offline", "list").code == 0)
      #expect(try await service.dogs("sync", as: "bob").code == 0)
      let unclear = try await service.dogs("--offline", "list")
      #expect(unclear.code == 1 && unclear.errors.contains("set DOGS_USER"), "\(unclear)")
      #expect(try await service.dogs("--offline", "list", as: "bob").code == 0)
      try await service.stop()
    }
  }
}
