// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Testing
import WoofClient
import WoofModel
import WoofTesting

/// Faults of one stream of HTTP/2, and the other streams of its connection.
struct StreamFaultTests {
  private static let picture = DrawnPicture(.jpeg, padding: 60_000)

  /// Follows the events of a harness until a photo has a favourite, and does something meanwhile; the exchange of the
  /// events, which has to be one from first to last.
  private func whileListening(
    _ client: WoofClient, to woof: WoofHarness, of photo: PhotoID, _ body: () async throws -> Void
  ) async throws -> RecordedExchange {
    async let liked = Self.firstCount(client.events())
    _ = try await woof.journal.first { $0.path == "/v1/events" && $0.response != nil }
    try await body()
    // Before the event for which it waits, as the client leaves the stream then.
    let exchanges = woof.journal.exchanges.filter { $0.path == "/v1/events" }
    #expect(exchanges.count == 1)
    try await woof.setFavourite(true, photo, of: "ada")
    let count = try await liked
    #expect(count == 1)
    return try #require(exchanges.first)
  }

  private static func firstCount(_ events: PhotoEventSequence) async throws -> Int? {
    for try await case .change(let change) in events where change.photo.favouriteCount > 0 {
      return change.photo.favouriteCount
    }
    return nil
  }

  @Test(arguments: [
    Fault.hangUp(by: .close), .hangUp(by: .reset), .cut(.response, after: 0, by: .reset),
    .cut(.response, after: 20_000, by: .close), .cut(.response, after: 20_000, by: .reset),
    .cut(.response, after: 20_000, by: .halfClose), .wrongLength(by: 10), .wrongLength(by: -10),
    .corruptByte(.response, at: 2000), .drip(.response, byteCount: 10_000, every: .milliseconds(1)),
    .delay(.fixed(.milliseconds(1))), .serverError(), .lateHints, .redirect(to: "/healthz"),
    .interim(status: 103, fields: [MessageField("Link", String(repeating: "x", count: 300))], count: 2, .late),
  ])
  func `another stream does not notice a fault of a download`(fault: Fault) async throws {
    try await withHarness(over: .http2) { woof, _ in
      let photo = try await woof.addPhoto(Self.picture, by: "ada")
      let client = woof.client(retryPolicy: .never)
      let metadata = try await client.photo(photo)
      let handle = try woof.faults.inject(fault, into: .get("/v1/photos/*/original"))
      let live = try await whileListening(client, to: woof, of: photo) {
        _ = try? await client.fetchPhoto(metadata)
        _ = try await client.photo(photo)
      }
      #expect(woof.faults.count(of: handle) == 1)
      let original = try await woof.journal.first { $0.path.hasSuffix("/original") && $0.outcome != .running }
      #expect(original.connection == live.connection)
      #expect(original.stream != live.stream)
    }
  }

  @Test(arguments: [
    Fault.cut(.request, after: 30_000, by: .close), .cut(.request, after: 30_000, by: .reset),
    .cut(.request, after: 30_000, by: .halfClose), .corruptByte(.request, at: 2000), .limitBody(to: 1000),
    .drip(.request, byteCount: 10_000, every: .milliseconds(1)), .duplicatedContinue,
  ])
  func `another stream does not notice a fault of an upload`(fault: Fault) async throws {
    try await withHarness(over: .http2) { woof, photo in
      let client = woof.client(as: "ada", retryPolicy: .never)
      _ = try await client.account()
      let handle = try woof.faults.inject(fault, into: .post("/v1/photos").signedIn)
      let live = try await whileListening(client, to: woof, of: photo) {
        _ = try? await client.upload(data: Data(try Self.picture.bytes()))
        _ = try await client.photo(photo)
      }
      #expect(woof.faults.count(of: handle) == 1)
      let upload = try await woof.journal.first { $0.method == "POST" && $0.outcome != .running }
      #expect(upload.connection == live.connection)
    }
  }

  @Test(.timeLimit(.minutes(1))) func `uploads that are held up do not hold up others`() async throws {
    try await withHarness(over: .http2, { $0.clock = .standing(at: Timestamp(milliseconds: 0)) }) { woof, photo in
      let client = woof.client(as: "ada")
      _ = try await client.account()
      let fault = try woof.faults.inject(
        .drip(.request, byteCount: 1000, every: .seconds(3600)), into: .post("/v1/photos").signedIn, count: 20)
      // Together more than one window of a connection would hold.
      let picture = Data(try DrawnPicture(.jpeg, padding: 200_000).bytes())
      let uploads = (0..<20).map { _ in Task { try await client.upload(data: picture) } }
      try await woof.faults.happened(fault, times: 20)
      _ = try await client.upload(data: Data(try DrawnPicture(.jpeg, seed: 2, padding: 200_000).bytes()))
      #expect(Set(woof.journal.exchanges.map(\.connection)).count == 1)
      for upload in uploads { upload.cancel() }
      for upload in uploads { _ = await upload.result }
    }
  }

  @Test func `a client that leaves a stream ends it at the service, and no other`() async throws {
    try await withHarness(over: .http2) { woof, photo in
      let client = woof.client(as: "ada", retryPolicy: .never)
      _ = try await client.account()
      try woof.faults.inject(.drip(.response, byteCount: 1, every: .milliseconds(100)), into: .get("/v1/changes"))
      let live = try await whileListening(client, to: woof, of: photo) {
        let leaving = Task { for try await _ in client.changes() {} }
        let begun = try await woof.journal.first { $0.path == "/v1/changes" && $0.response != nil }
        leaving.cancel()
        let left = try await woof.journal.first { $0.number == begun.number && $0.outcome != .running }
        #expect(left.outcome == .broken)
        _ = try await client.photo(photo)
        #expect(woof.journal.exchanges.last?.connection == left.connection)
      }
      #expect(live.outcome != .broken)
    }
  }

  @Test func `a fault of the connection ends all of its streams`() async throws {
    try await withHarness(over: .http2) { woof, _ in
      let photo = try await woof.addPhoto(Self.picture, by: "ada")
      try woof.faults.inject(FaultRule(.cut(.response, after: 20_000, by: .reset), scope: .connection, count: 1))
      let client = woof.client(retryPolicy: .never)
      let metadata = try await client.photo(photo)
      let listening = Task { for try await _ in client.events() {} }
      _ = try await woof.journal.first { $0.path == "/v1/events" && $0.response != nil }
      let error = try await failure { _ = try await client.fetchPhoto(metadata) }
      #expect(error.code == .connectionLost)
      let ended = try await woof.journal.first { $0.path == "/v1/events" && $0.outcome != .running }
      #expect(ended.outcome == .broken)
      listening.cancel()
      _ = await listening.result
      #expect(ended.connection == 1)
      _ = try await client.photo(photo)
      #expect(woof.journal.exchanges.last?.connection != 1)
    }
  }
}
