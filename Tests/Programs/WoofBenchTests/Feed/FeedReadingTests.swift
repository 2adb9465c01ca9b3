// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import woof_bench

/// How a subscriber's bytes become lines, however they are cut.
struct FeedReadingTests {
  private static let id = "0193f5e0-0000-7000-8000-000000000001"
  private static let line = #"{"change":"t","id":"\#(id)","favouriteCount":12,"version":7,"deleted":false}"#
  private static let stream = Array(
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(line + "\n" + line.prefix(20))
      + chunk(line.dropFirst(20) + "\n\n") + chunk("\n")).utf8)

  @Test func `lines come out whole wherever the stream is cut`() {
    for cut in 0...Self.stream.count {
      #expect(lines([Self.stream[..<cut], Self.stream[cut...]]) == [Self.line, Self.line, "", ""])
    }
    #expect(lines(Self.stream.indices.map { Self.stream[$0...$0] }) == [Self.line, Self.line, "", ""])
  }

  @Test func `a refused subscription is reported as ended`() {
    var subscriber = FeedSubscriber(descriptor: -1)
    subscriber.take(Array("HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n".utf8)[...]) { _ in }
    #expect(subscriber.hasEnded && !subscriber.isSubscribed)
  }

  @Test func `a line is parsed for the values that the delay is measured by`() throws {
    let event = try #require(EventLine(Array(Self.line.utf8)[...]))
    #expect(event.photo.description == Self.id)
    #expect(event.version == 7 && event.favouriteCount == 12)
    #expect(EventLine([]) == nil)
  }

  @Test func `a line that was seen before is recognised, even out of order`() throws {
    var memory = EventLineMemory(photos: [try #require(PhotoID(Self.id))])
    let second = Array(Self.line.replacing("7", with: "8").utf8)
    let first = Array(Self.line.utf8)
    #expect(memory.index(of: first[...], expected: 0) { _, version in UInt64(version) } == 0)
    #expect(memory.index(of: second[...], expected: 1) { _, version in UInt64(version) } == nil)
    #expect(memory.index(of: first[...], expected: 1) { _, _ in 99 } == 0)
    #expect(memory.entries.map(\.sentAt) == [7])
  }

  @Test func `every change of the schedule has an effect, and the counts are predicted`() {
    let schedule = FavouriteSchedule(photoCount: 3, accountCount: 4)
    var liked = Set<[Int]>()
    var changes = [0, 0, 0]
    for number in 0..<200 {
      let change = schedule.change(number)
      let key = [change.photo, change.account]
      #expect(liked.contains(key) != change.isSet)
      if change.isSet { liked.insert(key) } else { liked.remove(key) }
      changes[change.photo] += 1
      #expect(schedule.count(afterChanges: changes[change.photo]) == liked.count { $0[0] == change.photo })
    }
  }

  private static func chunk(_ text: some StringProtocol) -> String {
    "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
  }

  private func lines(_ pieces: [ArraySlice<UInt8>]) -> [String] {
    var subscriber = FeedSubscriber(descriptor: -1)
    var lines: [String] = []
    for piece in pieces { subscriber.take(piece) { lines.append(String(decoding: $0, as: UTF8.self)) } }
    return lines
  }
}
