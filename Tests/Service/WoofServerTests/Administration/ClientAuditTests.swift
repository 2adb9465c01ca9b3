// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofServer

@testable import TestKit

/// Tests of the audit log's entries on what is done without the admin API.
@Suite struct ClientAuditTests {
  /// The newest entries that are no sign-ins, as `action subject outcome`, the newest last.
  private static func entries(_ admin: Client) throws -> [String] {
    try admin.get("/admin/v1/audit").member("items").items.reversed()
      .filter { $0["action"].text != "accounts.sign-in" }
      .map { entry in
        let words = [entry["who"], entry["action"], entry["subject"], entry["outcome"]]
        return words.compactMap(\.?.text).joined(separator: " ")
      }
  }

  @Test func `an administrator's changes and deletions of other photos are logged`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let photo = try ada.addPhoto()
      #expect(try eve.send("PATCH", "/v1/photos/\(photo)", json: #"{"caption":"spam"}"#).status == 200)
      #expect(try eve.delete("/v1/photos/\(photo)", ["If-Match": "\"0\""]).status == 412)
      #expect(try eve.delete("/v1/photos/\(photo)").status == 204)
      #expect(
        try Self.entries(eve) == [
          "eve photos.edit \(photo)", "eve photos.edit \(photo) done", "eve photos.delete \(photo)",
          "eve photos.delete \(photo) precondition-failed", "eve photos.delete \(photo)",
          "eve photos.delete \(photo) done",
        ])
      let newest = try eve.get("/admin/v1/audit?limit=2").member("items").items
      #expect(newest.last?["details"]["owner"].text == "ada")
    }
  }

  @Test func `owners' changes and deletions of their own photos are not logged`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      for client in [ada, eve] {
        let photo = try client.addPhoto()
        #expect(try client.send("PATCH", "/v1/photos/\(photo)", json: #"{"caption":"Rex"}"#).status == 200)
        #expect(try client.delete("/v1/photos/\(photo)").status == 204)
        #expect(try client.delete("/v1/photos/\(photo)").status == 410)
      }
      let others = try eve.addPhoto()
      #expect(try ada.delete("/v1/photos/\(others)").status == 403)
      #expect(try Self.entries(eve).isEmpty)
    }
  }

  @Test func `an administrator's sign-in is logged once while remembered, and members' are not`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      for _ in 0..<3 {
        for client in [ada, eve] { #expect(try client.get("/v1/me").status == 200) }
      }
      let entries = try eve.get("/admin/v1/audit").member("items").items
      #expect(entries.count == 1)
      #expect(entries.first?["action"].text == "accounts.sign-in" && entries.first?["who"].text == "eve")
      #expect(entries.first?["details"]["address"].text == "127.0.0.1")
      try await service.running.credentials.setDisabled(true, of: try #require(AccountName("ada")))
      #expect(try eve.get("/v1/me").status == 200)
      #expect(try eve.get("/admin/v1/audit").member("items").items.count == 1)
    }
  }

  @Test func `a password change is logged, and a refused one is not`() async throws {
    try await withService(hasAdministrators: true) { service in
      let (ada, eve) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      for json in [
        #"{"current":"wrong","new":"ears flapping"}"#, #"{"current":"tail wagging","new":"password1"}"#,
      ] {
        #expect([400, 403].contains(try ada.send("PUT", "/v1/me/password", json: json).status))
      }
      let json = #"{"current":"tail wagging","new":"ears flapping"}"#
      #expect(try ada.send("PUT", "/v1/me/password", json: json).status == 204)
      #expect(try Self.entries(eve) == ["ada accounts.password ada", "ada accounts.password ada done"])
    }
  }

  @Test func `commands of woof account are logged, even beside a running service`() async throws {
    try await withAdministration { program, admin in
      try program.addAccount("bob")
      func account(_ words: String..., input: String = "") async throws -> Int32 {
        try await Program.run(
          ["account"] + words + ["--data", program.folder.path("data")], input: input
        ).code
      }
      #expect(try await account("add", "ada", "--admin", input: "tail wagging\n") == 0)
      #expect(try await account("add", "cid", input: "password1\n") == 1)
      #expect(try await account("passwd", "ada", input: "ears flapping\n") == 0)
      try program.addAccount("dan")
      #expect(try await account("disable", "ada") == 0)
      #expect(try await account("enable", "ada") == 0)
      let entries = try Self.entries(admin)
      let actions = entries.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
      #expect(
        actions == [
          "accounts.add bob", "accounts.add bob done", "accounts.add ada", "accounts.add ada done",
          "accounts.password ada", "accounts.password ada done", "accounts.add dan", "accounts.add dan done",
          "accounts.edit ada", "accounts.edit ada done", "accounts.edit ada", "accounts.edit ada done",
        ])
      #expect(entries.allSatisfy { $0.hasPrefix("unix:") })
      #expect(try admin.send("POST", "/admin/v1/audit/verify").member("isWhole") == true)
    }
  }
}
