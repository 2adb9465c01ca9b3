// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures
import WoofCore

/// Which reading stands in the audit log.
@Suite struct ReadingAuditTests {
  private static func entries(_ admin: Client) throws -> [JSONValue] {
    try admin.get("/admin/v1/audit").member("items").items.filter { $0["action"].text != "accounts.sign-in" }
  }

  @Test func `reading the annotations of another's photo is logged, and the owner's reading is not`() async throws {
    try await withService(pictures: ScriptedTransformer(), hasAdministrators: true) { service in
      let (ada, admin) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let (photo, own) = (try ada.addPhoto(), try admin.addPhoto())
      #expect(try ada.get("/v1/photos/\(photo)?annotations").status == 200)
      #expect(try admin.get("/v1/photos/\(own)?annotations").status == 200)
      #expect(try admin.get("/v1/photos/\(photo)").status == 200)
      #expect(try Self.entries(admin).isEmpty)
      #expect(try admin.get("/v1/photos/\(photo)?annotations").member("annotations") != nil)
      let entries = try Self.entries(admin)
      #expect(entries.map { $0["action"].text } == ["photos.read", "photos.read"])
      let asked = try #require(entries.last)
      #expect(asked["subject"].text == photo && asked["who"].text == "eve")
      #expect(asked["details"]["annotations"] == true && asked["details"]["owner"].text == "ada")
    }
  }

  @Test func `reading a variant of a private photo is logged, and of a public one is not`()
    async throws
  {
    try await withService(pictures: ScriptedTransformer(), hasAdministrators: true) { service in
      let (ada, admin) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let (hidden, open) = (try ada.addPhoto("?visibility=private"), try ada.addPhoto())
      #expect(try admin.get("/admin/v1/photos/\(open)/variants/thumb").status == 200)
      #expect(try Self.entries(admin).isEmpty)
      #expect(try admin.get("/admin/v1/photos/\(hidden)/variants/thumb").status == 200)
      let entries = try Self.entries(admin)
      #expect(entries.map { $0["action"].text } == ["photos.read", "photos.read"])
      let asked = try #require(entries.last)
      #expect(asked["subject"].text == hidden && asked["who"].text == "eve")
      #expect(asked["details"]["variant"].text == "thumb" && asked["details"]["owner"].text == "ada")
    }
  }

  @Test func `reading quarantined bytes is logged, and listing them is not`() async throws {
    let crashing = ScriptedTransformer { _, _, _ in ScriptedTransformer.failure(.crashed) }
    try await withService(pictures: crashing, hasAdministrators: true) { service in
      let (ada, admin) = (try await service.member("ada"), try await service.member("eve", isAdministrator: true))
      let picture = SampleJPEG.next()
      #expect(try ada.post("/v1/photos", ["Content-Type": "image/jpeg"], picture).problem == "image-quarantined")
      let items = try admin.get("/admin/v1/quarantine").member("items").items
      let digest = try #require(items.first?["digest"].text)
      #expect(try Self.entries(admin).isEmpty)
      #expect(try admin.get("/admin/v1/quarantine/\(digest)").body == picture)
      let entries = try Self.entries(admin)
      #expect(entries.map { $0["action"].text } == ["quarantine.read", "quarantine.read"])
      #expect(entries.last?["subject"].text == digest && entries.first?["outcome"].text == "done")
    }
  }
}
