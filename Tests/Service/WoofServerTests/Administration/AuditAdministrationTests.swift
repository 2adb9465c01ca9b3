// SPDX-License-Identifier: Apache-2.0

import Glibc
import ProcessKit
import Testing
import WoofModel

@testable import TestKit

@Suite struct AuditAdministrationTests {
  private static func verify(_ program: AdministeredProgram) throws -> JSONValue {
    try program.client().send("POST", "/admin/v1/audit/verify").json()
  }

  @Test func `a request is logged before it is done, and its outcome after`() async throws {
    try await withAdministration { program, admin in
      let photo = try program.member("ada").addPhoto()
      #expect(try admin.delete("/admin/v1/photos/\(photo)?reason=nobody%20likes%20it").status == 204)
      let entries = try admin.get("/admin/v1/audit?limit=2").member("items").items
      #expect(entries[1]["action"].text == "photos.delete" && entries[1]["reason"].text == "nobody likes it")
      #expect(entries[1]["subject"].text == photo && entries[1]["outcome"] == nil)
      #expect(entries[0]["outcome"].text == "done" && entries[0]["outcomeOf"] == entries[1]["number"])
      #expect(try Self.verify(program)["isWhole"] == true)
    }
  }

  @Test func `pages of the log contain each entry once, the newest first`() async throws {
    try await withAdministration { program, admin in
      for name in ["ada", "bob", "cid"] { try program.addAccount(name) }
      var numbers: [Int64] = []
      var query = "?limit=2"
      while true {
        let page = try admin.get("/admin/v1/audit\(query)").json()
        numbers += page["items"].items.compactMap { $0["number"].integer }
        guard let next = page["next"].text else { break }
        query = "?limit=2&after=\(next)"
      }
      #expect(numbers == [6, 5, 4, 3, 2, 1])
    }
  }

  @Test func `acknowledged entries survive a killed service, and the log is whole`() async throws {
    try await withAdministration { program, _ in
      for name in ["ada", "bob"] { try program.addAccount(name) }
      program.serving.program.signal(SIGKILL)
      _ = try await program.serving.program.outcome()
      let next = try await AdministeredProgram(on: program.folder)
      let found = try Self.verify(next)
      #expect(found["isWhole"] == true && found["entryCount"].integer == 4)
    }
  }

  @Test func `tampering with the log is detected, and a torn line is repaired and reported`() async throws {
    try await withAdministration { program, _ in
      for name in ["ada", "bob"] { try program.addAccount(name) }
      _ = try await program.serving.stop()
      let log = String(decoding: program.folder.read("data/audit.ndjson"), as: UTF8.self)
      try program.folder.write("\(log){\"action\":\"acc", to: "data/audit.ndjson")
      let repaired = try await AdministeredProgram(on: program.folder)
      #expect(try Self.verify(repaired)["isWhole"] == true)
      #expect(try repaired.serving.log.contains { $0["message"].text == "the audit log was not whole" })
      _ = try await repaired.serving.stop()
      let whole = String(decoding: program.folder.read("data/audit.ndjson"), as: UTF8.self)
      try program.folder.write(
        whole.replacing("\"subject\":\"ada\"", with: "\"subject\":\"eve\""), to: "data/audit.ndjson")
      let forged = try await AdministeredProgram(on: program.folder)
      let found = try Self.verify(forged)
      #expect(found["isWhole"] == false && found["problem"].text?.hasPrefix("entry 1, at byte 0, ") == true)
    }
  }

  @Test func `reasons that are too long are refused`() async throws {
    try await withAdministration { program, admin in
      try program.addAccount("ada")
      let long = String(repeating: "a", count: 2_000)
      #expect(try admin.delete("/admin/v1/accounts/ada?reason=\(long)").member("parameter").text == "reason")
      let longer = String(repeating: "a", count: 100_000)
      #expect([414, 431].contains(try program.client().delete("/admin/v1/accounts/ada?reason=\(longer)").status))
      #expect(try program.client().get("/admin/v1/audit").member("items").items.count == 2)
    }
  }
}
