// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofClient
import WoofModel
import WoofTerminal

@testable import DogsCommands
@testable import TestKit
@testable import TestPictures

@Suite(.timeLimit(.minutes(2))) struct `Watching` {
  private func photo(_ number: UInt64, _ caption: String = "Rex", count: Int = 0, version: Int64 = 1) throws
    -> PhotoMetadata
  {
    let id = PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8000_0000_0000_0000 | number)
    return PhotoMetadata(
      id: id, owner: "ada", caption: caption, contentType: .jpeg, byteCount: 1,
      digest: try HostileService.digest(of: [1]), width: 1, height: 1, createdAt: id.createdAt, favouriteCount: count,
      version: version)
  }

  private func change(_ photo: PhotoMetadata, _ kind: ChangeKind = .favourites) -> PhotoChange {
    PhotoChange(token: ChangeToken(rawValue: "7"), kind: kind, photo: photo)
  }

  private let size = TerminalSize(columns: 60, rows: 8)

  @Test func `the photo that changed last stands first, with its new favourites`() throws {
    var counts = LiveCounts()
    counts.replace(with: [try photo(1, "Rex"), try photo(2, "Bella", count: 5)])
    counts.take(change(try photo(2, "Bella", count: 4, version: 2)))
    counts.take(change(try photo(1, "Rex", count: 2, version: 2)))
    counts.connect()
    #expect(
      counts.lines(size) == [
        "FAVOURITES  CHANGE  OWNER  CAPTION", "         2      +2  ada    Rex", "         4      -1  ada    Bella", "",
        "connected; 2 changes; ^C ends",
      ])
  }

  @Test func `albums and links that change are lines, and count`() throws {
    let (album, token) = (try photo(1).id, ChangeToken(rawValue: "7"))
    let id = AlbumID(uuid: album)
    let changes: [(ServiceChange, text: String, json: String)] = [
      (
        .album(Album(id: id, owner: "ada", title: "Rex", photoCount: 3, createdAt: album.createdAt), token: token),
        "album  \(id)  3  Rex\n", #""kind":"album""#
      ),
      (
        .albumWithdrawn(id, version: 2, reason: .hidden, token: token), "album-withdrawn  \(id)  hidden\n",
        #""kind":"album-withdrawn""#
      ),
      (
        .linkWithdrawn(ShareLinkID(uuid: album), reason: .deleted, token: token), "link-withdrawn  \(id)  deleted\n",
        #""reason":"deleted""#
      ),
    ]
    var tally = WatchTally()
    for (change, text, json) in changes {
      let event = WatchEvent(ServiceEvent.change(change))
      #expect(event.text == text)
      let line = try #require(try event.json)
      #expect(line.contains(json) && line.contains(#""event":"change""#) && line.contains(#""change":"7""#))
      tally.count(event)
    }
    #expect(tally.changeCount == 3)
    #expect(tally.text(after: .seconds(1)) == "3 changes: 3 of albums and links; watched for 1 second\n")
    guard case .event(.change) = WatchEvent(.change(.photo(change(try photo(2))))) else {
      throw TestFailure("a photo's change is one of a photo")
    }
  }

  @Test func `a change that is older than the known state is ignored`() throws {
    var counts = LiveCounts()
    counts.take(change(try photo(1, count: 3, version: 9)))
    counts.replace(with: [try photo(1, count: 1, version: 2)])
    #expect(counts.lines(size)[1].hasPrefix("         3"))
  }

  @Test func `deleted photos disappear and new ones appear`() throws {
    var counts = LiveCounts()
    counts.replace(with: [try photo(1, "Rex")])
    counts.take(change(try photo(2, "New"), .photo))
    counts.take(change(PhotoMetadata(withdrawing: try photo(1).id, version: 3), .deleted))
    #expect(counts.lines(size).count == 4)
    #expect(counts.lines(size)[1].hasSuffix("New"))
  }

  @Test func `after a gap the table shows the current photos, with their new favourites`() throws {
    let wide = TerminalSize(columns: 100, rows: 8)
    var counts = LiveCounts()
    counts.connect()
    counts.replace(with: [try photo(1, "Rex"), try photo(2, "Bella", count: 5)])
    counts.take(change(try photo(1, "Rex", count: 2, version: 2)))
    counts.miss()
    #expect(counts.lines(wide).last?.contains("missed, the counts may be old;") == true)
    // Until the counts could be had, a new connection does not make them right.
    counts.connect()
    #expect(counts.hasMissedChanges && counts.lines(wide).last?.contains("may be old;") == true)

    counts.replace(with: [try photo(3, "New"), try photo(1, "Rex", count: 3, version: 3)])
    let lines = counts.lines(wide)
    #expect(!counts.hasMissedChanges && lines.count == 5)
    #expect(lines[1].hasSuffix("New"))
    #expect(lines[2].hasPrefix("         3      +3") && lines[2].hasSuffix("Rex"))
    #expect(lines[4] == "connected; some changes were missed, the counts are right again; 1 changes; ^C ends")
  }

  @Test(arguments: [(1, 1), (5, 2), (20, 3), (80, 24)])
  func `the table fits every terminal`(columns: Int, rows: Int) throws {
    var counts = LiveCounts()
    counts.replace(with: try (0..<40).map { try photo($0, "A caption\u{1B}[2J that is long 犬") })
    let lines = counts.lines(TerminalSize(columns: columns, rows: rows))
    #expect(lines.count <= rows)
    for line in lines { #expect(line.displayWidth <= columns && !line.contains("\u{1B}")) }
  }

  @Test func `each event is one line of JSON`() throws {
    let events: [WatchEvent] = [
      .connection(.connected),
      .connection(.retrying(after: .milliseconds(1500), because: WoofError(.connectionLost, "It broke off."))),
      .event(.gap(PhotoEventGap(after: ChangeToken(rawValue: "1"), upTo: ChangeToken(rawValue: "2")))),
      .event(.change(change(try photo(1, count: 3)))), .resized,
    ]
    let lines = try JSONLines(try events.compactMap { try $0.json }.joined())
    #expect(lines.map { $0["event"] } == ["connected", "disconnected", "gap", "change"])
    #expect(lines.lines[1]["retryAfter"] == "2")
    #expect(lines.lines[1]["error"] == "connection-lost")
    #expect(lines.lines[3]["favouriteCount"] == "3" && lines.lines[3]["kind"] == "favourites")
  }

  @Test func `a restarted service is found again, and no change is missed`() async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      let id = try await service.upload(SampleJPEG.withComment("Rex"), caption: "Rex")
      let watching = try Program(
        Program.dogs, arguments: service.options + ["watch", "--json", "--count", "3"], environment: Dogs.environment)
      try await eventually { watching.output.contains("\"connected\"") }
      #expect(try await service.dogs("favourite", id, as: "ada").code == 0)
      try await eventually { watching.output.contains("\"change\"") }
      try await service.restart()
      // The service is back before the watcher is, which must hear of this one all the same.
      #expect(try await service.dogs("favourite", id, as: "bob").code == 0)
      // Before the next: of several changes of a photo a subscriber may get only the newest.
      try await eventually { watching.output.split(separator: "\n").count { $0.contains("\"favouriteCount\"") } >= 2 }
      #expect(try await service.dogs("unfavourite", id, as: "ada").code == 0)
      let outcome = try await watching.outcome()
      #expect(outcome.code == 0)
      let lines = try JSONLines(outcome.output)
      #expect(lines.filter { $0["event"] == "change" }.map { $0["favouriteCount"] } == ["1", "2", "1"])
      let states = lines.compactMap { $0["event"] }.filter { $0 != "change" }
      #expect(states.first == "connected" && states.last == "connected" && states.contains("disconnected"))
      #expect(!states.contains("gap"))
      try await service.stop()
    }
  }

  @Test func `the table has the right counts after the service was restarted`() async throws {
    try await blocking {
      let service = try await DogService(accounts: ["ada", "bob"])
      let id = try await service.upload(SampleJPEG.withComment("Rex"), caption: "Rex at the lake")
      let watching = try service.onTerminal("watch")
      try await watching.wait(for: "connected")
      try await watching.wait(for: "Rex at the lake")
      try await service.restart()
      #expect(try await service.dogs("favourite", id, as: "ada").code == 0)
      #expect(try await service.dogs("favourite", id, as: "bob").code == 0)
      try await watching.wait(for: "2      +2")
      try watching.type("\u{3}")
      #expect(try await watching.outcome() == 130)
      #expect(watching.isAsUsual)
      try await service.stop()
    }
  }

  /// A service whose streams end after one change.
  private func breakingOff() throws -> ScriptedListener {
    try ScriptedListener { request in
      let line = #"{"id":"\#(HostileService.id)","version":1,"deleted":true,"change":"2","kind":"deleted"}"# + "\n"
      return ScriptedListener.response(
        200,
        ["Content-Type": "application/x-ndjson", "Woof-Last-Change": request.target.contains("since") ? "2" : "1"],
        Array(line.utf8))
    }
  }

  @Test(arguments: ["", "--json"])
  func `watching ends when standard output is full`(option: String) async throws {
    let listener = try breakingOff()
    let outcome = try await Program.run(
      "bash", ["-c", "'\(Program.dogs)' --url \(listener.url) watch \(option) > /dev/full"])
    #expect(outcome.code == 1)
    #expect(outcome.errors.contains("standard output takes no more"), "\(outcome)")
  }

  @Test func `the end of a stream is reported, and the stream is resumed`() async throws {
    let listener = try breakingOff()
    let outcome = try await Dogs.run(["--url", listener.url, "watch", "--count", "2"])
    #expect(outcome.code == 0)
    #expect(outcome.output.split(separator: "\n").count == 2)
    #expect(outcome.errors.contains("connected\ndisconnected: "), "\(outcome)")
  }
}
