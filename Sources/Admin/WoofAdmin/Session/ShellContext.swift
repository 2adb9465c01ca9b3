// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofAdministration
import WoofClient
import WoofCommandLine
import WoofModel

/// The context in which a command of the shell runs: the service, the console, the dialog and the settings.
struct ShellContext: Sendable {
  /// The client of the service's admin API.
  let client: AdminClient
  /// The destination of results.
  let console: ShellConsole
  /// The dialog with the user, for questions.
  let dialog: ShellDialog
  /// The settings of the shell, which the user can change.
  let settings: ShellSettings
  /// The environment of the program.
  var environment: [String: String] = [:]
  /// `true` if the command is only to print a plan of the change; `false` by default.
  var isPlan = false

  /// Sends the service a request, and returns the response.
  func ask<Response>(_ request: AdminRequest<Response>) async throws -> Response {
    try await client.response(to: request)
  }

  /// Makes a change: after a confirmation, and with a reason if one is needed. With `plan` before the command, prints
  /// the plan instead.
  ///
  /// - Returns: The response of the service; `nil` if only the plan was printed.
  /// - Throws: `CommandFailure` if the user did not confirm; the errors of the client.
  func perform<Response>(_ change: AdminChange<Response>, _ options: ChangeOptions) async throws -> Response? {
    let approval = try await approve(options, isDestructive: change.isDestructive) { try await ask(change.plan) }
    guard let approval else { return nil }
    return try await ask(change.request(reason: approval.reason))
  }

  /// Asks for confirmation of a plan, and for a reason if one is needed.
  ///
  /// - Returns: The approval; `nil` if only the plan was asked for, which has been printed.
  /// - Throws: `CommandFailure` if the user did not confirm; the errors of `plan`.
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

  /// A confirmation of a change, with its reason.
  struct Approval: Sendable {
    /// The reason; `nil` if none is needed.
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

/// The text of a plan: the change that would be made, and whether it can be taken back.
enum PlanText {
  /// Returns the plan as a line with its end.
  static func text(_ plan: AdminPlan) -> String {
    let counts = [
      plan.photoCount > 0 ? "\(ShortText.count(plan.photoCount)) photo\(plan.photoCount == 1 ? "" : "s")" : nil,
      plan.accountCount > 0 ? "\(ShortText.count(plan.accountCount)) account\(plan.accountCount == 1 ? "" : "s")" : nil,
      plan.byteCount > 0 ? ShortText.bytes(plan.byteCount) : nil,
    ].compactMap(\.self)
    let size = counts.isEmpty ? "" : " (\(counts.joined(separator: ", ")))"
    let end = plan.reversibleUntil.map { " until \(ShortText.moment($0))" } ?? ""
    let reversal = plan.isReversible ? "It can be taken back\(end)." : "It cannot be taken back."
    return "Plan: \(plan.summary.printable)\(size). \(reversal)\n"
  }
}
