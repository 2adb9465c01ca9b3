// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofSync
import WoofTesting

@testable import TestKit

/// Measures a replica against a service in the same process: how long the first sync takes beside a client that only reads
/// the same pages, what opening and the first rows take, what a live change costs a list, and how much memory a process
/// with a replica has.
///
///     swift run -c release -Xswiftc -enable-testing WoofSyncBench [PHOTOS]
@main
struct WoofSyncBench {
  /// The photos of the account that has the replica.
  private static let ownCount = 50

  private let woof: WoofHarness
  private let folder: TemporaryFolder
  private let count: Int

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == ReplicaMemory.argument {
      guard let memory = ReplicaMemory(arguments.dropFirst()) else { throw TestFailure("a folder and an address") }
      return try await memory.run()
    }
    let count = max(1_000, arguments.first.flatMap { Int($0) } ?? 100_000)
    let start = ContinuousClock.now
    let woof = try await WoofHarness.start { @Sendable configuration in
      configuration.account("ada")
      configuration.photos(ownCount, by: "ada", caption: "own #")
      configuration.photos(count - ownCount, by: "ben", caption: "photo #")
    }
    print("\(count) photos, made in \(milliseconds(since: start)) ms")
    try await WoofSyncBench(woof: woof, folder: try TemporaryFolder(), count: count).run()
    await woof.stop()
  }

  private func run() async throws {
    var ratios: [Double] = []
    for round in 1...3 {
      let bare = try await readPages()
      let synced = try await firstSync("round-\(round)")
      ratios.append(bare / synced)
      print(
        String(
          format: "first sync: %.0f photos/s; bare client: %.0f photos/s; ratio %.2f", Double(count) / synced,
          Double(count) / bare, bare / synced))
    }
    print(String(format: "median ratio %.2f (bar: 0.5)", ratios.sorted()[1]))
    try await opening()
    try await syncs()
    try await liveChange()
    try ReplicaMemory.measure(URL(fileURLWithPath: folder.path("round-1")), woof.url)
  }

  /// The seconds that a client takes to read all pages into memory.
  private func readPages() async throws -> Double {
    let client = woof.client(as: "ada")
    _ = try await client.account()
    let start = ContinuousClock.now
    var photos: [PhotoMetadata] = []
    for try await page in client.changes(pageSize: 500) { photos += page.changes.map(\.photo) }
    guard photos.count == count else { throw TestFailure("\(photos.count) photos came") }
    return Self.seconds(since: start)
  }

  private func firstSync(_ name: String) async throws -> Double {
    let replica = try await open(name)
    let start = ContinuousClock.now
    try await replica.sync()
    let seconds = Self.seconds(since: start)
    guard try replica.page().count == 50 else { throw TestFailure("photos are missing") }
    await replica.close()
    return seconds
  }

  private func open(_ name: String) async throws -> PhotoReplica {
    try await PhotoReplica.open(URL(fileURLWithPath: folder.path(name)), client: woof.client(as: "ada"))
  }

  private func opening() async throws {
    var times: [Double] = []
    for _ in 0..<9 {
      let start = ContinuousClock.now
      let replica = try await open("round-1")
      let photos = try replica.page(limit: 50)
      times.append(Self.seconds(since: start) * 1000)
      guard photos.count == 50 else { throw TestFailure("photos are missing") }
      await replica.close()
    }
    print(String(format: "open and read 50 rows: median %.2f ms (bar: 20)", times.sorted()[4]))
    let replica = try await open("round-1")
    let start = ContinuousClock.now
    for _ in 0..<1000 { _ = try replica.page(limit: 50) }
    print(String(format: "read 50 rows again: %.1f µs", Self.seconds(since: start) * 1000))
    await replica.close()
  }

  private func syncs() async throws {
    let replica = try await open("round-1")
    // The first one signs in.
    try await replica.sync()
    let before = woof.journal.exchanges.count
    let start = ContinuousClock.now
    try await replica.sync()
    print(
      String(
        format: "sync with nothing new: %d request, %.1f ms", woof.journal.exchanges.count - before,
        Self.seconds(since: start) * 1000))
    let ids = try replica.page(limit: 500).map(\.id)
    for id in ids { try await woof.setFavourite(true, id, of: "ben") }
    let again = ContinuousClock.now
    try await replica.sync()
    print(String(format: "sync of 500 changes: %.1f ms", Self.seconds(since: again) * 1000))
    await replica.close()
  }

  private func liveChange() async throws {
    let replica = try await open("round-1")
    await replica.start()
    var updates = replica.photos(order: .popular).makeAsyncIterator()
    let opening = ContinuousClock.now
    _ = try await updates.next()
    print(String(format: "open a live list of all: %.1f ms", Self.seconds(since: opening) * 1000))
    for await status in replica.statusUpdates where status == .idle { break }
    let ids = try replica.page(limit: 400).suffix(300).map(\.id)
    let cpu = Self.processorTime()
    for id in ids {
      try await woof.setFavourite(false, id, of: "ben")
      _ = try await updates.next()
    }
    let used = (Self.processorTime() - cpu) * 1000 / Double(ids.count)
    print(
      String(format: "a favourite until the list's difference: %.2f ms of CPU, the service's included (bar: 2)", used))
    await replica.close()
  }

  private static func milliseconds(since start: ContinuousClock.Instant) -> Int { Int(seconds(since: start) * 1000) }

  private static func seconds(since start: ContinuousClock.Instant) -> Double {
    let duration = (ContinuousClock.now - start).components
    return Double(duration.seconds) + Double(duration.attoseconds) / 1e18
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
