// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient
import WoofModel
import WoofTesting

struct JournalTests {
  @Test func `requests and responses are noted byte for byte`() async throws {
    try await withHarness { woof, photo in
      let picture = try DrawnPicture(.gif, seed: 3).bytes()
      let uploaded = try await woof.client(as: "ada").upload(data: Data(picture), caption: "Bella")
      let exchange = try await woof.journal.first {
        $0.method == "POST" && $0.outcome == .complete && $0.response?.status == 201
      }
      #expect(exchange.body.bytes == picture)
      #expect(exchange.path == "/v1/photos")
      #expect(exchange.query?.contains("caption=Bella") == true)
      #expect(exchange.response?.body.text.contains(uploaded.photo.id.description) == true)
      #expect(exchange.response?.fields["location"] == "/v1/photos/\(uploaded.photo.id)")
    }
  }

  @Test func `the journal keeps the first bytes of bodies and the newest requests`() async throws {
    try await withHarness({
      $0.journal.bodyByteCount = 100
      $0.journal.exchangeCount = 2
    }) { woof, photo in
      let picture = try DrawnPicture(.gif, seed: 3).bytes()
      _ = try await woof.client(as: "ada").upload(data: Data(picture))
      let upload = try await woof.journal.first { $0.method == "POST" && $0.outcome == .complete }
      #expect(upload.body.bytes == Array(picture.prefix(100)))
      #expect(upload.body.byteCount == picture.count)
      #expect(!upload.body.isWhole)
      for _ in 0..<3 { try await woof.client().checkHealth() }
      #expect(woof.journal.exchanges.map(\.path) == ["/healthz", "/healthz"])
      #expect(woof.journal.droppedCount >= 2)
    }
  }

  @Test func `a met expectation reports nothing`() async throws {
    try await withHarness { woof, photo in
      try woof.expect(.put, "/v1/photos/*/favourite", count: 1) { $0.fields["Authorization"] != nil }
      try await woof.client(as: "ada").setFavourite(true, for: photo)
      try woof.verify()
    }
  }

  @Test func `a missed expectation names the nearest request and the differences`() async throws {
    try await withHarness { woof, photo in
      try woof.expect(.put, "/v1/photos/*/favourite", count: 1)
      try await woof.client().checkHealth()
      _ = try await woof.client().photo(photo)
      try await woof.client(as: "ada").setFavourite(false, for: photo)
      #expect { try woof.verify() } throws: { error in
        let text = "\(error)"
        return text.contains("expected 1 × PUT /v1/photos/*/favourite, and 0 arrived")
          && text.contains("DELETE /v1/photos/\(photo)/favourite")
          && text.contains("the method is DELETE, not PUT")
      }
    }
  }

  @Test func `one request too many misses the expectation`() async throws {
    try await withHarness { woof, _ in
      try woof.expect(.get, "/healthz", count: 1)
      for _ in 0..<2 { try await woof.client().checkHealth() }
      #expect { try woof.verify() } throws: { "\($0)" == "expected 1 × GET /healthz, and 2 arrived" }
    }
  }

  @Test func `a test waits for a request without polling`() async throws {
    try await withHarness { woof, photo in
      let expectation = try woof.expect(RequestPattern(.get, "/v1/photos/{id}"), counts: 2...(.max))
      async let arrived: Void = woof.fulfilment(of: expectation)
      for _ in 0..<2 { _ = try await woof.client().photo(photo) }
      try await arrived
    }
  }

  @Test func `a wait ends with its task and with the harness`() async throws {
    let woof = try await WoofHarness.start()
    let journal = woof.journal
    let cancelled = Task { try await journal.first { _ in false } }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    let left = Task { try await journal.first { _ in false } }
    await woof.stop()
    await #expect(throws: HarnessError.self) { try await left.value }
  }

  @Test func `a path without a route cannot be expected, unless it is stubbed`() async throws {
    try await withHarness { woof, _ in
      for count in [0, 1] {
        let error = #expect(throws: HarnessError.self) {
          try woof.expect(.put, "/v1/photos/*/favorite", count: count)
        }
        #expect(error?.code == .noSuchRoute)
        #expect(error?.description.contains("the nearest is /v1/photos/{id}/favourite") == true)
      }
      try woof.faults.stub(.get("/v2/photos"), .json("[]"))
      try woof.expect(.get, "/v2/photos", count: 0)
      try woof.verify()
    }
  }
}
