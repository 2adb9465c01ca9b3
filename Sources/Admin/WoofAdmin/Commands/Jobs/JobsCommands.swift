// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel

/// Lists long work.
struct JobsListCommand: ShellCommand {
  static let name = "list"
  static let summary = "Lists the last hundred jobs of the service, the newest first."

  private let options: ListOptions

  init(from reader: inout ArgumentReader) { options = ListOptions(from: &reader) }

  func run(in context: ShellContext) async throws -> ExitCode {
    try await context.list(.jobs(), options, JobText.table)
    return .done
  }
}

/// Shows one job.
struct JobsShowCommand: ShellCommand {
  static let name = "show"
  static let summary = "Shows how a job stands, and what came of it."

  private let output: OutputOptions
  private let id: Int

  init(from reader: inout ArgumentReader) {
    output = OutputOptions(from: &reader)
    id = reader.argument(.job, otherwise: 0, "Which job.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try context.print(try await context.ask(AdminAPI.job(id)), output, JobText.details)
    return .done
  }
}

/// Follows a job.
struct JobsWatchCommand: ShellCommand {
  static let name = "watch"
  static let summary = "Follows a job to its end. After ^C the job goes on, and can be followed again."

  private let output: OutputOptions
  private let id: Int

  init(from reader: inout ArgumentReader) {
    output = OutputOptions(from: &reader)
    id = reader.argument(.job, otherwise: 0, "Which job.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    let job = try await context.ask(AdminAPI.job(id))
    return try await JobFollowing(printsJSON: output.printsJSON(context.settings)).run(job, in: context)
  }
}

/// Asks a job to stop.
struct JobsCancelCommand: ChangingCommand {
  static let name = "cancel"
  static let summary = "Asks a job to stop; what it has done stays."

  private let options: ChangeOptions
  private let id: Int

  init(from reader: inout ArgumentReader) {
    options = ChangeOptions(from: &reader)
    id = reader.argument(.job, otherwise: 0, "Which job.")
  }

  func run(in context: ShellContext) async throws -> ExitCode {
    try context.print(try await context.perform(AdminChanges.cancelJob(id), options), options) { job in
      job.state.isFinal ? "Job \(job.id) has ended already.\n" : "Job \(job.id) is to stop.\n"
    }
    return .done
  }
}
