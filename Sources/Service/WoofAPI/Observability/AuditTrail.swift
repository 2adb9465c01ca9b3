// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// Writes into the audit log what is asked for before it is done, and what came of it.
struct AuditTrail: Sendable {
  let audit: AuditLog
  let log: LogSink

  /// Does something that the audit log knows of. Once it has been noted it is gone through with, also where whoever
  /// asked for it has left.
  ///
  /// - Throws: An error that keeps it from being noted, and then nothing has been done; any error that `body` throws.
  func perform<Result: Sendable>(
    _ request: AuditRequest, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task {
      let number = try await audit.begin(request)
      do {
        let result = try await body()
        await end(number, request, outcome: Self.done)
        return result
      } catch {
        await end(number, request, outcome: Self.outcome(of: error))
        throw error
      }
    }
    return try await task.value
  }

  /// Notes what came of something.
  func end(_ number: Int64, _ request: AuditRequest, outcome: String) async {
    do {
      try await audit.end(number, request, outcome: outcome)
    } catch {
      // It has been done, and whoever asked for it has to hear that.
      log.note(
        .error, "the audit log does not say what came of an entry",
        ["entry": "\(number)", "outcome": outcome, "error": String(reflecting: error)])
    }
  }

  /// Notes something that has happened by itself.
  func note(_ entry: AuditRequest) async {
    do {
      _ = try await audit.begin(entry)
    } catch {
      log.note(
        .error, "the audit log lacks an entry",
        ["action": entry.action, "subject": entry.subject, "error": String(reflecting: error)])
    }
  }

  static let done = "done"

  static func outcome(of error: any Error) -> String {
    if error is CancellationError { return "cancelled" }
    return (error as? WoofError)?.code.name ?? WoofError.Code.internal.name
  }
}

extension AuditTrail? {
  /// Does something that the audit log knows of, where one is kept.
  ///
  /// - Throws: As ``AuditTrail/perform(_:_:)``.
  func perform<Result: Sendable>(
    _ request: AuditRequest, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    guard let self else { return try await body() }
    return try await self.perform(request, body)
  }
}
