// SPDX-License-Identifier: Apache-2.0

import HarnessTestKit
import Testing
import WoofClient
import WoofModel
import WoofTesting

/// Faults of the live stream, met by the SDK.
struct EventFaultTests {
  /// Likes the photo and takes it back, `count` times, and gives what a subscriber heard until its end.
  private func heard(
    _ fault: Fault, likes count: Int, until end: Int, over wire: HarnessProtocol
  ) async throws -> [PhotoEvent] {
    try await withHarness(over: wire) { woof, photo in
      try woof.faults.inject(fault, into: .get("/v1/events"), count: 1)
      let start = try await self.newestToken(woof)
      async let events = Self.collect(woof.client().events(since: start), until: end)
      _ = try await woof.journal.first { $0.path == "/v1/events" && $0.response != nil }
      for name in 0..<count {
        try await woof.addAccount("fan\(name)")
        try await woof.setFavourite(true, photo, of: "fan\(name)")
        // Each as an event of its own: several changes of a photo may come as one.
        _ = try await woof.journal.first { $0.path == "/v1/events" && Self.lineCount($0) > name }
      }
      return try await events
    }
  }

  private func newestToken(_ woof: WoofHarness) async throws -> ChangeToken? {
    var token: ChangeToken?
    for try await page in woof.client().changes() { token = page.next }
    return token
  }

  private static func lineCount(_ exchange: RecordedExchange) -> Int {
    exchange.response?.body.text.split(separator: "\n").count ?? 0
  }

  private static func collect(_ events: PhotoEventSequence, until count: Int) async throws -> [PhotoEvent] {
    var heard: [PhotoEvent] = []
    for try await event in events {
      heard.append(event)
      if case .change(let change) = event, change.photo.favouriteCount == count { break }
    }
    return heard
  }

  private func counts(_ events: [PhotoEvent]) -> [Int] {
    events.compactMap { if case .change(let change) = $0 { change.photo.favouriteCount } else { nil } }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `an event that comes twice is received twice with the same count`(wire: HarnessProtocol) async throws {
    #expect(counts(try await heard(.duplicateEvent(1), likes: 2, until: 2, over: wire)) == [1, 1, 2])
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a gap in the stream hides changes, and the newest counts still arrive`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      try woof.faults.inject(.dropEvents(from: 1, count: 1), into: .get("/v1/events"), count: 1)
      let start = try await self.newestToken(woof)
      let heard = try await withThrowingTaskGroup(of: Int?.self) { tasks in
        tasks.addTask {
          for try await case .change(let change) in woof.client().events(since: start) {
            return change.photo.favouriteCount
          }
          return nil
        }
        tasks.addTask {
          _ = try await woof.journal.first { $0.path == "/v1/events" && $0.response != nil }
          // How many are hidden in the one event nobody knows: several changes of a photo may come as one.
          for name in 0..<100 where !Task.isCancelled {
            try await woof.addAccount("fan\(name)")
            try await woof.setFavourite(true, photo, of: "fan\(name)")
          }
          return nil
        }
        while let result = try await tasks.next() {
          guard let result else { continue }
          tasks.cancelAll()
          return result
        }
        return 0
      }
      #expect(heard >= 2)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a stream that breaks within an event resumes with that event`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, photo in
      let fault = try woof.faults.inject(.truncateEvent(1), into: .get("/v1/events"), count: 1)
      let start = try await self.newestToken(woof)
      async let events = Self.collect(woof.client().events(since: start), until: 1)
      _ = try await woof.journal.first { $0.path == "/v1/events" && $0.response != nil }
      try await woof.setFavourite(true, photo, of: "ada")
      #expect(self.counts(try await events) == [1])
      #expect(woof.faults.count(of: fault) == 1)
      #expect(woof.journal.exchanges.count { $0.path == "/v1/events" } == 2)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `an expired token is reported as a gap`(wire: HarnessProtocol) async throws {
    let events = try await withHarness(over: wire) { woof, photo in
      try woof.faults.inject(.expiredToken, into: .get("/v1/events"), count: 1)
      let start = try await self.newestToken(woof)
      try await woof.setFavourite(true, photo, of: "ada")
      async let events = Self.collect(woof.client().events(since: start), until: 2)
      _ = try await woof.journal.first { $0.path == "/v1/events" && $0.response?.status == 200 }
      try await woof.addAccount("ben")
      try await woof.setFavourite(true, photo, of: "ben")
      return try await events
    }
    guard case .gap? = events.first else { return #expect(Bool(false), "\(events)") }
    #expect(counts(events) == [2])
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `an invented token is refused by the service`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire) { woof, _ in
      let start = try await self.newestToken(woof)
      for fault in [Fault.unknownToken, .replaceToken(by: "another")] {
        try woof.faults.inject(fault, into: .get("/v1/events"), count: 1)
        let error = try await failure { _ = try await first(woof.client().events(since: start)) }
        #expect(error.code == .changeTokenInvalid)
      }
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a heartbeat comes at its time`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire, { $0.clock = .standing(at: Timestamp(milliseconds: 0)) }) { woof, _ in
      async let event = first(woof.client().events())
      _ = try await woof.journal.first { $0.path == "/v1/events" && $0.response != nil }
      woof.clock.advance(by: .seconds(15))
      _ = try await woof.journal.first { $0.response?.body.text == "\n" }
      try await woof.addPhoto(DrawnPicture(.png), by: "ada")
      let found = try await event
      #expect(found != nil)
    }
  }
}
