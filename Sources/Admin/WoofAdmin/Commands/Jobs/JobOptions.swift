// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel

/// The options of every command that begins long work.
struct JobOptions: Sendable {
  let change: ChangeOptions
  private let isLeft: Bool

  init(from reader: inout ArgumentReader, isDestructive: Bool = false) {
    change = ChangeOptions(from: &reader, isDestructive: isDestructive)
    isLeft = reader.flag("--background", "Does not wait for the end; see: jobs watch")
  }

  /// Has the service begin a job, and follows its progress to the end unless the job is left in the background.
  func run(_ request: AdminJobRequest, in context: ShellContext) async throws -> ExitCode {
    guard let job = try await context.perform(try AdminChanges.start(request), change) else { return .done }
    guard !isLeft else {
      let text = "Job \(job.id) has begun; follow it by: jobs watch \(job.id)\n"
      context.console.print(change.printsJSON(context.settings) ? try JSONText.line(job) : text)
      return .done
    }
    return try await JobFollowing(printsJSON: change.printsJSON(context.settings)).run(job, in: context)
  }
}
