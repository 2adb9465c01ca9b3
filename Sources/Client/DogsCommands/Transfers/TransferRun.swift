// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Transfers several photos, some at a time, and says what became of each.
struct TransferRun: Sendable {
  /// One photo to be transferred.
  struct Item: Sendable {
    /// The name that is shown while the photo is under way.
    var name: String
    var byteCount: Int64
    /// The result if the transfer fails, whose status is replaced by the failure.
    var failed: TransferResult
    var transfer: @Sendable (Progress) async throws -> TransferResult
  }

  /// The word for what went over, as `uploaded`.
  let done: String
  /// The largest number of photos under way at a time.
  let limit: Int
  let printsJSON: Bool
  let lines: LiveLines

  /// Transfers all; what fails does not keep others from it, unless it would fail them too. In the end it says how many
  /// came to which end, also where something ends all.
  ///
  /// - Returns: The exit code.
  /// - Throws: An error that ends all, as `CancellationError` or a failed sign-in.
  func run(_ items: [Item]) async throws -> ExitCode {
    let board = TransferBoard("photos", count: items.count, byteTotal: items.reduce(0) { $0 + $1.byteCount })
    let display = TransferDisplay(board, on: lines)
    let showing = Task { await display.run() }
    var tally = TransferTally()
    var ending: (any Error)?
    do {
      try await transfer(items, display) { tally.count($0) }
    } catch {
      ending = error
    }
    showing.cancel()
    await showing.value
    if !printsJSON { StandardStream.error.write(tally.text(done: done, of: items.count)) }
    if let ending { throw ending }
    return tally.isWhole ? .done : .failed
  }

  private func transfer(
    _ items: [Item], _ display: TransferDisplay, _ count: (TransferResult) -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: TransferResult.self) { group in
      var rest = items.enumerated().makeIterator()
      func startNext() {
        guard let (id, item) = rest.next() else { return }
        group.addTask { try await transfer(item, id, display) }
      }
      for _ in 0..<limit { startNext() }
      while let result = try await group.next() {
        count(result)
        display.print(
          printsJSON ? result.json(done: done) : result.text(done: done),
          to: result.failure != nil && !printsJSON ? .error : .output)
        startNext()
      }
    }
  }

  private func transfer(_ item: Item, _ id: Int, _ display: TransferDisplay) async throws -> TransferResult {
    let progress = display.begin(id, name: item.name, byteCount: item.byteCount)
    defer { display.end(id) }
    do {
      return try await item.transfer(progress)
    } catch {
      var result = item.failed
      result.status = .failed(try FailureReport(ofOne: error))
      return result
    }
  }
}

extension TransferRun.Item {
  /// One that is known to have failed before any is transferred.
  init(failure: TransferResult) {
    self.init(name: failure.file ?? failure.id?.description ?? failure.name ?? "", byteCount: 0, failed: failure) { _ in
      failure
    }
  }
}

/// The options that transfers share.
struct TransferOptions: Sendable {
  /// The largest number of photos under way at a time, from 1 to 64; 4 by default.
  let inFlight: Int

  init(from reader: inout ArgumentReader) {
    inFlight = reader.option(
      "--jobs", short: "-j", .integer(in: 1...64), default: 4, "How many photos are under way at a time.")
  }
}
