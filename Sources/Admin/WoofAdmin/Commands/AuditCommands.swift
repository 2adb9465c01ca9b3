// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel

/// Lists what administrators did.
struct AuditListCommand: ShellCommand {
  static let name = "list"
  static let summary = "Lists what administrators did, the newest first."

  private let options: ListOptions

  init(from reader: inout ArgumentReader) { options = ListOptions(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    let table = ListTable<AuditEntry>([
      .number("NUMBER") { "\($0.number)" }, .text("AT") { ShortText.moment($0.at) }, .text("WHO") { $0.who },
      .text("ACTION") { $0.action }, .text("SUBJECT") { $0.subject }, .text("OUTCOME") { outcome(of: $0) },
      .text("REASON") { $0.reason ?? "" },
    ])
    try await context.list(.audit(), options, table)
    return .done
  }

  private func outcome(of entry: AuditEntry) -> String {
    if let outcome = entry.outcome { return "\(outcome)\(entry.outcomeOf.map { " of \($0)" } ?? "")" }
    // The entry of a job that has ended says how.
    if case .string(let word)? = entry.details?["finding"] {
      return AdminJob.Finding(rawValue: word).map(JobFinding.words) ?? word
    }
    if case .string(let state)? = entry.details?["state"] { return state }
    return ""
  }
}

/// Verifies that the audit log is whole.
struct AuditVerifyCommand: ShellCommand {
  static let name = "verify"
  static let summary = "Proves that the audit log is as it was written, and fails where it is not."

  private let output: OutputOptions

  init(from reader: inout ArgumentReader) { output = OutputOptions(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    let verification = try await context.ask(AdminAPI.verification)
    let entries = "\(ShortText.count(verification.entryCount)) entr\(verification.entryCount == 1 ? "y" : "ies")"
    if output.printsJSON(context.settings) {
      context.console.print(try JSONText.line(verification))
    } else if verification.isWhole {
      context.console.print("The audit log is whole: \(entries).\n")
    } else {
      context.console.print(
        "The audit log is not whole. \(entries) are proved. \((verification.problem ?? "").printable)\n")
    }
    return verification.isWhole ? .done : .failed
  }
}
