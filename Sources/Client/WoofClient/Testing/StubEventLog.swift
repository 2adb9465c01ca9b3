// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The entries that a stub's subscribers get, each at its own pace.
final class StubEventLog: Sendable {
  enum Entry: Sendable {
    case event(ServiceEvent)
    case connection(PhotoEventConnection)
    case failure(any Error)
  }

  private struct State {
    /// An entry is `nil` once it was one subscriber's and is taken.
    var entries: [Entry?] = []
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var waits = 0
  }

  private let state = Mutex(State())

  func append(_ entry: Entry) {
    let waiting = state.withLock { state in
      state.entries.append(entry)
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume() }
  }

  /// The position after the event with a token; that of the first entry where there is none.
  func position(after token: ChangeToken?) -> Int {
    guard let token else { return 0 }
    return state.withLock { state in
      let last = state.entries.lastIndex { entry in
        switch entry {
        case .event(.change(let change)): change.token == token
        case .event(.gap(let gap)): gap.upTo == token
        case .connection, .failure, nil: false
        }
      }
      return last.map { $0 + 1 } ?? 0
    }
  }

  /// Waits for the next entry, and moves the position behind it.
  ///
  /// - Throws: `CancellationError` when the task is cancelled.
  func next(_ position: inout Int) async throws -> Entry {
    while true {
      try Task.checkCancellation()
      if let entry = take(&position) { return entry }
      await wait(for: position)
    }
  }

  private func take(_ position: inout Int) -> Entry? {
    state.withLock { state in
      while position < state.entries.count {
        defer { position += 1 }
        guard let entry = state.entries[position] else { continue }
        if case .failure = entry { state.entries[position] = nil }
        return entry
      }
      return nil
    }
  }

  private func wait(for position: Int) async {
    let number = state.withLock { state in
      state.waits += 1
      return state.waits
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isThere = state.withLock { state in
          guard state.entries.count <= position, !Task.isCancelled else { return true }
          state.waiting[number] = continuation
          return false
        }
        if isThere { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
  }
}

/// The events that one subscriber of a stub gets.
struct StubEvents: AsyncSequence, Sendable {
  typealias Element = ServiceEvent

  let kinds: ChangeSubjects
  let log: StubEventLog
  let token: ChangeToken?
  let report: @Sendable (PhotoEventConnection) -> Void

  func makeAsyncIterator() -> Iterator { Iterator(events: self, position: log.position(after: token)) }

  struct Iterator: AsyncIteratorProtocol {
    let events: StubEvents
    var position: Int
    var hasFailed = false

    mutating func next() async throws -> ServiceEvent? {
      guard !hasFailed else { return nil }
      do {
        while true {
          switch try await events.log.next(&position) {
          case .event(.change(let change)) where !events.kinds.contains(change.subject): break
          case .event(let event): return event
          case .connection(let connection): events.report(connection)
          case .failure(let error): throw error
          }
        }
      } catch {
        hasFailed = true
        throw error
      }
    }
  }
}
