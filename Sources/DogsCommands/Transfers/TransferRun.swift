import Foundation
import WoofCommandLine
import WoofTerminal
import WoofModel

/// Transfers several photos, some at a time, and says what became of each.
struct TransferRun: Sendable {
  /// One photo to be transferred.
  struct Item: Sendable {
    /// What it is called while it is under way.
    var name: String
    var byteCount: Int64
    /// What is known of it where it fails.
    var failed: TransferResult
    var transfer: @Sendable (Progress) async throws -> TransferResult
  }

  /// How many there are of each kind.
  struct Tally: Hashable, Sendable {
    var doneCount = 0
    var presentCount = 0
    var failedCount = 0

    mutating func count(_ result: TransferResult) {
      switch result.status {
      case .done: doneCount += 1
      case .present: presentCount += 1
      case .failed: failedCount += 1
      }
    }

    /// In words.
    func text(done: String) -> String {
      "\(doneCount) \(done), \(presentCount) already there, \(failedCount) failed\n"
    }
  }

  /// The word for what went over, as `uploaded`.
  let done: String
  /// How many are under way at a time.
  let limit: Int
  let printsJSON: Bool
  let lines: LiveLines

  /// Transfers all; what fails does not keep others from it, unless it would fail them too.
  ///
  /// - Returns: The exit code.
  /// - Throws: What ends all, as `CancellationError` or a failed sign-in.
  func run(_ items: [Item]) async throws -> ExitCode {
    let board = TransferBoard("photos", count: items.count, byteTotal: items.reduce(0) { $0 + $1.byteCount })
    let display = TransferDisplay(board, on: lines)
    let showing = Task { await display.run() }
    let result: Result<Tally, any Error>
    do {
      result = .success(try await transfer(items, display))
    } catch {
      result = .failure(error)
    }
    showing.cancel()
    await showing.value
    let tally = try result.get()
    if !printsJSON { StandardStream.error.write(tally.text(done: done)) }
    return tally.failedCount == 0 ? .done : .failed
  }

  private func transfer(_ items: [Item], _ display: TransferDisplay) async throws -> Tally {
    try await withThrowingTaskGroup(of: TransferResult.self) { group in
      var tally = Tally()
      var rest = items.enumerated().makeIterator()
      func startNext() {
        guard let (id, item) = rest.next() else { return }
        group.addTask { try await transfer(item, id, display) }
      }
      for _ in 0..<limit { startNext() }
      while let result = try await group.next() {
        tally.count(result)
        display.print(
          printsJSON ? result.json(done: done) : result.text(done: done),
          to: result.failure != nil && !printsJSON ? .error : .output)
        startNext()
      }
      return tally
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
    self.init(name: failure.file ?? failure.id?.description ?? "", byteCount: 0, failed: failure) { _ in failure }
  }
}
