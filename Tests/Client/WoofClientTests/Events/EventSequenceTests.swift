// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Testing
import URLLoading

@testable import TestKit
@testable import WoofClient

@Suite struct EventSequenceTests {
  private static let id = "0193a7b2-c4d5-7e6f-8123-456789abcdef"

  private static func withdrawn(_ token: String, version: Int = 1) -> String {
    #"{"id":"\#(id)","version":\#(version),"deleted":true,"change":"\#(token)","kind":"deleted"}"#
  }

  private static func since(_ request: URLRequest) -> String? {
    request.url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }?.queryItems?
      .first { $0.name == "since" }?.value
  }

  private func take(_ count: Int, of events: PhotoEventSequence) async throws -> [PhotoEvent] {
    var taken: [PhotoEvent] = []
    for try await event in events {
      taken.append(event)
      if taken.count == count { break }
    }
    return taken
  }

  private func tokens(_ events: [PhotoEvent]) -> [String] {
    events.map { event in
      switch event {
      case .change(let change): change.token.rawValue
      case .gap(let gap): "\(gap.after)…\(gap.upTo)"
      }
    }
  }

  private let patient = RetryPolicy(maximumAttempts: 3, firstPause: .seconds(1), longestPause: .seconds(8))

  @Test func `lines are changes, and empty lines are skipped`() async throws {
    let service = try ScriptedService { _, _ in
      .lines(["", Self.withdrawn("1"), "", "", Self.withdrawn("2")], after: "0", ending: .open)
    }
    let events = try await take(2, of: service.client().events())
    #expect(tokens(events) == ["1", "2"])
    #expect(service.requests.count == 1)
    #expect(service.requests.first?.value(forHTTPHeaderField: "Accept")?.contains("application/x-ndjson") == true)
  }

  @Test func `a stream that ends is resumed from the newest token`() async throws {
    let service = try ScriptedService { request, number in
      switch number {
      case 0: .lines([Self.withdrawn("1")], after: "0")
      case 1: .lines([Self.withdrawn("2")], after: "1", ending: .failure(.networkConnectionLost))
      default: .lines([Self.withdrawn("3")], after: Self.since(request) ?? "")
      }
    }
    let clock = InstantClock()
    let events = try await take(3, of: service.client(retryPolicy: patient, clock: clock).events())
    #expect(tokens(events) == ["1", "2", "3"])
    #expect(service.requests.map(Self.since) == [nil, "1", "2"])
    #expect(clock.pauses == [.seconds(1), .seconds(1)])
  }

  @Test func `a stream without a token resumes from its beginning after a lost connection`() async throws {
    let service = try ScriptedService { _, number in
      number == 0 ? .lines([], after: "41") : .lines([Self.withdrawn("42")], after: "41")
    }
    let events = try await take(1, of: service.client(retryPolicy: patient).events())
    #expect(tokens(events) == ["42"])
    #expect(service.requests.map(Self.since) == [nil, "41"])
  }

  @Test func `a gap is a value, and its changes follow it`() async throws {
    let service = try ScriptedService { _, number in .lines([Self.withdrawn("10")], after: "9", ending: .open) }
    let events = try await take(2, of: service.client().events(since: ChangeToken(rawValue: "5")))
    #expect(tokens(events) == ["5…9", "10"])
  }

  @Test func `an expired token is a gap, too`() async throws {
    let service = try ScriptedService { _, number in
      number == 0 ? .problem(.changeTokenExpired) : .lines([Self.withdrawn("10")], after: "9", ending: .open)
    }
    let events = try await take(2, of: service.client().events(since: ChangeToken(rawValue: "5")))
    #expect(tokens(events) == ["5…9", "10"])
    #expect(service.requests.map(Self.since) == ["5", nil])
  }

  @Test func `a service that is absent before the first connection is reported`() async throws {
    let service = try ScriptedService { _, _ in .failure(.cannotConnectToHost) }
    let error = try await failure { _ = try await take(1, of: service.client(retryPolicy: patient).events()) }
    #expect(error.code == .serviceUnreachable)
    #expect(service.requests.count == 3)
  }

  @Test func `a service that goes away is waited for`() async throws {
    let service = try ScriptedService { _, number in
      switch number {
      case 0: .lines([Self.withdrawn("1")], after: "0")
      case 1..<20: .failure(.cannotConnectToHost)
      default: .lines([Self.withdrawn("2")], after: "1")
      }
    }
    let clock = InstantClock()
    let events = try await take(2, of: service.client(retryPolicy: patient, clock: clock).events())
    #expect(tokens(events) == ["1", "2"])
    #expect(clock.pauses.count == 20)
    #expect(clock.pauses.max() == .seconds(8))
  }

  @Test(arguments: ["woof", "{", "[]", #"{"id":"x"}"#, "<html></html>"])
  func `a line that is not a change is an error with an explanation`(line: String) async throws {
    let service = try ScriptedService { _, _ in .lines([line], after: "0", ending: .open) }
    let error = try await failure { _ = try await take(1, of: service.client(retryPolicy: patient).events()) }
    #expect(error.code == .invalidServerResponse)
    #expect(error.message.contains("check that the address"))
    #expect(service.requests.count == 1)
  }

  @Test func `a response that is not a stream of events is refused`() async throws {
    let service = try ScriptedService { _, _ in .json("{}") }
    let error = try await failure { _ = try await take(1, of: service.client().events()) }
    #expect(error.code == .invalidServerResponse)
    #expect(error.message.contains("application/json"))
  }

  @Test func `a stream without its starting position is refused`() async throws {
    let service = try ScriptedService { _, _ in .init(fields: ["Content-Type": "application/x-ndjson"]) }
    let error = try await failure { _ = try await take(1, of: service.client().events()) }
    #expect(error.message.contains("Woof-Last-Change"))
  }

  @Test func `a problem is thrown with the service's words`() async throws {
    let service = try ScriptedService { _, _ in .problem(.changeTokenInvalid) }
    let error = try await failure { _ = try await take(1, of: service.client().events()) }
    #expect(error.code == .changeTokenInvalid)
    #expect(error.message == "Sit.")
  }

  @Test func `a subscriber that is cancelled while it waits ends`() async throws {
    let service = try ScriptedService { _, _ in .lines([Self.withdrawn("1")], after: "0", ending: .open) }
    let client = service.client()
    let (heard, hears) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for try await _ in client.events() { hears.yield() }
    }
    for await _ in heard { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `nothing follows an error`() async throws {
    let service = try ScriptedService { _, _ in .json("{}") }
    var events = service.client().events().makeAsyncIterator()
    _ = try await failure { _ = try await events.next() }
    #expect(try await events.next() == nil)
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `the real service sends its changes`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let uploaded = try await ada.upload(data: SamplePhoto.next())
      var events = service.client().events(since: try await lastToken(of: service.client())).makeAsyncIterator()
      try await ada.setFavourite(true, for: uploaded.photo.id)
      guard case .change(let change) = try await events.next() else { throw TestFailure("no change") }
      #expect(change.kind == .favourites)
      #expect(change.photo.favouriteCount == 1)
      try await ada.deletePhoto(uploaded.photo.id)
      guard case .change(let deletion) = try await events.next() else { throw TestFailure("no change") }
      #expect(deletion.kind == .deleted)
      #expect(deletion.photo.deleted)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a photo that becomes private is withdrawn for strangers`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let uploaded = try await ada.upload(data: SamplePhoto.next())
      var events = service.client().events(since: try await lastToken(of: service.client())).makeAsyncIterator()
      try await ada.editPhoto(uploaded.photo.id, visibility: .private)
      guard case .change(let change) = try await events.next() else { throw TestFailure("no change") }
      #expect(change.photo.isWithdrawn)
      #expect(change.photo.id == uploaded.photo.id)
    }
  }

  private func lastToken(of client: WoofClient) async throws -> ChangeToken? {
    var token: ChangeToken?
    for try await page in client.changes() { token = page.next }
    return token
  }
}
