// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import TestKit
@testable import TestPictures

@Suite(.timeLimit(.minutes(3))) struct `The commands pin, unpin and pinned` {
  private static let picture = SampleJPEG.withComment("Rex")

  /// A service with a photo of bob's, of which ada's replica knows.
  private func synchronized(_ body: (DogService, _ id: String) async throws -> Void) async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      let id = try await service.upload(Self.picture, caption: "Rex", as: "bob")
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      try await body(service, id)
      try await service.stop()
    }
  }

  @Test func `the next sync fetches what is pinned, which is there without a network then`() async throws {
    try await synchronized { service, id in
      let pinned = try await service.dogs("pin", String(id.prefix(13)), as: "ada")
      #expect(pinned.code == 0 && pinned.output == "Rex: pinned  (waits for: dogs sync)\n", "\(pinned)")
      let sync = try await service.dogs("sync", as: "ada")
      #expect(sync.code == 0 && sync.output.contains("fetched  \(id)\n"), "\(sync)")
      try await service.takeDown()
      let fetched = try await service.dogs("--offline", "fetch", id, "-o", service.folder.path("out.jpg"), as: "ada")
      #expect(fetched.code == 0 && service.folder.read("out.jpg") == Self.picture, "\(fetched)")
      let again = try await service.dogs("pin", id, as: "ada")
      #expect(again.output == "Rex: pinned\n", "\(again)")
    }
  }

  @Test func `pinned photos are listed, with how many of their originals are here`() async throws {
    try await synchronized { service, id in
      let none = try await service.dogs("pinned", as: "ada")
      #expect(none.code == 0 && none.output.isEmpty && none.errors == "No photos are pinned.\n", "\(none)")
      #expect(try await service.dogs("pin", id, as: "ada").code == 0)
      let missing = try await service.dogs("pinned", as: "ada")
      #expect(missing.output.contains("Rex"), "\(missing)")
      #expect(missing.errors == "0 of 1 originals are here; the others come by: dogs sync\n", "\(missing)")
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      let here = try await service.dogs("--offline", "pinned", as: "ada")
      #expect(here.errors == "1 of 1 originals are here\n", "\(here)")
    }
  }

  @Test func `lines of JSON are photos that tell whether they are pinned and here`() async throws {
    try await synchronized { service, id in
      let pinned = try JSONLines(try await service.dogs("pin", id, "--json", as: "ada").output)
      #expect(
        pinned.first?["id"] == id && pinned.first?["pinned"] == "true" && pinned.first?["originalHere"] == "false")
      let sync = try JSONLines(try await service.dogs("sync", "--json", as: "ada").output)
      #expect(sync.map { $0["status"] } == [nil, "fetched"])
      let listed = try JSONLines(try await service.dogs("pinned", "--json", as: "ada").output)
      #expect(listed.map { $0["id"] } == [id] && listed.first?["originalHere"] == "true")
      let unpinned = try JSONLines(try await service.dogs("unpin", id, "--json", as: "ada").output)
      #expect(unpinned.first?["pinned"] == "false")
      #expect(try JSONLines(try await service.dogs("pinned", "--json", as: "ada").output).count == 0)
    }
  }

  @Test func `a photo that the replica does not have keeps no other from being pinned`() async throws {
    try await synchronized { service, id in
      let unknown = "0193a7b2-c4d5-7e6f-8123-456789abcdef"
      let outcome = try await service.dogs("pin", unknown, id, "--json", as: "ada")
      #expect(outcome.code == 1)
      #expect(try JSONLines(outcome.output).first?["id"] == id, "\(outcome)")
      #expect(try JSONLines(outcome.errors).first?["error"] == "photo-not-here", "\(outcome)")
    }
  }

  @Test func `an original that does not come makes the sync fail, and the others come`() async throws {
    try await synchronized { service, id in
      let other = try await service.upload(SampleJPEG.withComment("Bella"), caption: "Bella", as: "bob")
      #expect(try await service.dogs("sync", as: "ada").code == 0)
      #expect(try await service.dogs("pin", id, other, as: "ada").code == 0)
      try service.refuse("/v1/photos/\(id)/original")
      let sync = try await service.dogs("sync", "--json", as: "ada")
      #expect(sync.code == 1)
      let lines = try JSONLines(sync.output)
      #expect(lines.first { $0["id"] == id }?["status"] == "failed", "\(sync)")
      #expect(lines.first { $0["id"] == other }?["status"] == "fetched", "\(sync)")
    }
  }
}
