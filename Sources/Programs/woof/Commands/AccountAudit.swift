// SPDX-License-Identifier: Apache-2.0

import Glibc
import WoofCommandLine
import WoofCore
import WoofModel

/// Writes what `woof account` changes into the audit log, beside services that may write to it too.
struct AccountAudit {
  private let log: AuditLog

  /// Takes the log that a store keeps.
  init(in store: any AuditStore) {
    log = AuditLog(store: store, time: SystemTimeSource(), workers: WorkerPool(name: "audit", threadCount: 1))
  }

  /// Does something with an account that the audit log knows of.
  ///
  /// - Throws: An error that keeps it from being noted, and then nothing has been done; any error that `body` throws.
  func perform(
    _ action: String, of name: AccountName, details: [String: JSONValue] = [:], _ body: () async throws -> Void
  ) async throws {
    let request = AuditRequest(
      who: Self.user, action: action, subject: name.text,
      details: details.merging(["by": "woof account"]) { $1 })
    let number = try await log.begin(request)
    do {
      try await body()
    } catch {
      await end(number, request, outcome: (error as? WoofError)?.code.name ?? WoofError.Code.internal.name)
      throw error
    }
    await end(number, request, outcome: "done")
  }

  private func end(_ number: Int64, _ request: AuditRequest, outcome: String) async {
    do {
      try await log.end(number, request, outcome: outcome)
    } catch {
      StandardStream.error.write("The audit log does not say what came of entry \(number) (\(outcome)): \(error)\n")
    }
  }

  /// The audit log's name for the user who runs the command, as at the admin socket.
  private static var user: String {
    let id = geteuid()
    let name = getpwuid(id).flatMap { $0.pointee.pw_name }.map { String(cString: $0) }
    return "unix:\(name ?? "\(id)")"
  }
}
