// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofTesting

@testable import TestKit
@testable import TestPictures

@Suite(.timeLimit(.minutes(3))) struct `The command pending` {
  @Test func `the outbox is listed, the oldest edit first`() async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SampleJPEG.withComment("Rex"))
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      #expect(try await service.dogs("--offline", "favourite", id, as: "ada").code == 0)
      #expect(try await service.dogs("--offline", "edit", id, "--caption", "Rex", as: "ada").code == 0)
      let lines = try JSONLines(try await service.dogs("pending", "--json", as: "ada").output)
      #expect(lines.map { $0["kind"] } == ["favourite", "metadata"])
      #expect(lines.map { $0["photo"] } == [id, id] && lines.first?["attempts"] == "0")
      let text = try await service.dogs("pending", as: "ada")
      #expect(text.output.contains("NUMBER") && text.output.contains("caption ‘Rex’"), "\(text)")
      try await service.stop()
    }
  }

  @Test func `an upload that was interrupted shows how much of it has been sent`() async throws {
    try await blocking {
      let service = try await DogService(http: "uploads: {appendBytes: '300KB'}")
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      let picture = SampleJPEG.large(byteCount: 1_500_000)
      try service.folder.write(picture, to: "rex.jpg")
      let path = service.folder.path("rex.jpg")
      #expect(try await service.dogs("--offline", "upload", path, "--visibility", "private", as: "ada").code == 0)
      func progress() async throws -> [String?] {
        let line = try JSONLines(try await service.dogs("pending", "--json", as: "ada").output).first
        return [line?["sentByteCount"], line?["byteCount"]]
      }
      #expect(try await progress() == ["0", "\(picture.count)"])
      let arrival = try service.stall("/v1/uploads/*", .patch, first: 3)
      let sync = try service.onTerminal("sync", as: "ada")
      try await arrival()
      try sync.type("\u{3}")
      #expect(try await sync.outcome() == 130)
      #expect(try await progress() == ["600000", "\(picture.count)"])
      let text = try await service.dogs("pending", as: "ada")
      #expect(text.output.contains(" SENT ") && text.output.contains("600.0 KB of 1.5 MB"), "\(text)")
      service.relent()
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      #expect(try await service.dogs("pending", "--json", as: "ada").output == "")
      try await service.stop()
    }
  }

  @Test func `a refused edit is a problem, which is retried and discarded`() async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SampleJPEG.withComment("Rex"))
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      #expect(try await service.dogs("--offline", "edit", id, "--caption", "Rex", as: "ada").code == 0)
      #expect(try await service.dogs("delete", id, as: "ada").code == 0)
      for attempt in ["first", "retried"] {
        let sync = try await service.dogs("sync", as: "ada")
        #expect(sync.code == 1 && sync.output.contains("1 problem; see: dogs pending"), "\(attempt): \(sync)")
        let lines = try JSONLines(try await service.dogs("pending", "--json", as: "ada").output)
        #expect(["gone", "not-found"].contains(lines.first?["problem"]), "\(attempt)")
        guard attempt == "first" else { break }
        let retried = try await service.dogs("pending", "retry", "all", "--json", as: "ada")
        #expect(try JSONLines(retried.output).first?["status"] == "retried", "\(retried)")
      }
      let discarded = try await service.dogs("pending", "discard", "all-problems", "--json", as: "ada")
      #expect(try JSONLines(discarded.output).first?["status"] == "discarded", "\(discarded)")
      let empty = try await service.dogs("pending", as: "ada")
      #expect(empty.code == 0 && empty.output.isEmpty && empty.errors == "No edits wait.\n", "\(empty)")
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      try await service.stop()
    }
  }

  @Test func `an edit is discarded by its number, and the photo is as the service has it`() async throws {
    try await blocking {
      let service = try await DogService()
      let id = try await service.upload(SampleJPEG.withComment("Rex"), caption: "Rex")
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      #expect(try await service.dogs("--offline", "edit", id, "--caption", "Bella", as: "ada").code == 0)
      let lines = try JSONLines(try await service.dogs("pending", "--json", as: "ada").output)
      let number = try #require(lines.first?["number"])
      let retried = try await service.dogs("pending", "retry", number, "--json", as: "ada")
      #expect(retried.code == 1)
      #expect(try JSONLines(retried.errors).first?["error"] == "not-applied", "\(retried)")
      let discarded = try await service.dogs("pending", "discard", number, as: "ada")
      #expect(discarded.output == "discarded  \(number)\n", "\(discarded)")
      let shown = try JSONLines(try await service.dogs("--offline", "show", id, "--json", as: "ada").output)
      #expect(shown.first?["caption"] == "Rex" && shown.first?["pending"] == "false")
      let none = try await service.dogs("pending", "discard", number, "--json", as: "ada")
      #expect(none.code == 1)
      #expect(try JSONLines(none.errors).first?["error"] == "not-found", "\(none)")
      try await service.stop()
    }
  }
}
