import Testing

@testable import WoofClient

@Suite struct EventPositionTests {
  private let policy = RetryPolicy(maximumAttempts: 3, firstPause: .seconds(1), longestPause: .seconds(8))

  private func change(_ token: String) throws -> PhotoChange {
    let photo = try SamplePhoto.metadata(of: SamplePhoto.next())
    return PhotoChange(token: ChangeToken(rawValue: token), kind: .photo, photo: photo)
  }

  private func pause(_ recovery: EventPosition.Recovery) -> Duration? {
    if case .connect(let pause) = recovery { pause } else { nil }
  }

  @Test func `who begins now has no gap`() {
    var position = EventPosition(since: nil, policy: policy)
    #expect(position.connect(at: ChangeToken(rawValue: "7")) == nil)
    #expect(position.token == ChangeToken(rawValue: "7"))
  }

  @Test func `a stream that begins where it was asked to has no gap`() {
    var position = EventPosition(since: ChangeToken(rawValue: "7"), policy: policy)
    #expect(position.connect(at: ChangeToken(rawValue: "7")) == nil)
  }

  @Test func `a stream that begins later has a gap`() {
    var position = EventPosition(since: ChangeToken(rawValue: "7"), policy: policy)
    let gap = position.connect(at: ChangeToken(rawValue: "9"))
    #expect(gap == PhotoEventGap(after: ChangeToken(rawValue: "7"), upTo: ChangeToken(rawValue: "9")))
  }

  @Test func `the newest change is where to go on from`() throws {
    var position = EventPosition(since: nil, policy: policy)
    _ = position.connect(at: ChangeToken(rawValue: "7"))
    position.take(try change("8"))
    #expect(position.token == ChangeToken(rawValue: "8"))
  }

  @Test func `a token that has expired becomes a gap up to now`() throws {
    var position = EventPosition(since: ChangeToken(rawValue: "old"), policy: policy)
    #expect(pause(position.recover(from: WoofError(.changeTokenExpired, ""), random: 1)) == .zero)
    #expect(position.token == nil)
    let gap = position.connect(at: ChangeToken(rawValue: "new"))
    #expect(gap == PhotoEventGap(after: ChangeToken(rawValue: "old"), upTo: ChangeToken(rawValue: "new")))
  }

  @Test func `an expired token stays a gap when the next connection fails`() {
    var position = EventPosition(since: ChangeToken(rawValue: "old"), policy: policy)
    _ = position.recover(from: WoofError(.changeTokenExpired, ""), random: 1)
    _ = position.recover(from: WoofError(.connectionLost, ""), random: 1)
    #expect(position.connect(at: ChangeToken(rawValue: "new"))?.after == ChangeToken(rawValue: "old"))
  }

  @Test func `a service that answers that no token has expired does not go round in circles`() {
    var position = EventPosition(since: nil, policy: policy)
    guard case .fail = position.recover(from: WoofError(.changeTokenExpired, ""), random: 1) else {
      Issue.record("goes on")
      return
    }
  }

  @Test func `before the first connection it gives up`() {
    var position = EventPosition(since: nil, policy: policy)
    #expect(pause(position.recover(from: WoofError(.serviceUnreachable, ""), random: 1)) == .seconds(1))
    #expect(pause(position.recover(from: WoofError(.serviceUnreachable, ""), random: 1)) == .seconds(2))
    #expect(pause(position.recover(from: WoofError(.serviceUnreachable, ""), random: 1)) == nil)
  }

  @Test func `after it, it does not, and pauses longer and longer`() {
    var position = EventPosition(since: nil, policy: policy)
    _ = position.connect(at: ChangeToken(rawValue: "7"))
    let pauses = (0..<6).map { _ in pause(position.recover(from: WoofError(.connectionLost, ""), random: 1)) }
    #expect(pauses == [.seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(8), .seconds(8)])
  }

  @Test func `a connection alone does not make pauses short again, a change does`() throws {
    var position = EventPosition(since: nil, policy: policy)
    _ = position.connect(at: ChangeToken(rawValue: "7"))
    _ = position.recover(from: WoofError(.connectionLost, ""), random: 1)
    _ = position.connect(at: ChangeToken(rawValue: "7"))
    #expect(pause(position.recover(from: WoofError(.connectionLost, ""), random: 1)) == .seconds(2))
    position.take(try change("8"))
    #expect(pause(position.recover(from: WoofError(.connectionLost, ""), random: 1)) == .seconds(1))
  }

  @Test func `the service says how long to stay away, up to a limit`() {
    var position = EventPosition(since: nil, policy: policy)
    _ = position.connect(at: ChangeToken(rawValue: "7"))
    let asked = position.recover(from: WoofError(.unavailable, "", retryAfter: 20), random: 1)
    #expect(pause(asked) == .seconds(20))
    let tooLong = position.recover(from: WoofError(.unavailable, "", retryAfter: 86_400), random: 1)
    #expect(pause(tooLong) == .seconds(60))
  }

  @Test(arguments: [WoofError.Code.authenticationRequired, .invalidServerResponse, .changeTokenInvalid])
  func `what trying again does not help ends it`(code: WoofError.Code) {
    var position = EventPosition(since: nil, policy: policy)
    _ = position.connect(at: ChangeToken(rawValue: "7"))
    #expect(pause(position.recover(from: WoofError(code, ""), random: 1)) == nil)
  }
}
