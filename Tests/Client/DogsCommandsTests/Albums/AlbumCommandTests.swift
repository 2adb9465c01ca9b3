// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestKit
@testable import TestPictures

/// Albums with the real service.
@Suite(.timeLimit(.minutes(3))) struct `The command album` {
  private func photos(_ service: DogService, _ captions: String...) async throws -> [String] {
    var ids: [String] = []
    for caption in captions {
      ids.append(try await service.upload(SampleJPEG.withComment(caption), caption: caption))
    }
    return ids
  }

  private func contents(_ album: String, _ service: DogService) async throws -> [String?] {
    let listed = try await service.dogs("list", "--album", album, "--json", as: "ada")
    guard listed.code == 0 else { throw TestFailure("\(listed)") }
    return try JSONLines(listed.output).map { $0["id"] }
  }

  @Test func `an album is made of photos, shown, edited and deleted by its title`() async throws {
    try await blocking {
      let service = try await DogService()
      let ids = try await photos(service, "Rex", "Bella")
      let created = try await service.dogs(
        "album", "create", "At the lake", ids[1], ids[0], "--visibility", "unlisted", as: "ada")
      let lines = created.output.split(separator: "\n")
      #expect(created.code == 0 && lines.count == 3, "\(created)")
      #expect(lines[0].hasPrefix("created  ") && lines[0].hasSuffix("  unlisted  At the lake"))
      #expect(lines[1].hasPrefix("added") && lines[1].hasSuffix(ids[1]) && lines[2].hasSuffix(ids[0]))
      #expect(try await contents("At the lake", service) == [ids[1], ids[0]])
      let shown = try await service.dogs("album", "show", "At the lake", as: "ada")
      for part in ["At the lake", "unlisted", "contributors  none", ids[0], ids[1]] {
        #expect(shown.output.contains(part), "\(shown)")
      }
      let edited = try await service.dogs(
        "album", "edit", "At the lake", "--title", "Swimming", "--cover", ids[0], "--json", as: "ada")
      let line = try JSONLines(edited.output).first
      #expect(line?["title"] == "Swimming" && line?["cover"] == ids[0] && line?["photoCount"] == "2", "\(edited)")
      let first = try await service.dogs("album", "edit", "Swimming", "--cover", "none", "--json", as: "ada")
      #expect(try JSONLines(first.output).first?["cover"] == ids[1], "\(first)")
      let deleted = try await service.dogs("album", "delete", "Swimming", "--json", as: "ada")
      #expect(try JSONLines(deleted.output).first?["status"] == "deleted", "\(deleted)")
      #expect(try await service.dogs("show", ids[0], as: "ada").code == 0)
      let gone = try await service.dogs("album", "show", "Swimming", "--json", as: "ada")
      #expect(try gone.code == 1 && JSONLines(gone.errors).first?["error"] == "not-found", "\(gone)")
      try await service.stop()
    }
  }

  @Test func `each photo that is added or removed gets its line, in the order given`() async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      let own = try await photos(service, "Rex", "Bella")
      let other = try await service.upload(SampleJPEG.withComment("Hasso"), as: "bob")
      let created = try await service.dogs("album", "create", "Lake", "--json", as: "ada")
      let album = try #require(try JSONLines(created.output).first?["id"], "\(created)")
      let added = try await service.dogs(
        "album", "add", album, own[1], other, "ffff", own[0], "--json", as: "ada")
      #expect(added.code == 1)
      #expect(try JSONLines(added.output).map { $0["id"] } == [own[1], own[0]], "\(added)")
      #expect(try JSONLines(added.output).map { $0["status"] } == ["added", "added"])
      #expect(try JSONLines(added.output).first?["album"] == album)
      #expect(try JSONLines(added.errors).map { $0["id"] } == [other, "ffff"], "\(added)")
      #expect(try await contents(album, service) == [own[1], own[0]])
      let removed = try await service.dogs("album", "remove", "Lake", own[1], as: "ada")
      #expect(removed.code == 0 && removed.output == "removed  \(own[1])\n", "\(removed)")
      #expect(try await contents("Lake", service) == [own[0]])
      try await service.stop()
    }
  }

  @Test func `albums are listed, one's own or those of others`() async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      let none = try await service.dogs("albums", as: "ada")
      #expect(none.code == 0 && none.errors == "There are no albums.\n", "\(none)")
      #expect(try await service.dogs("album", "create", "Lake", "--visibility", "public", as: "ada").code == 0)
      #expect(try await service.dogs("album", "create", "Hills", as: "ada").code == 0)
      let own = try JSONLines(try await service.dogs("albums", "--json", as: "ada").output)
      #expect(own.map { $0["title"] } == ["Hills", "Lake"])
      let table = try await service.dogs("albums", as: "ada").output
      #expect(table.contains("TITLE") && table.contains("Hills"), "\(table)")
      #expect(try await service.dogs("albums", as: "bob").output == "")
      for options in [["--all"], ["--owner", "ada"]] {
        let listed = try await Dogs.run(
          service.options + ["albums", "--json"] + options, environment: service.environment("bob"))
        #expect(try JSONLines(listed.output).map { $0["title"] } == ["Lake"], "\(listed)")
      }
      #expect(try await service.dogs("albums").code == 77)
      try await service.stop()
    }
  }

  @Test func `two albums of one title are named, and neither is changed`() async throws {
    try await blocking {
      let service = try await DogService()
      for _ in 0..<2 { #expect(try await service.dogs("album", "create", "Lake", as: "ada").code == 0) }
      let refused = try await service.dogs("album", "delete", "Lake", "--json", as: "ada")
      #expect(try refused.code == 1 && JSONLines(refused.errors).first?["error"] == "ambiguous-album", "\(refused)")
      #expect(try JSONLines(try await service.dogs("albums", "--json", as: "ada").output).count == 2)
      try await service.stop()
    }
  }

  @Test func `a contributor adds and leaves`() async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      let photo = try await service.upload(SampleJPEG.withComment("Hasso"), as: "bob")
      #expect(try await service.dogs("album", "create", "Lake", as: "ada").code == 0)
      let added = try await service.dogs("album", "contributors", "add", "Lake", "bob", "nobody", as: "ada")
      #expect(added.code == 1 && added.output == "added  bob\n", "\(added)")
      #expect(added.errors.hasPrefix("failed  nobody: "), "\(added)")
      #expect(try await service.dogs("album", "add", "Lake", photo, as: "bob").code == 0)
      let left = try await service.dogs("album", "contributors", "remove", "Lake", "bob", "--json", as: "bob")
      let line = try JSONLines(left.output).first
      #expect(left.code == 0 && line?["status"] == "removed" && line?["name"] == "bob", "\(left)")
      #expect(try await contents("Lake", service) == [photo])
      try await service.stop()
    }
  }

  @Test func `an upload puts new pictures and those that are there already into an album, in the order of their files`()
    async throws
  {
    try await blocking {
      let service = try await DogService()
      for name in ["a", "b", "c"] { try service.folder.write(SampleJPEG.withComment(name), to: "\(name).jpg") }
      let paths = ["a", "b", "c"].map { service.folder.path("\($0).jpg") }
      #expect(try await service.dogs("upload", paths[1], as: "ada").code == 0)
      let missing = try await service.dogs("upload", paths[0], "--album", "Lake", "--json", as: "ada")
      #expect(try missing.code == 1 && JSONLines(missing.errors).first?["error"] == "not-found", "\(missing)")
      #expect(try JSONLines(try await service.dogs("list", "--mine", "--json", as: "ada").output).count == 1)
      #expect(try await service.dogs("album", "create", "Lake", as: "ada").code == 0)
      let uploaded = try await service.dogs("upload", paths[2], paths[0], paths[1], "--album", "Lake", as: "ada")
      #expect(uploaded.code == 0 && uploaded.errors.hasSuffix("3 photos are in the album ‘Lake’.\n"), "\(uploaded)")
      let again = try await service.dogs("upload", paths[0], "--album", "Lake", "--json", as: "ada")
      #expect(try JSONLines(again.output).map { $0["status"] } == ["present", "added"], "\(again)")
      let listed = try JSONLines(
        try await service.dogs("list", "--album", "Lake", "--json", as: "ada").output)
      #expect(listed.map { $0["fileName"] } == ["c.jpg", "a.jpg", "b.jpg"])
      let down = try await service.dogs("download", "--album", "Lake", "--into", service.folder.path("down"), as: "ada")
      #expect(down.code == 0 && service.folder.files(below: "down").count == 3, "\(down)")
      try await service.stop()
    }
  }

  @Test func `albums need the service`() async throws {
    try await blocking {
      let service = try await DogService()
      for words in [["albums"], ["list", "--album", "Lake"], ["upload", "x.jpg", "--album", "Lake"]] {
        let outcome = try await Dogs.run(
          service.options + ["--offline", "--json"] + words, environment: service.environment("ada"))
        #expect(try outcome.code == 2 && JSONLines(outcome.errors).first?["error"] == "offline", "\(outcome)")
      }
      try await service.stop()
    }
  }
}
