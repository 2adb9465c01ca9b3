// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofTesting

@testable import TestKit
@testable import TestPictures

/// The flows without a network and back, on a terminal.
@Suite(.timeLimit(.minutes(3))) struct `Dogs without a network, on a terminal` {
  /// Runs `dogs` as ada on a terminal to its end.
  ///
  /// - Returns: Everything that was shown.
  private func shown(_ service: DogService, _ words: String..., code: Int32 = 0) async throws -> String {
    let running = try service.onTerminal(words, as: "ada", columns: 160)
    let outcome = try await running.outcome()
    #expect(outcome == code, "\(words): \(running.shown)")
    #expect(running.isAsUsual)
    return running.shown
  }

  /// Starts a service with these photos of ada's, of which her replica knows.
  private func synchronized(
    _ captions: String..., body: (DogService, _ ids: [String]) async throws -> Void
  ) async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      var ids: [String] = []
      for caption in captions {
        ids.append(try await service.upload(SampleJPEG.withComment(caption), caption: caption))
      }
      _ = try await shown(service, "sync")
      try await body(service, ids)
      try await service.stop()
    }
  }

  @Test func `everything that is done while the service is down is done on the service by the next sync`() async throws
  {
    try await synchronized("Rex", "Bella", "Waldi") { service, ids in
      try await service.takeDown()
      let list = try await shown(service, "--offline", "list")
      #expect(list.contains("Rex") && list.contains("Bella") && list.contains("Waldi"), "\(list)")
      #expect(try await shown(service, "--offline", "show", ids[0], "--picture", "none").contains("Rex"))
      let liked = try await shown(service, "--offline", "favourite", ids[0])
      #expect(liked.contains("Rex: 1 favourite  (waits for: dogs sync)"))
      let edited = try await shown(service, "--offline", "edit", ids[1], "--caption", "Bella at the lake")
      #expect(edited.contains("Bella at the lake  (waits for: dogs sync)"))
      #expect(try await shown(service, "--offline", "delete", ids[2]).contains("deleted  \(ids[2])"))
      try service.folder.write(SampleJPEG.withComment("Hasso"), to: "hasso.jpg")
      let file = service.folder.path("hasso.jpg")
      #expect(try await shown(service, "--offline", "upload", file, "--caption", "Hasso").contains("queued"))

      let pending = try await shown(service, "pending")
      for change in ["favourite", "caption ‘Bella at the lake’", "deletion", "upload of hasso.jpg"] {
        #expect(pending.contains(change), "\(pending)")
      }
      #expect(try await shown(service, "sync", code: 1).contains("dogs sync: "))
      #expect(try await shown(service, "pending").contains("upload of hasso.jpg"))

      try await service.bringUp()
      let synced = try await shown(service, "sync", "--verify")
      #expect(synced.contains("In step as ada: 3 photos, 4 edits sent, 0 problems"), "\(synced)")
      #expect(synced.contains("The replica is as the service says."), "\(synced)")
      #expect(try await shown(service, "pending").contains("No edits wait."))
      let lines = try JSONLines(try await service.dogs("list", "--mine", "--json", as: "ada").output)
      #expect(lines.map { $0["caption"] } == ["Hasso", "Bella at the lake", "Rex"])
      #expect(lines.map { $0["isFavourite"] } == ["false", "false", "true"])
      #expect(try await service.dogs("show", ids[2], as: "ada").code == 1)
    }
  }

  @Test func `a sync shows a bar for each upload that is under way`() async throws {
    try await synchronized("Rex") { service, _ in
      try service.folder.write(SampleJPEG.large(byteCount: 300_000), to: "large.jpg")
      _ = try await shown(service, "--offline", "upload", service.folder.path("large.jpg"))
      let arrival = try service.stall("/v1/photos", .post)
      let sync = try service.onTerminal("sync", as: "ada", columns: 120)
      try await arrival()
      try await sync.wait(for: "large.jpg")
      try await sync.wait(for: "0 of 1 uploads")
      try await sync.wait(for: "sending 1")
      service.relent()
      try sync.type("\u{3}")
      #expect(try await sync.outcome() == 130)
      #expect(sync.isAsUsual)
      #expect(try await shown(service, "sync").contains("1 edit sent, 0 problems"))
      #expect(try JSONLines(try await service.dogs("list", "--mine", "--json", as: "ada").output).count == 2)
    }
  }

  @Test func `of a caption that was changed elsewhere meanwhile, the service's is kept, and the rest is sent`()
    async throws
  {
    try await synchronized("Rex", "Bella") { service, ids in
      _ = try await shown(service, "--offline", "edit", ids[0], "--caption", "Rex, by phone")
      _ = try await shown(service, "--offline", "edit", ids[1], "--visibility", "private")
      #expect(try await service.dogs("edit", ids[0], "--caption", "Rex, by laptop", as: "ada").code == 0)
      #expect(try await service.dogs("edit", ids[1], "--caption", "Bella, by laptop", as: "ada").code == 0)
      #expect(try await shown(service, "sync").contains("In step as ada: 2 photos, 2 edits sent, 0 problems"))
      for words in [["list"], ["--offline", "list"]] {
        let output = try await Dogs.run(
          service.options + words + ["--mine", "--json"], environment: service.environment("ada")
        ).output
        let lines = try JSONLines(output)
        #expect(lines.map { $0["caption"] } == ["Bella, by laptop", "Rex, by laptop"], "\(words)")
        #expect(lines.map { $0["visibility"] } == ["private", "public"], "\(words)")
      }
    }
  }

  @Test func `an edit that is refused blocks nothing, is shown with what to do, and is retried`() async throws {
    try await synchronized("Rex", "Bella") { service, ids in
      _ = try await shown(service, "--offline", "edit", ids[0], "--caption", "Rex at the lake")
      _ = try await shown(service, "--offline", "edit", ids[1], "--caption", "Bella at the lake")
      _ = try await shown(service, "--offline", "favourite", ids[0])
      try service.refuse("/v1/photos/\(ids[0])", .patch)
      let refused = try await shown(service, "sync", code: 1)
      #expect(
        refused.contains("Not in step as ada: 2 photos, 2 edits sent, 1 problem; see: dogs pending"), "\(refused)")
      let pending = try await shown(service, "pending")
      #expect(
        pending.contains("caption ‘Rex at the lake’") && pending.contains("Nobody may do this today."), "\(pending)")
      #expect(!pending.contains("Bella"))
      // The photo is shown as it is wanted.
      #expect(try await shown(service, "--offline", "list").contains("Rex at the lake"))

      service.relent()
      #expect(try await shown(service, "pending", "retry", "all").contains("retried  1"))
      #expect(try await shown(service, "sync").contains("1 edit sent, 0 problems"))
      let line = try JSONLines(try await service.dogs("show", ids[0], "--json", as: "ada").output).first
      #expect(line?["caption"] == "Rex at the lake" && line?["isFavourite"] == "true")
    }
  }

  @Test func `a picture that is refused blocks nothing, and is discarded`() async throws {
    try await synchronized("Rex") { service, ids in
      for name in ["first.jpg", "second.jpg"] { try service.folder.write(SampleJPEG.withComment(name), to: name) }
      _ = try await shown(service, "--offline", "upload", service.folder.path("first.jpg"))
      _ = try await shown(service, "--offline", "favourite", ids[0])
      try service.refuse("/v1/photos", .post, status: 422, name: "invalid-image")
      #expect(try await shown(service, "sync", code: 1).contains("1 edit sent, 1 problem; see: dogs pending"))
      service.relent()
      _ = try await shown(service, "--offline", "upload", service.folder.path("second.jpg"))
      let second = try await shown(service, "sync", code: 1)
      #expect(second.contains("1 edit sent, 1 problem; see: dogs pending"), "\(second)")
      let lines = try JSONLines(try await service.dogs("pending", "--json", as: "ada").output)
      #expect(lines.map { $0["file"] } == ["first.jpg"] && lines.first?["problem"] == "invalid-image")
      #expect(try await shown(service, "pending", "discard", "all-problems").contains("discarded  1"))
      #expect(try await shown(service, "sync").contains("In step as ada: 2 photos, 0 edits sent, 0 problems"))
    }
  }

  @Test func `an edit of somebody else's photo is a problem that says why`() async throws {
    try await synchronized("Rex") { service, ids in
      let id = try await service.upload(SampleJPEG.withComment("Hasso"), caption: "Hasso", as: "bob")
      _ = try await shown(service, "sync")
      _ = try await shown(service, "--offline", "edit", id, "--caption", "mine")
      _ = try await shown(service, "sync", code: 1)
      let line = try JSONLines(try await service.dogs("pending", "--json", as: "ada").output).first
      #expect(line?["problem"] == "forbidden")
      #expect(try await shown(service, "pending", "discard", line?["number"] ?? "").contains("discarded"))
      #expect(try await shown(service, "--offline", "show", id, "--picture", "none").contains("Hasso"))
    }
  }

  @Test func `originals never overwrite files of others, and are there after a sync that was interrupted`() async throws
  {
    try await synchronized("Rex") { service, ids in
      mkdir(service.folder.path("mirror"), 0o700)
      try service.folder.write("mine", to: "mirror/upload.jpg")
      let stalled = try service.stall("/v1/photos/*/original")
      let sync = try service.onTerminal("sync", "--originals", service.folder.path("mirror"), as: "ada")
      try await stalled()
      try sync.type("\u{3}")
      #expect(try await sync.outcome() == 130)
      #expect(sync.isAsUsual)
      service.relent()
      let again = try await shown(service, "sync", "--originals", service.folder.path("mirror"))
      #expect(again.contains("downloaded"), "\(again)")
      #expect(service.folder.read("mirror/upload.jpg") == Array("mine".utf8))
      #expect(service.folder.read("mirror/upload-\(ids[0]).jpg") == SampleJPEG.withComment("Rex"))
      let names = Set(service.folder.files(below: "mirror"))
      #expect(names == ["upload.jpg", "upload-\(ids[0]).jpg", ".dogs-originals.json"])
    }
  }

  @Test func `a watched sync sends what waits when the service is back, until control C ends it`() async throws {
    try await synchronized("Rex") { service, ids in
      _ = try await shown(service, "--offline", "favourite", ids[0])
      let watching = try service.onTerminal("sync", "--watch", as: "ada")
      try await watching.wait(for: "1 edit sent, 0 problems")
      try await watching.wait(for: "in step\r\n")
      #expect(try await service.dogs("edit", ids[0], "--caption", "Rex, by laptop", as: "ada").code == 0)
      try await service.takeDown()
      try await watching.wait(for: "waiting until")
      try await service.bringUp()
      try await watching.wait(for: "in step\r\n", count: 2)
      try watching.type("\u{3}")
      #expect(try await watching.outcome() == 130)
      #expect(watching.isAsUsual)
      #expect(try await shown(service, "--offline", "list").contains("Rex, by laptop"))
    }
  }

  @Test func `what is pinned on a terminal comes with the next sync, and a line says so`() async throws {
    try await synchronized("Rex") { service, ids in
      let pinned = try await shown(service, "pin", String(ids[0].prefix(13)))
      #expect(pinned.contains("Rex: pinned  (waits for: dogs sync)"), "\(pinned)")
      let synced = try await shown(service, "sync")
      #expect(synced.contains("fetched  \(ids[0])"), "\(synced)")
      let list = try await shown(service, "pinned")
      #expect(list.contains("1 of 1 originals are here"), "\(list)")
    }
  }
}
