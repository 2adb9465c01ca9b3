// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import WoofJobs

/// The archives that wait until they are read, and how fast they are.
@Suite struct ArchiveDigestQueueTests {
  private let queue = ArchiveDigestQueue()

  /// An archive of so many photos.
  private static func archive(_ number: UInt64, photoCount: Int = 1) -> PhotoArchive {
    let digest = Digest([UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32))
    guard let digest, let name = AccountName("ada") else { return PhotoArchive(title: nil, entries: []) }
    let entries = (0..<photoCount).map { index in
      ArchiveEntry(
        original: PhotoRecord(
          id: PhotoID(high: number, low: UInt64(index)), ownerID: AccountID(rawValue: 1), ownerName: name,
          original: PhotoRecord.Original(digest: digest, byteCount: 7, type: .jpeg, width: 1, height: 1),
          caption: "", visibility: .public, createdAt: Timestamp(milliseconds: 0)),
        for: nil)
    }
    return PhotoArchive(title: nil, entries: entries)
  }

  @Test func `archives wait once each, in their order`() {
    let (first, second) = (Self.archive(1), Self.archive(2))
    #expect(queue.isEmpty && queue.add(first) && queue.add(second) && !queue.add(first))
    #expect(queue.next()?.tag == first.tag && !queue.add(first) && queue.next()?.tag == second.tag)
    #expect(queue.next() == nil && queue.isEmpty && queue.add(first))
  }

  @Test func `what is more than fits is left out`() {
    for number in 0..<100 { #expect(queue.add(Self.archive(UInt64(number)))) }
    #expect(!queue.add(Self.archive(100)))
    queue.clear()
    #expect(queue.add(Self.archive(1, photoCount: PhotoArchive.photoLimit - 1)) && queue.add(Self.archive(2)))
    #expect(!queue.add(Self.archive(3)))
  }

  @Test func `what is forgotten may come again, also what was being read`() {
    let archive = Self.archive(1)
    #expect(queue.add(archive) && queue.next() != nil)
    queue.clear()
    #expect(queue.isEmpty && queue.add(archive))
  }

  @Test func `reading rests so that it takes no more than its rate`() {
    var pace = ReadingPace(byteRate: 1000, now: 0)
    #expect(pace.rest(after: 500, at: 0) == 500_000_000)
    #expect(pace.rest(after: 500, at: 500_000_000) == 500_000_000)
    #expect(pace.rest(after: 500, at: 1_200_000_000) == 300_000_000)
  }

  @Test func `time that was not used is not made up for`() {
    var pace = ReadingPace(byteRate: 1000, now: 0)
    #expect(pace.rest(after: 100, at: 60_000_000_000) == 0)
    #expect(pace.rest(after: 100, at: 60_000_000_000) == 100_000_000)
  }

  @Test func `no rest is longer than a minute`() {
    var pace = ReadingPace(byteRate: 0, now: 0)
    #expect(pace.rest(after: .max, at: 0) == 60_000_000_000)
  }
}
