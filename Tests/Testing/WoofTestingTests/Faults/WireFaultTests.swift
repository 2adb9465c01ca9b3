// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Testing
import WoofClient
import WoofModel
import WoofTesting

/// Faults of connections and bytes, met by the SDK.
struct WireFaultTests {
  private static let picture = DrawnPicture(.jpeg, padding: 60_000)

  @Test(arguments: HarnessProtocol.allCases)
  func `a response comes after its delay`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire, { $0.clock = .standing(at: Timestamp(milliseconds: 0)) }) { woof, photo in
      try woof.faults.inject(.delay(.fixed(.seconds(30))), into: .get("/v1/photos/*"))
      async let found = woof.client().photo(photo)
      let waiting = try await woof.journal.first(.get("/v1/photos/*"))
      #expect(waiting.faults == ["delay"])
      #expect(waiting.response == nil)
      woof.clock.advance(by: .seconds(30))
      let id = try await found.id
      #expect(id == photo)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `delays follow their distribution`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire, { $0.clock = .standing(at: Timestamp(milliseconds: 0)) }) { woof, photo in
      try woof.faults.inject(.delay(.uniform(.seconds(1)...(.seconds(2)))), into: .get("/v1/photos/*"), count: 1)
      try woof.faults.inject(.delay(.exponential(mean: .seconds(1))), into: .get("/v1/photos/*"), first: 2)
      for _ in 0..<2 {
        let arrived = woof.journal.exchanges.count
        async let found = woof.client().photo(photo)
        _ = try await woof.journal.requests(arrived + 1) { _ in true }
        woof.clock.advance(by: .seconds(60))
        let id = try await found.id
        #expect(id == photo)
      }
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a dripping download arrives whole`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, _ in
      let id = try await woof.addPhoto(Self.picture, by: "ada")
      let fault = try woof.faults.inject(
        .drip(.response, byteCount: 10_000, every: .milliseconds(1)), into: .get("/v1/photos/*/original"))
      let fetched = try await woof.client().fetchPhoto(try await woof.client().photo(id))
      #expect(fetched.data.count > 60_000)
      #expect(woof.faults.count(of: fault) >= 1)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a dripping upload makes one photo`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, _ in
      let fault = try woof.faults.inject(
        .drip(.request, byteCount: 10_000, every: .milliseconds(1)), into: .post("/v1/photos").signedIn)
      let uploaded = try await woof.client(as: "ada").upload(data: Data(try Self.picture.bytes()))
      #expect(uploaded.isNew)
      #expect(woof.faults.count(of: fault) == 1)
      #expect(woof.changes.count == 2)
    }
  }

  private static let cuts = [Fault.Ending.close, .reset, .halfClose].flatMap { ending in
    [0, 1, 20_000].map { (ending, $0) }
  }

  @Test(arguments: cuts, HarnessProtocol.allCases)
  func `a broken download resumes where it was`(
    _ cut: (ending: Fault.Ending, count: Int), wire: HarnessProtocol
  ) async throws {
    try await withHarness(over: wire) { woof, _ in
      let photo = try await woof.client().photo(try await woof.addPhoto(Self.picture, by: "ada"))
      let fault = try woof.faults.inject(
        .cut(.response, after: cut.count, by: cut.ending), into: .get("/v1/photos/*/original"), count: 1)
      let fetched = try await woof.client().fetchPhoto(photo)
      #expect(fetched.digest == photo.digest)
      #expect(woof.faults.count(of: fault) == 1)
      #expect(woof.journal.exchanges.count { $0.path.hasSuffix("/original") } == 2)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `an upload whose end never comes gets an error`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, _ in
      try woof.faults.inject(
        .cut(.request, after: 30_000, by: .halfClose), into: .post("/v1/photos").signedIn, count: 1)
      let failed = try await failure {
        _ = try await woof.client(as: "ada").upload(data: Data(try Self.picture.bytes()))
      }
      #expect(failed.code == .invalidRequest)
      #expect(woof.changes.count == 1)
    }
  }

  @Test(arguments: [Fault.Ending.close, .reset], HarnessProtocol.allCases)
  func `a broken upload is sent again and makes one photo`(ending: Fault.Ending, wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, _ in
      let fault = try woof.faults.inject(
        .cut(.request, after: 30_000, by: ending), into: .post("/v1/photos").signedIn, count: 1)
      let uploaded = try await woof.client(as: "ada").upload(data: Data(try Self.picture.bytes()))
      #expect(uploaded.isNew)
      #expect(woof.faults.count(of: fault) == 1)
      #expect(woof.changes.count == 2)
    }
  }

  @Test(arguments: [Fault.Ending.close, .reset], HarnessProtocol.allCases)
  func `a connection that is closed early is made again`(ending: Fault.Ending, wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      try woof.faults.inject(.hangUp(by: ending), into: .get("/v1/photos/*"), count: 1)
      let found = try await woof.client().photo(photo).id
      #expect(found == photo)
      let ended = try await woof.journal.requests(2) { $0.outcome != .running }
      #expect(ended.map(\.outcome) == [.broken, .complete])
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a connection ends after a number of bytes`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire, { $0.account("root", isAdministrator: true) }) { woof, photo in
      try woof.faults.inject(FaultRule(.cut(.response, after: 20_000, by: .reset), scope: .connection, count: 1))
      let client = woof.client(as: "root")
      // Not to be answered from a cache.
      for _ in 0..<20 { _ = try await client.metrics() }
      let ended = try await woof.journal.requests(22) { $0.outcome != .running }
      #expect(ended.count { $0.outcome == .broken } == 1)
      #expect(ended.first?.outcome == .complete)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `the very first connection is reset`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      let fault = try woof.faults.inject(FaultRule(.hangUp(by: .reset), scope: .connection, count: 1))
      let found = try await woof.client().photo(photo).id
      #expect(found == photo)
      #expect(woof.faults.count(of: fault) == 1)
    }
  }

  @Test(arguments: [-10, 10], HarnessProtocol.allCases)
  func `a wrong length is detected`(difference: Int, wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      try woof.faults.inject(.wrongLength(by: difference), into: .get("/v1/photos/*/original"))
      let known = try await woof.client().photo(photo)
      if difference > 0 {
        // What is missing never comes; the next request on the connection would be read as the rest.
        try woof.faults.inject(
          .cut(.response, after: Int(known.byteCount), by: .close),
          into: .get("/v1/photos/*/original"))
      }
      let error = try await failure { _ = try await woof.client(retryPolicy: .never).fetchPhoto(known) }
      #expect([.digestMismatch, .connectionLost, .unsupportedImage, .invalidServerResponse].contains(error.code))
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a byte changed on the way down is detected`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, _ in
      let photo = try await woof.client().photo(try await woof.addPhoto(Self.picture, by: "ada"))
      // In the padding, which any decoder would pass over.
      try woof.faults.inject(.corruptByte(.response, at: 2000), into: .get("/v1/photos/*/original"))
      let error = try await failure { _ = try await woof.client(retryPolicy: .never).fetchPhoto(photo) }
      #expect(error.code == .digestMismatch)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a byte changed on the way up is detected by the service`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, _ in
      try woof.faults.inject(.corruptByte(.request, at: 2000), into: .post("/v1/photos").signedIn)
      let error = try await failure {
        _ = try await woof.client(as: "ada", retryPolicy: .never).upload(data: Data(try Self.picture.bytes()))
      }
      #expect(error.code == .digestMismatch)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `additional interim responses are harmless`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      try woof.faults.inject(.duplicatedContinue)
      try woof.faults.inject(.interim(status: 103, fields: [MessageField("Link", "<x>")], count: 3, .early))
      let found = try await woof.client().photo(photo).id
      #expect(found == photo)
      #expect(woof.journal.exchanges.first?.interims == [100, 103, 103, 103])
      _ = try await woof.client(as: "ada").upload(data: Data(try Self.picture.bytes()))
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `an interim response after the final one is harmless`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      let fault = try woof.faults.inject(.lateHints)
      let client = woof.client()
      for _ in 0..<3 {
        let found = try await client.photo(photo).id
        #expect(found == photo)
      }
      try #require(woof.faults.count(of: fault) >= 1)
      _ = try await woof.journal.first { $0.interims == [103] }
    }
  }
}
