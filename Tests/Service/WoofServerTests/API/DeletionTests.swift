// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// `DELETE /v1/photos/{id}`.
@Suite(.overEachProtocol, .overEachWorld) struct DeletionTests {
  @Test func `the id of a deleted photo is gone on every route`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let response = try ada.delete("/v1/photos/\(id)")
      #expect(response.status == 204)
      #expect(response.body.isEmpty)
      #expect(response["Content-Length"] == nil)
      let client = service.client()
      let responses = try [
        client.get("/v1/photos/\(id)"), client.get("/v1/photos/\(id)/original"),
        client.get("/v1/photos/\(id)/variants/thumb"), ada.delete("/v1/photos/\(id)"), ada.setFavourite(id),
        ada.unsetFavourite(id), ada.send("PATCH", "/v1/photos/\(id)", json: #"{"caption":"x"}"#),
      ]
      #expect(responses.map(\.status) == Array(repeating: 410, count: 7))
      #expect(responses.map(\.problem) == Array(repeating: "gone", count: 7))
      #expect(try client.head("/v1/photos/\(id)").status == 410)
    }
  }

  @Test func `an original that was fetched before its deletion is gone, too`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      // On every loop.
      let clients = (0..<8).map { _ in service.client() }
      for client in clients { #expect(try client.get("/v1/photos/\(id)/original").status == 200) }
      _ = try ada.delete("/v1/photos/\(id)")
      for client in clients { #expect(try client.get("/v1/photos/\(id)/original").problem == "gone") }
    }
  }

  @Test func `If-Match and If-None-Match guard a deletion`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      let tag = try #require(try ada.get("/v1/photos/\(id)")["ETag"])
      #expect(try ada.delete("/v1/photos/\(id)", ["If-Match": "\"x\""]).problem == "precondition-failed")
      #expect(try ada.delete("/v1/photos/\(id)", ["If-None-Match": tag]).problem == "precondition-failed")
      #expect(try ada.delete("/v1/photos/\(id)", ["If-Match": tag]).status == 204)
    }
  }

  @Test func `a deletion may depend on the revision`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let id = try ada.addPhoto()
      _ = try ada.put("/v1/photos/\(id)/favourite")
      #expect(try ada.delete("/v1/photos/\(id)", ["If-Match": "\"r2\""]).problem == "precondition-failed")
      #expect(try ada.delete("/v1/photos/\(id)", ["If-Match": "\"r1\""]).status == 204)
    }
  }

  @Test func `a photo that is being sent is sent to its end despite its deletion`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.large(byteCount: 8_000_000)
      let id = try #require(try ada.add(picture)["id"].text)
      let connection = try service.connect()
      try connection.send("GET /v1/photos/\(id)/original HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = try connection.receive(through: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200"))
      #expect(try ada.delete("/v1/photos/\(id)").status == 204)
      #expect(try connection.receive(count: picture.count) == picture)
    }
  }
}
