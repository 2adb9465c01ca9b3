// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient

@testable import TestKit
@testable import TestPictures

/// Share links with the real service.
@Suite(.timeLimit(.minutes(3))) struct `The command link` {
  private func makeAlbum(_ title: String, _ service: DogService) async throws -> String {
    let photo = try await service.upload(SampleJPEG.withComment(title), caption: title)
    let created = try await service.dogs("album", "create", title, photo, as: "ada")
    guard created.code == 0 else { throw TestFailure("\(created)") }
    return photo
  }

  /// What the service tells whoever has an address.
  private func content(at address: String) async throws -> SharedContent {
    let link = try #require(URL(string: address).flatMap { SharedLink(url: $0) }, "\(address)")
    return try await WoofClient(baseURL: try #require(link.serviceURL), retryPolicy: .never).content(of: link)
  }

  @Test func `a link to an album is made, described, listed, edited and revoked`() async throws {
    try await blocking {
      let service = try await DogService()
      _ = try await makeAlbum("Lake", service)
      let created = try await service.dogs(
        "link", "create", "--album", "Lake", "--expires", "14d", "--download", as: "ada")
      #expect(created.code == 0 && created.output.hasPrefix("http://") && created.output.contains("/s/"), "\(created)")
      for part in ["Until ", "the album ‘Lake’ (1 photo now)", "as copies without these details"] {
        #expect(created.errors.contains(part), "\(created)")
      }
      let address = created.output.trimmingCharacters(in: .newlines)
      let content = try await content(at: address)
      #expect(content.title == "Lake" && content.allows.contains(.download))
      let listed = try await service.dogs("link", "list", "--album", "Lake", "--json", as: "ada")
      let line = try #require(try JSONLines(listed.output).first, "\(listed)")
      let id = try #require(line["id"])
      #expect(line["url"] == nil && line["location"] == "false" && line["viewCount"] == "1", "\(listed)")
      let table = try await service.dogs("link", "list", as: "ada").output
      #expect(table.contains("\n\(id)  ") && table.contains("album ‘Lake’"), "\(table)")
      let edited = try await service.dogs("link", "edit", id, "--no-download", "--location", as: "ada")
      #expect(edited.code == 0 && edited.output.contains("They may not download originals."), "\(edited)")
      #expect(edited.output.contains("the album ‘Lake’") && edited.output.contains("They are told places"))
      let revoked = try await service.dogs("link", "revoke", "0193a7b2-c4d5-7e6f-8123-456789abcdef", id, as: "ada")
      #expect(revoked.code == 1 && revoked.output == "revoked  \(id)\n", "\(revoked)")
      #expect(revoked.errors.contains("no such link"), "\(revoked)")
      await #expect(throws: WoofError.self) { _ = try await self.content(at: address) }
      let none = try await service.dogs("link", "list", as: "ada")
      #expect(none.code == 0 && none.output.isEmpty && none.errors == "There are no links.\n", "\(none)")
      try await service.stop()
    }
  }

  @Test func `a link to a photo has the password that standard input gives`() async throws {
    try await blocking {
      let service = try await DogService()
      let photo = try await makeAlbum("Lake", service)
      let arguments =
        service.options + ["link", "create", "--photo", String(photo.prefix(18)), "--password", "--json"]
      let created = try await Program(
        "setsid", arguments: ["-w", Program.dogs] + arguments, input: "tail wagging\n",
        environment: Dogs.environment + service.environment("ada")
      ).outcome()
      let line = try #require(try JSONLines(created.output).first, "\(created)")
      #expect(created.code == 0 && created.errors.isEmpty && line["hasPassword"] == "true", "\(created)")
      #expect(line["photo"] == photo && !created.output.contains("wagging"))
      let address = try #require(line["url"])
      #expect(try await content(at: address).isLocked)
      let id = try #require(line["id"])
      let opened = try await service.dogs("link", "edit", id, "--no-password", "--json", as: "ada")
      #expect(try JSONLines(opened.output).first?["hasPassword"] == "false", "\(opened)")
      #expect(try await content(at: address).kind == .photo)
      try await service.stop()
    }
  }

  @Test func `on a terminal, the password is asked for twice and not shown`() async throws {
    try await blocking {
      let service = try await DogService()
      _ = try await makeAlbum("Lake", service)
      let making = try service.onTerminal("link", "create", "--album", "Lake", "--password", as: "ada")
      try await making.wait(for: "Password of the link: ")
      #expect(!making.isEchoing)
      try making.type("chasing squirrels\r")
      try await making.wait(for: "The same once more: ")
      try making.type("chasing squirrels\r")
      #expect(try await making.outcome() == 0)
      #expect(making.isAsUsual && !making.shown.contains("squirrels") && making.shown.contains("and its password"))
      try await service.stop()
    }
  }

  @Test func `what cannot be shared gets no link`() async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      let photo = try await makeAlbum("Lake", service)
      let missing = try await service.dogs("link", "create", "--album", "Hills", "--json", as: "ada")
      #expect(try missing.code == 1 && JSONLines(missing.errors).first?["error"] == "not-found", "\(missing)")
      let past = try await service.dogs(
        "link", "create", "--album", "Lake", "--expires", "2020-01-01", "--json", as: "ada")
      #expect(try past.code == 1 && JSONLines(past.errors).first?["error"] == "invalid-parameter", "\(past)")
      let other = try await service.dogs("link", "create", "--photo", photo, as: "bob")
      #expect(other.code == 1 && other.output.isEmpty && other.errors.hasPrefix("dogs link create: "), "\(other)")
      #expect(try await service.dogs("link", "list").code == 77)
      let offline = try await service.dogs("--offline", "link", "list", "--json", as: "ada")
      #expect(try offline.code == 2 && JSONLines(offline.errors).first?["error"] == "offline", "\(offline)")
      #expect(try await service.dogs("link", "list", "--json", as: "ada").output == "")
      try await service.stop()
    }
  }
}
