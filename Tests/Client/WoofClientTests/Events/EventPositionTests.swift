// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofClient

/// Where a subscriber is, and what it does.
private final class Subscriber {
  private var position: EventPosition

  init(since token: String?, _ policy: RetryPolicy) {
    position = EventPosition(since: token.map { ChangeToken(rawValue: $0) }, policy: policy)
  }

  var token: ChangeToken? { position.token }

  func connect(at token: String) -> PhotoEventGap? { position.connect(at: ChangeToken(rawValue: token)) }
  func take(_ change: PhotoChange) { position.take(change) }

  /// The pause before it connects again; `nil` where it does not.
  func pause(after error: WoofError) -> Duration? {
    if case .connect(let pause) = position.recover(from: error, random: 1) { pause } else { nil }
  }
}

@Suite struct EventPositionTests {
  private let policy = RetryPolicy(maximumAttempts: 3, firstPause: .seconds(1), longestPause: .seconds(8))

  private func change(_ token: String) throws -> PhotoChange {
    let photo = try SamplePhoto.metadata(of: SamplePhoto.next())
    return PhotoChange(token: ChangeToken(rawValue: token), kind: .photo, photo: photo)
  }

  @Test func `a first connection without a token has no gap`() {
    let position = Subscriber(since: nil, policy)
    #expect(position.connect(at: "7") == nil)
    #expect(position.token == ChangeToken(rawValue: "7"))
  }

  @Test func `a stream that begins where it was asked to has no gap`() {
    let position = Subscriber(since: "7", policy)
    #expect(position.connect(at: "7") == nil)
  }

  @Test func `a stream that begins later has a gap`() {
    let position = Subscriber(since: "7", policy)
    let gap = position.connect(at: "9")
    #expect(gap == PhotoEventGap(after: ChangeToken(rawValue: "7"), upTo: ChangeToken(rawValue: "9")))
  }

  @Test func `the newest change is the position to resume from`() throws {
    let position = Subscriber(since: nil, policy)
    _ = position.connect(at: "7")
    position.take(try change("8"))
    #expect(position.token == ChangeToken(rawValue: "8"))
  }

  @Test func `a token that has expired becomes a gap up to now`() throws {
    let position = Subscriber(since: "old", policy)
    #expect(position.pause(after: WoofError(.changeTokenExpired, "")) == .zero)
    #expect(position.token == nil)
    let gap = position.connect(at: "new")
    #expect(gap == PhotoEventGap(after: ChangeToken(rawValue: "old"), upTo: ChangeToken(rawValue: "new")))
  }

  @Test func `an expired token stays a gap when the next connection fails`() {
    let position = Subscriber(since: "old", policy)
    _ = position.pause(after: WoofError(.changeTokenExpired, ""))
    _ = position.pause(after: WoofError(.connectionLost, ""))
    #expect(position.connect(at: "new")?.after == ChangeToken(rawValue: "old"))
  }

  @Test func `a service that reports every token as expired causes no endless loop`() {
    let position = Subscriber(since: nil, policy)
    #expect(position.pause(after: WoofError(.changeTokenExpired, "")) == nil)
  }

  @Test func `a token that was given to another account becomes a gap`() {
    let position = Subscriber(since: nil, policy)
    _ = position.connect(at: "anyone's")
    #expect(position.pause(after: WoofError(.changeTokenInvalid, "")) == .zero)
    #expect(position.token == nil)
    let gap = position.connect(at: "ada's")
    #expect(gap == PhotoEventGap(after: ChangeToken(rawValue: "anyone's"), upTo: ChangeToken(rawValue: "ada's")))
  }

  @Test func `an invalid token of the app is reported`() {
    let position = Subscriber(since: "broken", policy)
    #expect(position.pause(after: WoofError(.changeTokenInvalid, "")) == nil)
  }

  @Test func `a failure before the first connection is final`() {
    let position = Subscriber(since: nil, policy)
    #expect(position.pause(after: WoofError(.serviceUnreachable, "")) == .seconds(1))
    #expect(position.pause(after: WoofError(.serviceUnreachable, "")) == .seconds(2))
    #expect(position.pause(after: WoofError(.serviceUnreachable, "")) == nil)
  }

  @Test func `failures after the first connection are retried with growing pauses`() {
    let position = Subscriber(since: nil, policy)
    _ = position.connect(at: "7")
    let pauses = (0..<6).map { _ in position.pause(after: WoofError(.connectionLost, "")) }
    #expect(pauses == [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(8), .seconds(8)])
  }

  @Test func `a change makes the pauses short again, a connection alone does not`() throws {
    let position = Subscriber(since: nil, policy)
    _ = position.connect(at: "7")
    _ = position.pause(after: WoofError(.connectionLost, ""))
    _ = position.connect(at: "7")
    #expect(position.pause(after: WoofError(.connectionLost, "")) == .seconds(2))
    position.take(try change("8"))
    #expect(position.pause(after: WoofError(.connectionLost, "")) == .seconds(1))
  }

  @Test func `the service's pause is used, up to a limit`() {
    let position = Subscriber(since: nil, policy)
    _ = position.connect(at: "7")
    let asked = position.pause(after: WoofError(.unavailable, "", retryAfter: 20))
    #expect(asked == .seconds(20))
    let tooLong = position.pause(after: WoofError(.unavailable, "", retryAfter: 86_400))
    #expect(tooLong == .seconds(60))
  }

  @Test(arguments: [WoofError.Code.authenticationRequired, .invalidServerResponse])
  func `an error that a retry cannot help is final`(code: WoofError.Code) {
    let position = Subscriber(since: nil, policy)
    _ = position.connect(at: "7")
    #expect(position.pause(after: WoofError(code, "")) == nil)
  }
}
