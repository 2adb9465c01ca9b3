// SPDX-License-Identifier: Apache-2.0

internal import Dispatch
internal import Synchronization
internal import WoofCore
internal import WoofCryptography
internal import WoofModel
internal import WoofPostgreSQL

/// Keeps an audit log in PostgreSQL, in the order of its bytes. One log is made of each.
///
/// Nobody holds a lock while they think: what is written in ``exclusively(_:)`` is kept back, and written in one transaction
/// under an advisory lock if the log is still what was read of it. A node that stalls holds nobody off. All calls block until the
/// database has answered, and so belong on threads of their own.
package final class PostgresAuditStore: AuditStore {
  /// The number of times that others may go on with the log before a write is given up; each time one of them has succeeded.
  private static let attemptLimit = 1000

  private let pool: PostgreSQLPool
  private let draft = Mutex<AuditDraft?>(nil)

  init(_ pool: PostgreSQLPool) { self.pool = pool }

  /// Runs `body` as if no other process worked on the log meanwhile: it runs again where another has, and what it wrote before
  /// counts for nothing then.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable`, `insufficient-storage` or `internal`, and what `body` throws.
  package func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
    for _ in 0..<Self.attemptLimit {
      let start = try state()
      draft.withLock { $0 = start }
      defer { draft.withLock { $0 = nil } }
      let result = try body()
      guard let made = draft.withLock({ $0 }), !made.isEmpty else { return result }
      if try write(made) { return result }
    }
    throw WoofError(.unavailable, "Too much is written to the audit log; try again.", retryAfter: 1)
  }

  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  package func byteCount() throws -> Int64 { try current().byteCount }

  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  package func read(from offset: Int64, count: Int) throws -> [UInt8] {
    guard let draft = draft.withLock({ $0 }) else { return try stored(from: offset, count: count) }
    let keptCount = draft.keptCount(from: offset, count: count)
    let bytes = keptCount > 0 ? try stored(from: offset, count: keptCount) : []
    // What stands behind a gap is not there.
    guard bytes.count == keptCount else { return bytes }
    return bytes + draft.appended(from: offset + Int64(keptCount), count: count - keptCount)
  }

  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable`, `insufficient-storage` or `internal`.
  package func append(_ bytes: [UInt8]) throws { try change { $0.append(bytes) } }

  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable`, `insufficient-storage` or `internal`.
  package func cut(to byteCount: Int64) throws { try change { $0.cut(to: byteCount) } }

  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable` or `internal`.
  package func head() throws -> [UInt8]? { try current().head }

  /// - Throws: ``WoofModel/WoofError`` with the code `unavailable`, `insufficient-storage` or `internal`.
  package func setHead(_ bytes: [UInt8]) throws { try change { $0.setHead(bytes) } }

  private func change(_ change: (inout AuditDraft) -> Void) throws {
    guard !changeDraft(change) else { return }
    try exclusively { _ = changeDraft(change) }
  }

  /// Changes the draft; `false` where there is none.
  private func changeDraft(_ change: (inout AuditDraft) -> Void) -> Bool {
    draft.withLock { draft in
      guard var changed = draft else { return false }
      change(&changed)
      draft = changed
      return true
    }
  }

  private func current() throws -> AuditDraft { try draft.withLock { $0 } ?? state() }

  // MARK: The database

  private func state() throws -> AuditDraft {
    let rows = try wait { [pool] in try await pool.read(AuditSQL.state) }
    return try translatingErrors { () throws(PostgreSQLError) in
      let state = try rows.first { (row) throws(PostgreSQLError) in
        let (revision, head) = (try row.integer(), try row.optionalBytes())
        return AuditDraft(revision: revision, byteCount: try row.integer(), head: head)
      }
      guard let state else { throw PostgreSQLError(.unexpectedValue, "the row of the audit log is missing") }
      return state
    }
  }

  private func stored(from offset: Int64, count: Int) throws -> [UInt8] {
    guard offset >= 0, count > 0 else { return [] }
    let rows = try wait { [pool] in try await pool.read(AuditSQL.parts(from: offset, count: count)) }
    return try translatingErrors { () throws(PostgreSQLError) in
      try AuditSQL.bytes(rows, from: offset, count: count)
    }
  }

  /// Writes a draft; `false` where somebody else has gone on with the log.
  private func write(_ draft: AuditDraft) throws -> Bool {
    let statements = AuditSQL.write(draft, mark: SystemRandomSource().bytes(16))
    let rows = try wait { [pool] in try await pool.run(.writing(statements), retryingAs: true) }
    return try translatingErrors { () throws(PostgreSQLError) in
      try rows.last?.first { (row) throws(PostgreSQLError) in try row.boolean() } ?? false
    }
  }

  /// Waits on this thread for what happens on others.
  private func wait<Value: Sendable>(for work: @escaping @Sendable () async throws -> Value) throws -> Value {
    let outcome = AuditOutcome<Value>()
    Task {
      do {
        let value = try await work()
        outcome.result.withLock { $0 = .success(value) }
      } catch {
        outcome.result.withLock { $0 = .failure(error) }
      }
      outcome.isDone.signal()
    }
    outcome.isDone.wait()
    guard let result = outcome.result.withLock({ $0 }) else { throw CancellationError() }
    do {
      return try result.get()
    } catch let error as PostgreSQLError {
      throw WoofError(error)
    }
  }

  private func translatingErrors<Value>(_ body: () throws(PostgreSQLError) -> Value) throws(WoofError) -> Value {
    do {
      return try body()
    } catch {
      throw WoofError(error)
    }
  }
}

/// The outcome of something that a thread waits for.
private final class AuditOutcome<Value: Sendable>: Sendable {
  let result = Mutex<Result<Value, any Error>?>(nil)
  let isDone = DispatchSemaphore(value: 0)
}

extension PostgresStore {
  /// Makes the store of the audit log, of which a node needs one.
  package func makeAuditStore() -> PostgresAuditStore { PostgresAuditStore(pool) }
}
