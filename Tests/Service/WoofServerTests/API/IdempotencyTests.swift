// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// `Idempotency-Key`.
@Suite(.overEachProtocol, .overEachWorld) struct IdempotencyTests {
  @Test func `a repeated request gets the first status, and the photo as it is now`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let first = try ada.post("/v1/photos?caption=Rex", ["Idempotency-Key": "\"k1\""], picture)
      let id = try #require(try first.member("id").text)
      _ = try ada.setFavourite(id)
      let again = try ada.post("/v1/photos?caption=Rex", ["Idempotency-Key": "\"k1\""], picture)
      #expect(again.status == 201)
      #expect(again["Location"] == "/v1/photos/\(id)")
      #expect(try again.json() == ada.get("/v1/photos/\(id)").json())
      #expect(try again.member("favouriteCount") == .integer(1))
      #expect(try again.member("isFavourite") == .bool(true))
      #expect(again["ETag"] != first["ETag"])
      #expect(try ada.ids("/v1/photos") == [id])
    }
  }

  @Test func `a repeated request is refused as gone if its photo was deleted, and adds none`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let id = try #require(
        try ada.post("/v1/photos", ["Idempotency-Key": "\"k1\""], picture).member("id").text)
      _ = try ada.delete("/v1/photos/\(id)")
      let again = try ada.post("/v1/photos", ["Idempotency-Key": "\"k1\""], picture)
      #expect(again.status == 410)
      #expect(again.problem == "gone")
      #expect(try again.member("photo").text == id)
      #expect(try ada.ids("/v1/photos") == [])
      #expect(try ada.post("/v1/photos", ["Idempotency-Key": "\"k2\""], picture).status == 201)
    }
  }

  @Test func `the same key with another picture, caption or visibility is refused`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      _ = try ada.post("/v1/photos?caption=Rex", ["Idempotency-Key": "\"k1\""], picture)
      let others = try [
        ada.post("/v1/photos?caption=Rex", ["Idempotency-Key": "\"k1\""], SampleJPEG.next()),
        ada.post("/v1/photos?caption=Max", ["Idempotency-Key": "\"k1\""], picture),
        ada.post("/v1/photos?caption=Rex&visibility=private", ["Idempotency-Key": "\"k1\""], picture),
      ]
      #expect(others.map(\.status) == [422, 422, 422])
      #expect(others.map(\.problem) == Array(repeating: "idempotency-key-reused", count: 3))
      #expect(try ada.ids("/v1/photos").count == 1)
    }
  }

  @Test func `a form and a raw body with the same content are the same request`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      let first = try ada.post("/v1/photos?caption=Rex", ["Idempotency-Key": "\"k1\""], picture)
      let form = Form(parts: [.photo(picture), .text("caption", "Rex")])
      let again = try ada.post(
        "/v1/photos", ["Idempotency-Key": "\"k1\"", "Content-Type": form.contentType], form.bytes)
      #expect(again.status == 201)
      #expect(again.body == first.body)
    }
  }

  @Test func `a key is valid for its account only`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let bob = try await service.member("bob")
      let first = try ada.post("/v1/photos", ["Idempotency-Key": "\"k1\""], SampleJPEG.next())
      let second = try bob.post("/v1/photos", ["Idempotency-Key": "\"k1\""], SampleJPEG.next())
      #expect([first.status, second.status] == [201, 201])
    }
  }

  @Test func `the response to a duplicate is stored, too`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let picture = SampleJPEG.next()
      _ = try ada.add(picture)
      for _ in 0..<2 {
        #expect(try ada.post("/v1/photos", ["Idempotency-Key": "\"k1\""], picture).status == 200)
      }
      #expect(
        try ada.post("/v1/photos", ["Idempotency-Key": "\"k1\""], SampleJPEG.next()).problem == "idempotency-key-reused"
      )
    }
  }

  @Test func `a refused upload does not use its key up`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      #expect(try ada.post("/v1/photos", ["Idempotency-Key": "\"k1\""], Array("no picture".utf8)).status == 422)
      #expect(try ada.post("/v1/photos", ["Idempotency-Key": "\"k1\""], SampleJPEG.next()).status == 201)
    }
  }

  @Test(arguments: [
    "k1", "\"\"", "\"k1", "k1\"", "1", "?1", "\"\(String(repeating: "x", count: 256))\"", "\"a\", \"b\"", "",
  ])
  func `a key that is no quoted string of 1 to 255 characters is refused`(key: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let response = try ada.post("/v1/photos", ["Idempotency-Key": key], SampleJPEG.next())
      #expect(response.status == 400)
      #expect(response.problem == "invalid-request")
    }
  }

  @Test func `many identical requests at once add one photo`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let picture = SampleJPEG.next()
      let responses = try await withThrowingTaskGroup { tasks in
        for _ in 0..<12 {
          tasks.addTask {
            try service.client(ada).post("/v1/photos", ["Idempotency-Key": "\"k1\""], picture)
          }
        }
        return try await tasks.reduce(into: []) { $0.append($1) }
      }
      #expect(Set(responses.map(\.status)).isSubset(of: [201, 409]))
      #expect(responses.contains { $0.status == 201 })
      for response in responses where response.status == 409 {
        #expect(response.problem == "conflict")
        #expect(response["Retry-After"] == "1")
      }
      #expect(Set(responses.filter { $0.status == 201 }.map(\.body)).count == 1)
      #expect(try service.client().ids("/v1/photos").count == 1)
    }
  }
}
