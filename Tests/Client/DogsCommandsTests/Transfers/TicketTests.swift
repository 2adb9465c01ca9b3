// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofModel

@testable import DogsCommands
@testable import TestKit
@testable import TestPictures

@Suite(.timeLimit(.minutes(2))) struct `The command ticket` {
  @Test func `the printed command uploads the picture, with its name, without a password`() async throws {
    try await blocking {
      let service = try await DogService()
      let name = "Rex's [1] {a,b} $HOME.jpg"
      try service.folder.write(SampleJPEG.next(), to: name)
      let created = try await service.dogs(
        "ticket", "create", service.folder.path(name), "--caption", "Rex", "--visibility", "unlisted", as: "ada")
      #expect(created.code == 0 && created.errors.hasPrefix("Ticket "), "\(created)")
      let lines = created.output.split(separator: "\n").map(String.init)
      try #require(lines.count == 2, "\(created)")
      #expect(lines[0].hasPrefix("http://") && lines[0].contains("/v1/uploads/by-ticket/"))
      #expect(lines[1].hasPrefix("curl ") && lines[1].hasSuffix(" \(lines[0])"), "\(lines[1])")
      var ids: Set<String> = []
      for _ in 0..<2 {
        let sent = try await Program.run("sh", ["-c", lines[1]])
        #expect(sent.code == 0, "\(sent)")
        let field = sent.output.split(separator: "\r\n").first { $0.lowercased().hasPrefix("woof-photo-id: ") }
        ids.insert(String(try #require(field?.split(separator: " ").last)))
      }
      let id = try #require(ids.first)
      let shown = try JSONLines(try await service.dogs("show", id, "--json", as: "ada").output).first
      #expect(ids.count == 1 && shown?["caption"] == "Rex" && shown?["visibility"] == "unlisted")
      #expect(shown?["fileName"] == name)
      try await service.stop()
    }
  }

  @Test func `tickets are listed without their addresses, and revoked`() async throws {
    try await blocking {
      let service = try await DogService(tls: true)
      try service.folder.write(SampleJPEG.next(), to: "rex.jpg")
      let created = try await service.dogs("ticket", "create", service.folder.path("rex.jpg"), "--json", as: "ada")
      let ticket = try #require(try JSONLines(created.output).first, "\(created)")
      let (id, url) = (try #require(ticket["id"]), try #require(ticket["url"]))
      let curl = try #require(ticket["curl"])
      #expect(curl.contains(" --cacert ") && curl.hasSuffix(url) && created.errors.isEmpty, "\(created)")
      let listed = try await service.dogs("ticket", "list", "--json", as: "ada")
      #expect(try JSONLines(listed.output).first?["id"] == id && !listed.output.contains("by-ticket"), "\(listed)")
      let table = try await service.dogs("ticket", "list", as: "ada").output
      #expect(table.hasPrefix("ID ") && table.contains("\n\(id)  "), "\(table)")
      let other = "0193a7b2-c4d5-7e6f-8123-456789abcdef"
      let revoked = try await service.dogs("ticket", "revoke", other, id, as: "ada")
      #expect(revoked.code == 1 && revoked.output == "revoked  \(id)\n", "\(revoked)")
      #expect(revoked.errors.hasPrefix("failed  \(other): ") && revoked.errors.contains("no such ticket"), "\(revoked)")
      let again = try await service.dogs("ticket", "revoke", id, "--json", as: "ada")
      let failure = try JSONLines(again.errors).first
      #expect(again.code == 1 && failure?["status"] == "failed" && failure?["error"] == "not-found", "\(again)")
      #expect(try await Program.run("sh", ["-c", curl]).code != 0)
      let none = try await service.dogs("ticket", "list", as: "ada")
      #expect(none.code == 0 && none.output.isEmpty && none.errors == "There are no tickets.\n", "\(none)")
      try await service.stop()
    }
  }

  @Test func `a public picture that tells where it was taken needs consent`() async throws {
    try await blocking {
      let service = try await DogService()
      try service.folder.write(SampleJPEG.located("Rex"), to: "rex.jpg")
      let path = service.folder.path("rex.jpg")
      let refused = try await service.dogs("ticket", "create", path, "--visibility", "public", "--json", as: "ada")
      #expect(try refused.code == 1 && JSONLines(refused.errors).first?["error"] == "location-undecided", "\(refused)")
      #expect(try await service.dogs("ticket", "list", "--json", as: "ada").output == "")
      for options in [["--visibility", "public", "--with-location"], ["--visibility", "unlisted"], []] {
        let outcome = try await Dogs.run(
          service.options + ["ticket", "create", path] + options, environment: service.environment("ada"))
        #expect(outcome.code == 0, "\(outcome)")
      }
      try await service.stop()
    }
  }

  @Test func `what is no picture, is not there or cannot be asked for gets no ticket`() async throws {
    try await blocking {
      let service = try await DogService()
      try service.folder.write("no picture", to: "rex.txt")
      let path = service.folder.path("rex.txt")
      let text = try await service.dogs("ticket", "create", path, as: "ada")
      #expect(text.code == 1 && text.errors.hasPrefix("dogs ticket create: ") && text.errors.contains("no picture"))
      let missing = try await service.dogs("ticket", "create", "\(path)x", "--json", as: "ada")
      #expect(try missing.code == 1 && JSONLines(missing.errors).first?["error"] == "file-not-readable", "\(missing)")
      #expect(try await service.dogs("ticket", "list").code == 77)
      let offline = try await service.dogs("--offline", "ticket", "list", "--json", as: "ada")
      #expect(try offline.code == 2 && JSONLines(offline.errors).first?["error"] == "offline", "\(offline)")
      try await service.stop()
    }
  }

  @Test(arguments: [
    ("rex.jpg", "--upload-file rex.jpg "), ("-", "--upload-file ./- "), ("a b", "--upload-file 'a b' "),
    ("Rex's", #"--upload-file 'Rex'\''s' "#), ("$(rm)`x`;", "--upload-file '$(rm)`x`;' "),
  ])
  func `words of the command are quoted for a shell`(file: String, expected: String) throws {
    let url = try #require(URL(string: "http://127.0.0.1/x?y=1&z"))
    let text = CurlCommand(to: url, fields: ["X": "y"], file: file, authority: nil).text
    #expect(
      text.contains(" --header 'X: y' \(expected)") && text.hasSuffix(" --url 'http://127.0.0.1/x?y=1&z'"), "\(text)")
  }
}
