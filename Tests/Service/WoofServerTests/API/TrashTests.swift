// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// The trash: photos that their owners delete, restore and erase.
@Suite(.overEachProtocol, .overEachWorld) struct TrashTests {
  @Test func `a photo that its owner deletes is in the trash, and is restored unchanged`() async throws {
    try await withService(deletionGrace: "1h") { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let id = try ada.addPhoto("?caption=Rex")
      _ = try bob.setFavourite(id)
      #expect(try ada.delete("/v1/photos/\(id)").status == 204)
      let trash = try ada.get("/v1/me/trash").member("items").items
      #expect(trash.compactMap { $0["id"].text } == [id])
      #expect(trash.first?["deletedAt"].text != nil && trash.first?["restorableUntil"].text != nil)
      #expect(try bob.get("/v1/me/trash").member("items").items.isEmpty)
      #expect(try bob.post("/v1/photos/\(id)/restore", [:], []).problem == "gone")
      let restored = try ada.post("/v1/photos/\(id)/restore", [:], [])
      #expect(restored.status == 200)
      #expect(try restored.member("favouriteCount") == 1)
      #expect(try service.client().get("/v1/photos/\(id)").member("caption").text == "Rex")
      #expect(try ada.get("/v1/me/trash").member("items").items.isEmpty)
      #expect(try ada.post("/v1/photos/\(id)/restore", [:], []).status == 200)
      #expect(try bob.post("/v1/photos/\(id)/restore", [:], []).problem == "forbidden")
    }
  }

  @Test(.embeddedOnly("nothing removes the files of blobs in the other world"))
  func `an erased photo is gone for good, with its bytes`() async throws {
    try await withService(deletionGrace: "1h") { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      #expect(try ada.delete("/v1/me/trash/\(id)").problem == "not-found")
      _ = try ada.delete("/v1/photos/\(id)")
      #expect(service.blobs.count == 1)
      #expect(try await service.member("bob").delete("/v1/me/trash/\(id)").problem == "gone")
      #expect(try ada.delete("/v1/me/trash/\(id)").status == 204)
      #expect(try ada.post("/v1/photos/\(id)/restore", [:], []).problem == "gone")
      #expect(try ada.get("/v1/me/trash").member("items").items.isEmpty)
      try await eventually { service.blobs.isEmpty }
    }
  }

  @Test func `a photo that an administrator deletes is not the owner's to restore`() async throws {
    try await withService(deletionGrace: "1h") { service in
      let ada = try await service.member("ada")
      let root = try await service.member("root", isAdministrator: true)
      let id = try ada.addPhoto()
      #expect(try root.delete("/v1/photos/\(id)").status == 204)
      #expect(try ada.get("/v1/me/trash").member("items").items.isEmpty)
      #expect(try ada.post("/v1/photos/\(id)/restore", [:], []).problem == "forbidden")
      #expect(try ada.delete("/v1/me/trash/\(id)").problem == "not-found")
    }
  }

  @Test func `pages of the trash contain each photo once, and private ones for their owner only`() async throws {
    try await withService(deletionGrace: "1h") { service in
      let ada = try await service.member("ada")
      let ids = try (0..<5).map { _ in try ada.addPhoto("?visibility=private") }
      for id in ids { _ = try ada.delete("/v1/photos/\(id)") }
      #expect(Set(try ada.pages("/v1/me/trash?limit=2").flatMap { $0 }) == Set(ids))
      #expect(try ada.ids("/v1/me/trash?idPrefix=\(ids[2])") == [ids[2]])
      #expect(try await service.member("bob").post("/v1/photos/\(ids[0])/restore", [:], []).problem == "not-found")
    }
  }

  @Test func `photos are found by the beginning of their ids`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let (hidden, open) = (try ada.addPhoto("?visibility=private"), try ada.addPhoto())
      for id in [hidden, open] {
        for count in [20, 35, 36] { #expect(try ada.ids("/v1/photos?idPrefix=\(id.prefix(count))") == [id]) }
        #expect(try ada.ids("/v1/me/photos?idPrefix=\(id)") == [id])
      }
      #expect(try ada.ids("/v1/photos?idPrefix=\(open.prefix(4))&limit=1").count == 1)
      #expect(try service.client().ids("/v1/photos?idPrefix=\(hidden)").isEmpty)
      for wrong in ["019", "xyzw", "0193A7B2", "\(open)0"] {
        #expect(try ada.get("/v1/photos?idPrefix=\(wrong)").problem == "invalid-parameter", "\(wrong)")
      }
      #expect(try ada.get("/v1/photos?idPrefix=\(open)&order=popular").problem == "invalid-parameter")
    }
  }
}

/// The names that files had where they came from.
@Suite(.overEachProtocol, .overEachWorld) struct FileNameTests {
  @Test func `the name of a file is shown to its owner only, and names the download`() async throws {
    try await withService { service in
      let (ada, bob) = (try await service.member("ada"), try await service.member("bob"))
      let photo = try ada.add(SampleJPEG.next(), "?fileName=R%C3%A9x%20at%20the%20lake.jpg")
      let id = try #require(photo["id"].text)
      #expect(photo["fileName"].text == "Réx at the lake.jpg")
      let own = [
        try ada.get("/v1/photos/\(id)").json(), try ada.get("/v1/photos").member("items").items[0],
        try ada.get("/v1/me/photos").member("items").items[0], try ada.get("/v1/changes").member("changes").items[0],
      ]
      for seen in own { #expect(seen["fileName"].text == "Réx at the lake.jpg") }
      for client in [bob, service.client()] {
        for target in ["/v1/photos/\(id)", "/v1/photos", "/v1/changes"] {
          #expect(!(try client.get(target).text.contains("lake")), "\(target)")
        }
        let download = try client.get("/v1/photos/\(id)/original?download")
        #expect(download["Content-Disposition"] == "attachment; filename=\"\(id).jpg\"")
      }
      let download = try ada.get("/v1/photos/\(id)/original?download")
      #expect(
        download["Content-Disposition"]
          == "attachment; filename=\"R_x at the lake.jpg\"; filename*=UTF-8''R%C3%A9x%20at%20the%20lake.jpg")
      #expect(download["Vary"] == "Authorization, Cookie")
    }
  }

  @Test(arguments: [
    ("attachment; filename=\"rex.jpg\"", "rex.jpg"),
    ("attachment; filename=a.jpg; filename*=UTF-8''%C3%A4.jpg", "ä.jpg"),
    ("attachment; filename=\"../../etc/passwd\"", "passwd"),
    ("attachment; filename=\"C:\\\\fakepath\\\\x.jpg\"", "x.jpg"),
    ("attachment; filename*=UTF-8''a%E2%80%AEgpj.exe", "agpj.exe"), ("attachment; filename=\".hidden\"", "hidden"),
    ("attachment; filename=\"/\"", nil), ("nonsense=", nil),
  ])
  func `a file name from a client is sanitised`(field: String, name: String?) async throws {
    try await withService { service in
      let response = try await service.member("ada").post(
        "/v1/photos", ["Content-Disposition": field], SampleJPEG.next())
      #expect(response.status == 201)
      #expect(try response.json()["fileName"].text == name)
    }
  }

  @Test(arguments: ["a/b.jpg", "a%5Cb.jpg", "a%0Ab.jpg", "a%E2%80%AEb.jpg", ".hidden", "%20x.jpg", ".."])
  func `an explicit file name must be valid`(name: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      #expect(try ada.post("/v1/photos?fileName=\(name)", [:], SampleJPEG.next()).problem == "invalid-parameter")
      let long = String(repeating: "x", count: 256)
      #expect(try ada.post("/v1/photos?fileName=\(long)", [:], SampleJPEG.next()).problem == "invalid-parameter")
    }
  }
}
