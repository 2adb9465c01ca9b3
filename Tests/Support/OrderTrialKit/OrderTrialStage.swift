// SPDX-License-Identifier: Apache-2.0

internal import PostgreSQLTestKit
internal import Synchronization
internal import WoofCore
internal import WoofModel
internal import WoofPostgresStorage
@testable import TestKit

/// Plays rounds on the nodes of a trial, with readers who go on from round to round.
struct OrderTrialStage: Sendable {
  private let nodes: OrderTrialNodes
  private let gate: CommitGate
  private let accounts: [AccountID]
  private let pages: [ChangeLogJudge]
  private let events: [ChangeLogJudge]
  /// The reader who goes from node to node.
  private let traveller: ChangeLogJudge
  private let firstSequence: Int64

  init(_ nodes: OrderTrialNodes, _ gate: CommitGate, accounts: [AccountID], knowing photos: [LoggedPhoto]) {
    (self.nodes, self.gate, self.accounts) = (nodes, gate, accounts)
    pages = nodes.stores.indices.map { ChangeLogJudge("who reads pages of node \($0)", knowing: photos) }
    events = nodes.stores.indices.map { ChangeLogJudge("who hears events of node \($0)", knowing: photos) }
    traveller = ChangeLogJudge("who reads pages of all nodes", knowing: photos)
    firstSequence = photos.map(\.sequence).max() ?? 0
    for (node, judge) in zip(nodes.stores, events) { node.addObserver(judge) }
  }

  private var judges: [ChangeLogJudge] { pages + events + [traveller] }

  /// Plays a round, adds its figures to a report, and names there what is wrong at its end.
  func play(_ round: OrderRound, _ report: inout OrderTrialReport) async throws {
    for relay in nodes.relays { relay.pieceByteCount = round.pieceByteCount }
    try await gate.close()
    let finished = FinishedWrites()
    let writing = Task { await write(round, finished) }
    let standing = try await standing(finished, of: round)
    await read(round, among: nodes.stores.indices.map { $0 }, &report)
    try await compare()
    if let standing {
      report.standCount += 1
      try await end(standing, round, &report)
    } else {
      try await gate.open()
    }
    for relay in nodes.relays { relay.mode = .passes }
    report.writeCount += round.writes.count
    report.refusalCount += await writing.value
    try await compare()
    try await catchUp(round, &report)
    report.faults = judges.flatMap(\.faults)
  }

  // MARK: Writing

  /// Makes the writes of a round at once.
  ///
  /// - Returns: The number of those that were not answered.
  private func write(_ round: OrderRound, _ finished: FinishedWrites) async -> Int {
    await withTaskGroup(of: Bool.self) { group in
      for (index, write) in round.writes.enumerated() {
        group.addTask {
          defer { finished.add() }
          return await make(write, caption: "\(round.number), \(index)")
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 0 : 1) }
    }
  }

  private func make(_ write: OrderRound.Write, caption: String) async -> Bool {
    let (node, photo) = (nodes.stores[write.node], OrderTrial.photoID(write.photo))
    do {
      if let isFavourite = write.isFavourite {
        _ = try await node.setFavourite(
          isFavourite, of: photo, by: accounts[write.account], at: Timestamp(milliseconds: 1_780_000_000_000))
      } else {
        _ = try await node.updatePhoto(photo, PhotoEdit(caption: caption), if: .presence)
      }
      return true
    } catch {
      return false
    }
  }

  /// Waits until a transaction stands at the gate and another wants to pass it, or until all writes have ended.
  private func standing(_ finished: FinishedWrites, of round: OrderRound) async throws -> CommitGate.Standing? {
    var lookCount = 0
    while finished.count < round.writes.count {
      if let standing = try await gate.standing() {
        lookCount += 1
        if standing.waitingCount > 1 || finished.count > 0 || lookCount > 20 { return standing }
      }
      try await Task.sleep(for: .milliseconds(1))
    }
    return nil
  }

  /// Lets the transaction that stands go on, in the way of the round.
  private func end(_ standing: CommitGate.Standing, _ round: OrderRound, _ report: inout OrderTrialReport) async throws
  {
    let relay = nodes.relays[standing.node]
    switch round.ending {
    case .commits: break
    case .isLost:
      try await gate.end(standing)
      report.cutCount += 1
    case .isCut:
      relay.cut()
      report.cutCount += 1
    case .losesAnswer: relay.mode = .keepsAnswers
    case .stalls: relay.mode = .stalls
    }
    try await gate.open()
    let others = nodes.stores.indices.filter { relay.mode == .passes || $0 != standing.node }
    await read(round, among: others, &report)
    try await compare()
    if round.ending == .losesAnswer {
      relay.cut()
      report.cutCount += 1
    }
  }

  // MARK: Reading

  /// Reads pages of some nodes, and those of the reader who goes from node to node among them.
  private func read(_ round: OrderRound, among indices: [Int], _ report: inout OrderTrialReport) async {
    for index in indices { await readPage(of: nodes.stores[index], pages[index], round, &report) }
    for index in round.route where indices.contains(index) {
      await readPage(of: nodes.stores[index], traveller, round, &report)
    }
  }

  /// Reads a page; one that cannot be read is read later.
  ///
  /// - Returns: `true` if there are more.
  @discardableResult
  private func readPage(
    of node: PostgresStore, _ judge: ChangeLogJudge, _ round: OrderRound, _ report: inout OrderTrialReport
  ) async -> Bool {
    let position = judge.view.position
    guard let page = try? await node.changes(after: position, limit: round.pageLimit, reader: .everybody) else {
      return true
    }
    report.pageCount += 1
    judge.take(page.photos.map { LoggedPhoto($0) }, through: page.through)
    return page.hasMore
  }

  /// Compares what the readers know with what stands in the log.
  private func compare() async throws {
    let views = judges.map(\.view)
    let photos = try await gate.photos()
    for (judge, view) in zip(judges, views) { judge.compare(view, with: photos) }
  }

  /// Lets all readers read to the end of the log, and compares what they know then.
  private func catchUp(_ round: OrderRound, _ report: inout OrderTrialReport) async throws {
    let end = try await gate.photos().map(\.sequence).max() ?? 0
    report.changeCount = end - firstSequence
    for (index, node) in nodes.stores.enumerated() {
      try await eventually { node.latestSequence >= end }
      while await readPage(of: node, pages[index], round, &report) {}
    }
    for index in round.route { await readPage(of: nodes.stores[index], traveller, round, &report) }
    while await readPage(of: nodes.stores[round.route[0]], traveller, round, &report) {}
    // Observers are told a moment after the node knows.
    try await eventually { events.allSatisfy { $0.view.position >= end } }
    try await compare()
  }
}

/// The number of writes of a round that have ended.
private final class FinishedWrites: Sendable {
  private let state = Atomic(0)

  var count: Int { state.load(ordering: .acquiring) }

  func add() { state.add(1, ordering: .releasing) }
}
