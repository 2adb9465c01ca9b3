// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Who may read and change what.
@Suite(.overEachProtocol, .overEachWorld) struct VisibilityTests {
  @Test func `a photo without a visibility is private to its owner`() async throws {
    try await withService(defaultVisibility: nil) { service in
      let ada = try await service.member("ada")
      let form = Form(parts: [.photo(SampleJPEG.next())])
      let responses = [
        try ada.post("/v1/photos", ["Content-Type": "image/jpeg"], SampleJPEG.next()),
        try ada.post("/v1/photos", ["Content-Type": form.contentType], form.bytes),
        try ada.post("/v1/photos", ["Upload-Complete": "?1"], SampleJPEG.next()),
      ]
      for response in responses {
        #expect(response.status == 201)
        #expect(try response.member("visibility").text == "private")
        let id = try #require(try response.member("id").text)
        #expect(try service.client().get("/v1/photos/\(id)").problem == "not-found")
        #expect(try service.client().get("/v1/photos/\(id)/original").problem == "not-found")
      }
      #expect(try service.client().ids("/v1/photos").isEmpty)
      #expect(try ada.get("/v1/me").member("defaultVisibility").text == "private")
    }
  }

  @Test(arguments: Visibility.allCases)
  func `the configuration sets the default visibility`(visibility: Visibility) async throws {
    try await withService(defaultVisibility: visibility) { service in
      let ada = try await service.member("ada")
      let response = try ada.post("/v1/photos", ["Content-Type": "image/jpeg"], SampleJPEG.next())
      #expect(try response.member("visibility").text == visibility.rawValue)
      #expect(try ada.get("/v1/me").member("defaultVisibility").text == visibility.rawValue)
      for said in Visibility.allCases {
        #expect(try ada.add(SampleJPEG.next(), "?visibility=\(said)")["visibility"].text == said.rawValue)
      }
    }
  }

  @Test func `an unlisted photo is readable for everybody who knows its id`() async throws {
    try await withService { service in
      let id = try await service.member("ada").addPhoto("?visibility=unlisted")
      for client in [service.client(), try await service.member("bob")] {
        #expect(try client.get("/v1/photos/\(id)").status == 200)
        #expect(try client.get("/v1/photos/\(id)/original").status == 200)
      }
      #expect(try service.client().ids("/v1/photos").isEmpty)
    }
  }

  @Test func `a private photo is not found for others, like an unknown id`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let root = try await service.member("root", isAdministrator: true)
      let id = try ada.addPhoto("?visibility=private")
      let never = "0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11"
      for client in [service.client(), bob, root] {
        for suffix in ["", "/original", "/variants/thumb"] {
          let (hidden, missing) = try (
            client.get("/v1/photos/\(id)\(suffix)"), client.get("/v1/photos/\(never)\(suffix)")
          )
          #expect(hidden.problem == "not-found")
          #expect(hidden.body == missing.body)
        }
      }
      for client in [bob, root] {
        #expect(try client.setFavourite(id).problem == "not-found")
        #expect(try client.unsetFavourite(id).problem == "not-found")
        #expect(try client.delete("/v1/photos/\(id)").problem == "not-found")
        #expect(try client.send("PATCH", "/v1/photos/\(id)", json: "{}").problem == "not-found")
      }
      #expect(try ada.get("/v1/photos/\(id)/original").status == 200)
      #expect(try ada.setFavourite(id).status == 200)
    }
  }

  @Test func `a deleted private photo stays unknown to strangers, and is gone for its owner`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto("?visibility=private")
      _ = try ada.delete("/v1/photos/\(id)")
      #expect(try service.client().get("/v1/photos/\(id)").problem == "not-found")
      #expect(try ada.get("/v1/photos/\(id)").problem == "gone")
    }
  }

  @Test func `other accounts cannot change a photo that they can read`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      for visibility in ["public", "unlisted"] {
        let id = try ada.addPhoto("?visibility=\(visibility)")
        #expect(try bob.send("PATCH", "/v1/photos/\(id)", json: #"{"caption":"x"}"#).problem == "forbidden")
        #expect(try bob.delete("/v1/photos/\(id)").problem == "forbidden")
        #expect(try service.client().delete("/v1/photos/\(id)").problem == "authentication-required")
        #expect(try ada.get("/v1/photos/\(id)").member("version") == 1)
      }
    }
  }

  @Test func `an administrator changes and deletes photos that everybody can read`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let root = try await service.member("root", isAdministrator: true)
      let id = try ada.addPhoto()
      let response = try root.send("PATCH", "/v1/photos/\(id)", json: #"{"caption":"moderated"}"#)
      #expect(try response.member("caption") == "moderated")
      #expect(try response.member("owner") == "ada")
      #expect(try root.delete("/v1/photos/\(id)").status == 204)
    }
  }

  @Test func `an administrator's list has no private photos of others`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let root = try await service.member("root", isAdministrator: true)
      _ = try ada.addPhoto("?visibility=private")
      let id = try ada.addPhoto()
      #expect(try root.ids("/v1/photos") == [id])
      #expect(try root.ids("/v1/photos?owner=ada") == [id])
    }
  }

  @Test func `a fetched public photo is not served to strangers once it is private`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let clients = (0..<8).map { _ in service.client() }
      for client in clients { _ = try client.get("/v1/photos/\(id)/original") }
      _ = try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"visibility":"private"}"#)
      for client in clients {
        #expect(try client.get("/v1/photos/\(id)/original").status == 404)
        #expect(try client.get("/v1/photos/\(id)").status == 404)
      }
      _ = try ada.send("PATCH", "/v1/photos/\(id)", json: #"{"visibility":"public"}"#)
      for client in clients { #expect(try client.get("/v1/photos/\(id)/original").status == 200) }
    }
  }
}
