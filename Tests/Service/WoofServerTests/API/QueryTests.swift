// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// The query of a request.
@Suite(.overEachProtocol) struct QueryTests {
  static let routes = [
    "/v1/photos", "/v1/photos/00000000-0000-7000-8000-000000000000",
    "/v1/photos/00000000-0000-7000-8000-000000000000/original",
    "/v1/photos/00000000-0000-7000-8000-000000000000/variants/thumb", "/v1/me", "/v1/me/photos", "/v1/me/favourites",
    "/v1/changes", "/v1/events", "/healthz", "/readyz", "/metrics", "/openapi.yaml",
    "/v1/albums", "/v1/albums/00000000-0000-7000-8000-000000000000",
    "/v1/albums/00000000-0000-7000-8000-000000000000/photos", "/v1/me/albums",
  ]

  @Test(arguments: routes)
  func `an unknown parameter is refused by name`(route: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.get("\(route)?colour=brown")
      #expect(response.status == 400)
      #expect(response.problem == "invalid-parameter")
      #expect(try response.member("parameter") == "colour")
    }
  }

  @Test(arguments: ["PUT", "DELETE"])
  func `writes refuse parameters that they do not use`(method: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let response = try ada.send(method, "/v1/photos/\(id)/favourite?on=1")
      #expect(response.problem == "invalid-parameter")
      #expect(try response.member("parameter") == "on")
    }
  }

  @Test func `a repeated parameter is refused`() async throws {
    try await withService { service in
      let response = try service.client().get("/v1/photos?limit=3&limit=3")
      #expect(response.problem == "invalid-parameter")
      #expect(try response.member("parameter") == "limit")
    }
  }

  @Test func `parameters are percent-decoded, and a plus is a space`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.add(SampleJPEG.next(), "?caption=Rex+%26%20Bella%2B%C3%A9&visibility=%75nlisted")
      #expect(photo["caption"] == "Rex & Bella+é")
      #expect(photo["visibility"] == "unlisted")
    }
  }

  @Test(arguments: ["caption=%", "caption=%4", "caption=%GG", "caption=%FF", "%FF=1", "caption=%C3%28"])
  func `a query that is not percent-encoded UTF-8 is refused`(query: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post("/v1/photos?\(query)", [:], SampleJPEG.next())
      #expect(response.status == 400)
      #expect(response.problem == "invalid-parameter")
    }
  }

  @Test(arguments: ["oldest", "", "Newest", "newest,popular"])
  func `an unknown order is refused`(order: String) async throws {
    try await withService { service in
      let response = try service.client().get("/v1/photos?order=\(order)")
      #expect(response.problem == "invalid-parameter")
      #expect(try response.member("parameter") == "order")
    }
  }
}
