// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import WoofCommandLine

/// Tells thousands of live subscribers of favourites.
struct FeedBenchmark: Benchmark {
  static let name = "feed"
  static let summary = "Tells 5,000 live subscribers of 100 favourite changes a second."
  static let discussion = """
    The delay runs from the sending of a favourite's request to the arrival of its line, for every line of every \
    subscriber. Photos are fetched by wrk without subscribers, with idle ones, and while the changes go round; of the last \
    there must be as many as without the feed, less the share of the machine that the feed and its readers took when \
    nothing was fetched. Needs wrk.
    """

  let options: BenchOptions
  private var subscriberCount = 5000
  private var changesPerSecond = 100
  private var seconds = 10
  private var photoCount = 50

  init(options: BenchOptions) { self.options = options }

  init(from reader: inout ArgumentReader) {
    options = BenchOptions(from: &reader)
    subscriberCount = reader.option(
      "--subscribers", .integer(in: 1...50_000), default: subscriberCount, "How many subscribers there are.")
    changesPerSecond = reader.option(
      "--changes", .integer(in: 1...10_000), default: changesPerSecond, "How many favourites change in a second.")
    seconds = reader.option("--seconds", .integer(in: 1...600), default: seconds, "How long.")
    photoCount = reader.option("--photos", .integer(in: 1...10_000), default: photoCount, "Of how many photos.")
  }

  func measure() throws -> Report {
    let stage = try FeedStage(options, photoCount: photoCount)
    var report = Report(Self.name)
    let client = try stage.makeClient()
    options.progress("feed: fetches without subscribers")
    let alone = try stage.fetch(for: .seconds(3))
    client.run(for: .seconds(1), changesPerSecond: changesPerSecond)
    _ = client.settle()
    try measureMemory(stage, client, &report)
    options.progress("feed: fetches with idle subscribers")
    let idle = try stage.fetch(for: .seconds(3))
    let feedShare = try measureFeed(stage, client, &report)
    options.progress("feed: fetches while changes go round")
    let busy = try stage.fetch(for: .seconds(seconds), while: client, changesPerSecond)
    try check(stage, client, "with fetches", &report)
    client.endSubscriptions()
    addFetches(alone: alone, idle: idle, busy: busy, feedShare: feedShare, &report)
    return report
  }

  private func measureMemory(_ stage: FeedStage, _ client: FeedClient, _ report: inout Report) throws {
    options.progress("feed: subscribing")
    let before = try stage.service.usage()
    try client.subscribe(count: subscriberCount)
    client.run(for: .seconds(2), changesPerSecond: 0)
    let after = try stage.service.usage()
    let bytes = Double(after.residentByteCount - before.residentByteCount) / Double(subscriberCount)
    report.add(Figure("memory of an idle subscriber", "bytes", bytes, bar: .atMost(4096)))
  }

  /// Measures the feed without fetches, and gives the share of the machine that the service and its readers take for it.
  private func measureFeed(_ stage: FeedStage, _ client: FeedClient, _ report: inout Report) throws -> Double {
    options.progress("feed: changes go round")
    let (before, clientBefore) = (try stage.service.usage(), try ProcessUsage(of: getpid()))
    client.run(for: .seconds(seconds), changesPerSecond: changesPerSecond)
    let (after, clientAfter) = (try stage.service.usage(), try ProcessUsage(of: getpid()))
    let share = (after.processorSeconds - before.processorSeconds) / Double(seconds)
    let clientShare = (clientAfter.processorSeconds - clientBefore.processorSeconds) / Double(seconds)
    let (changes, lines, delays) = (client.changeCount, client.lineCount, client.delays)
    try check(stage, client, "alone", &report)
    report.add(Figure("median delay", "ms", delays.milliseconds(atQuantile: 0.5), bar: .atMost(30)))
    report.add(Figure("delay of 99 %", "ms", delays.milliseconds(atQuantile: 0.99)))
    let rate = Double(changes) / Double(seconds)
    report.add(Figure("changes", "1/s", rate, bar: .atLeast(0.99 * Double(changesPerSecond))))
    report.add(Figure("lines", "1/s", Double(lines) / Double(seconds)))
    report.add(Figure("processors that the service takes", "1", share))
    report.add(Figure("processors that the readers take", "1", clientShare))
    return (share + clientShare) / Double(max(1, woof_processor_count()))
  }

  private func check(_ stage: FeedStage, _ client: FeedClient, _ name: String, _ report: inout Report) throws {
    let stale = client.settle()
    let wrong = try stage.wrongPhotos(client)
    report.add(Figure("\(name): photos of subscribers out of date", "1", Double(stale), bar: .atMost(0)))
    report.add(Figure("\(name): wrong counts", "1", Double(wrong + client.failureCount), bar: .atMost(0)))
  }

  private func addFetches(
    alone: FeedStage.Fetch, idle: FeedStage.Fetch, busy: FeedStage.Fetch, feedShare: Double, _ report: inout Report
  ) {
    report.add(
      Figure(
        "fetch, idle subscribers: processor time", "µs/request", [idle.processorMicroseconds],
        beside: [alone.processorMicroseconds], bar: .ratioAtMost(1.1)))
    report.add(
      Figure("fetch, idle subscribers: requests", "1/s", [idle.rate], beside: [alone.rate]))
    report.add(
      Figure("fetch, changes going round: requests", "1/s", [busy.rate], beside: [alone.rate]))
    report.add(
      Figure(
        "fetch, changes going round: of what the feed leaves", "1/s", [busy.rate],
        beside: [alone.rate * max(0, 1 - feedShare)], bar: .ratioAtLeast(0.9)))
    report.add(
      Figure(
        "fetch, changes going round: delay of 99 %", "ms", [busy.longMilliseconds], beside: [alone.longMilliseconds])
    )
  }
}
