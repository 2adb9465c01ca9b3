// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import WoofStorage

@Suite struct PacingTests {
  @Test func `slow folds are made smaller, down to a minimum`() {
    var pacing = FoldPacing()
    for _ in 0..<20 { pacing.note(entryCount: pacing.limit, nanoseconds: FoldPacing.target + 1) }
    #expect(pacing.limit == FoldPacing.least)
  }

  @Test func `fast folds are made larger, up to a maximum`() {
    var pacing = FoldPacing()
    for _ in 0..<20 { pacing.note(entryCount: pacing.limit, nanoseconds: 1000) }
    #expect(pacing.limit == FoldPacing.most)
  }

  @Test func `a fold of fewer favourites than allowed changes nothing`() {
    var pacing = FoldPacing()
    let limit = pacing.limit
    pacing.note(entryCount: limit - 1, nanoseconds: FoldPacing.target * 2)
    #expect(pacing.limit == limit)
  }

  @Test func `a short log is not copied`() {
    var pacing = CheckpointPacing(pageLimit: 100)
    #expect(pacing.action(pageCount: 99, isBackgroundDone: true) == .nothing)
  }

  @Test func `a long log is copied by another thread first, and its end by the writer`() {
    var pacing = CheckpointPacing(pageLimit: 100)
    #expect(pacing.action(pageCount: 100, isBackgroundDone: false) == .copyInBackground)
    #expect(pacing.action(pageCount: 130, isBackgroundDone: false) == .nothing)
    #expect(pacing.action(pageCount: 150, isBackgroundDone: true) == .copyHere)
    #expect(pacing.action(pageCount: 10, isBackgroundDone: true) == .nothing)
  }

  @Test func `a log that a reader holds is copied again only when it has grown as much again`() {
    var pacing = CheckpointPacing(pageLimit: 100)
    _ = pacing.action(pageCount: 100, isBackgroundDone: true)
    #expect(pacing.action(pageCount: 110, isBackgroundDone: true) == .copyHere)
    #expect(pacing.action(pageCount: 209, isBackgroundDone: true) == .nothing)
    #expect(pacing.action(pageCount: 210, isBackgroundDone: true) == .copyInBackground)
  }

  @Test func `a log that is never copied is copied by the writer, which then waits for readers`() {
    var pacing = CheckpointPacing(pageLimit: 100)
    #expect(pacing.action(pageCount: 100, isBackgroundDone: false) == .copyInBackground)
    #expect(pacing.action(pageCount: 799, isBackgroundDone: false) == .nothing)
    #expect(pacing.action(pageCount: 800, isBackgroundDone: false) == .copyHereAndWait)
  }

  @Test func `nothing is waited for if commits are fast`() {
    var pacing = GatherPacing()
    for _ in 0..<100 { pacing.note(commitNanoseconds: GatherPacing.slowCommit / 2) }
    #expect(pacing.wait(completed: 64, queued: 64) == nil)
  }

  @Test func `if commits are slow, just answered writers are waited for, for a part of that time`() {
    var pacing = GatherPacing()
    for _ in 0..<100 { pacing.note(commitNanoseconds: 4_000_000) }
    let wait = pacing.wait(completed: 60, queued: 68)
    #expect(wait?.count == 128)
    #expect((900_000...1_000_000).contains(wait?.nanoseconds ?? 0))
    #expect(pacing.wait(completed: 1, queued: 0) == nil)
  }

  @Test func `the wait is bounded, however slow the disk is`() {
    var pacing = GatherPacing()
    for _ in 0..<100 { pacing.note(commitNanoseconds: 900_000_000) }
    #expect(pacing.wait(completed: 2, queued: 0)?.nanoseconds == GatherPacing.longestWait)
  }

  @Test func `a histogram counts each value in the first bucket that fits`() {
    var histogram = Histogram(smallestBound: 1, bucketCount: 3)
    for value: UInt64 in [0, 1, 2, 3, 4, 5, 1000] { histogram.record(value) }
    #expect(histogram.bounds == [1, 2, 4])
    #expect(histogram.bucketCounts == [2, 1, 2, 2])
    #expect(histogram.count == 7)
    #expect(histogram.sum == 1015)
  }
}
