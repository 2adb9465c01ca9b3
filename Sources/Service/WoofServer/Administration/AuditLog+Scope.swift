// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofAPI

extension AuditLog {
  /// Opens the audit log of the stores; `nil` where they keep none.
  ///
  /// - Throws: Any error of opening it.
  static func open(in scope: ModuleScope, time: any TimeSource, workers: WorkerPool) async throws -> AuditLog? {
    guard let store = scope.all(at: .audit).first else { return nil }
    let audit = AuditLog(store: store, time: time, workers: workers)
    if let finding = try await audit.open() {
      try scope.one(at: .log).note(.error, "the audit log was not whole", ["found": finding])
    }
    return audit
  }

  /// Notes the sign-in of an administrator. Where that cannot be written the sign-in counts all the same, as somebody has
  /// to be able to put that right; the service's own log says so then.
  func note(_ signIn: NewSignIn, log: LogSink) async {
    guard signIn.principal.isAdministrator else { return }
    let name = signIn.principal.name.text
    do {
      _ = try await begin(
        AuditRequest(
          who: name, action: "accounts.sign-in", subject: name, details: ["address": .string(signIn.address)]))
    } catch {
      log.note(
        .error, "the audit log lacks the sign-in of an administrator",
        ["account": name, "address": signIn.address, "error": String(reflecting: error)])
    }
  }
}
