import Foundation
import WoofClient
import WoofCommandLine
import WoofModel

/// What a command of the shell runs with.
struct ShellContext: Sendable {
  /// The service.
  let client: AdminClient
  /// Where results go.
  let console: ShellConsole
  /// Who answers questions.
  let dialog: ShellDialog
  /// What the user has set.
  let settings: ShellSettings
  /// The environment of the program.
  var environment: [String: String] = [:]
  /// Whether the command is only to say what it would do.
  var isPlan = false

  /// Asks the service.
  func ask<Response>(_ request: AdminRequest<Response>) async throws -> Response {
    try await client.response(to: request)
  }

  /// Does what changes something: after a yes, and with a reason where one is needed. With `plan` before the command,
  /// prints what would be done instead.
  ///
  /// - Returns: What the service says of it; `nil` where nothing was done.
  /// - Throws: `CommandFailure` where nobody said yes; as the client.
  func perform<Response>(_ change: AdminChange<Response>, _ options: ChangeOptions) async throws -> Response? {
    let approval = try await approve(options, isDestructive: change.isDestructive) { try await ask(change.plan) }
    guard let approval else { return nil }
    return try await ask(change.request(reason: approval.reason))
  }

  /// Asks for a yes to what is planned, and for a reason where one is needed.
  ///
  /// - Returns: On what terms it may be done; `nil` where it was only to be planned, which has been printed.
  /// - Throws: `CommandFailure` where nobody said yes; what `plan` throws.
  func approve(
    _ options: ChangeOptions, isDestructive: Bool, _ plan: () async throws -> AdminPlan
  ) async throws -> Approval? {
    guard !isPlan else {
      let plan = try await plan()
      console.print(options.printsJSON(settings) ? try JSONText.line(plan) : PlanText.text(plan))
      return nil
    }
    if !options.isYes {
      guard dialog.isPossible else {
        throw CommandFailure("this changes something: add --yes, or see what it would do by: plan", exitCode: .usage)
      }
      console.note(PlanText.text(try await plan()))
      guard try await dialog.confirm("Do it?") else { throw CommandFailure("nothing was changed") }
    }
    return Approval(reason: try await reason(for: isDestructive, options))
  }

  /// A yes, and why.
  struct Approval: Sendable {
    /// Why; `nil` where no reason is needed.
    let reason: String?
  }

  private func reason(for isDestructive: Bool, _ options: ChangeOptions) async throws -> String? {
    if let reason = options.reason { return isDestructive ? reason : nil }
    guard isDestructive else { return nil }
    guard dialog.isPossible else {
      throw CommandFailure("this cannot be done without a reason: add --reason TEXT", exitCode: .usage)
    }
    let reason = try await dialog.line("Reason: ")
    guard !reason.isEmpty else { throw CommandFailure("nothing was changed, as there is no reason") }
    return reason
  }
}
