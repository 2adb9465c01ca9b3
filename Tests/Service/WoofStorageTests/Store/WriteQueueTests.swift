// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance
import WoofSystem

@testable import WoofStorage

@Suite(.timeLimit(.minutes(1))) struct WriteQueueTests {
  private static var operation: WriteOperation { .other(Write({ _ in }, completion: { _ in })) }

  @Test func `all waiting work is taken at once`() {
    let queue = WriteQueue(limit: 10)
    for _ in 0..<3 { #expect(queue.append(Self.operation)) }
    var taken: [WriteOperation] = []
    #expect(queue.take(into: &taken, waitingAtMost: 0))
    #expect(taken.count == 3)
    #expect(queue.count == 0)
  }

  @Test func `waiting ends without work when nothing comes`() {
    var taken: [WriteOperation] = []
    #expect(WriteQueue(limit: 10).take(into: &taken, waitingAtMost: 1))
    #expect(taken.isEmpty)
  }

  @Test func `no more work waits than the limit`() {
    let queue = WriteQueue(limit: 2)
    #expect(queue.append(Self.operation))
    #expect(queue.append(Self.operation))
    #expect(!queue.append(Self.operation))
  }

  @Test func `a closed queue accepts nothing, hands out what it has, and ends`() {
    let queue = WriteQueue(limit: 10)
    #expect(queue.append(Self.operation))
    queue.close()
    #expect(!queue.append(Self.operation))
    var taken: [WriteOperation] = []
    #expect(queue.take(into: &taken, waitingAtMost: 1000))
    #expect(taken.count == 1)
    taken.removeAll()
    #expect(!queue.take(into: &taken, waitingAtMost: 1000))
  }

  @Test func `a gathering writer is woken when enough has come`() async {
    let queue = WriteQueue(limit: 10)
    let end = ThreadEnd()
    SystemThread.start(named: "test") {
      queue.gather(GatherPacing.Wait(count: 3, nanoseconds: 60_000_000_000))
      end.signal()
    }
    for _ in 0..<3 { #expect(queue.append(Self.operation)) }
    await end.wait()
    #expect(queue.count == 3)
  }

  @Test func `gathering ends by itself, and at once if enough is there or the queue is closed`() {
    let queue = WriteQueue(limit: 10)
    queue.gather(GatherPacing.Wait(count: 3, nanoseconds: 1000))
    #expect(queue.append(Self.operation))
    queue.gather(GatherPacing.Wait(count: 1, nanoseconds: 60_000_000_000))
    queue.close()
    queue.gather(GatherPacing.Wait(count: 3, nanoseconds: 60_000_000_000))
  }

  @Test func `a sleeping writer is woken by the first work, and by closing`() async {
    let queue = WriteQueue(limit: 1000)
    let count = Atomic(0)
    await withTaskGroup(of: Void.self) { group in
      let end = ThreadEnd()
      SystemThread.start(named: "test") {
        var taken: [WriteOperation] = []
        while queue.take(into: &taken, waitingAtMost: 60_000) {
          count.add(taken.count, ordering: .relaxed)
          taken.removeAll(keepingCapacity: true)
        }
        end.signal()
      }
      for _ in 0..<4 {
        group.addTask { for _ in 0..<100 where queue.append(Self.operation) { await Task.yield() } }
      }
      await group.waitForAll()
      queue.close()
      await end.wait()
    }
    #expect(count.load(ordering: .relaxed) == 400)
  }

  @Test func `the writer forgets photos beyond its limit, and reads them again`() async throws {
    try await withStorage { storage in
      let account = try await storage.stores.account("ada")
      try await storage.records.writer.write { transaction in
        for number in 0...1000 {
          var draft = Sample.draft(number, by: account)
          draft.caption = String(repeating: "x", count: HotPhotos.byteLimit / 1000)
          _ = try transaction.addPhoto(draft, RenderedAnnotations(of: draft), idempotency: nil)
        }
      }
      #expect(try await storage.records.writer.write { $0.photos.place(of: Sample.photoID(1)) } == nil)
      try await storage.stores.like(Sample.photoID(1), by: account)
      #expect(try await storage.records.writer.write { $0.photos.place(of: Sample.photoID(1)) } != nil)
      #expect(try await storage.stores.like(Sample.photoID(1), by: account, false).version == 3)
    }
  }
}
