// SPDX-License-Identifier: Apache-2.0

import WoofAdministration
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Follows a job to its end, with a bar on a terminal. The job goes on if it is no longer followed.
struct JobFollowing: Sendable {
  let printsJSON: Bool

  /// Follows a job.
  ///
  /// - Returns: The exit code; 0 if the job did its work and found nothing wrong.
  /// - Throws: The errors of the client, except for `CancellationError`: if the task is cancelled, the user is told how
  ///   to follow the job again.
  func run(_ job: AdminJob, in context: ShellContext) async throws -> ExitCode {
    let line = ProgressLine()
    defer { line.end() }
    var job = job
    do {
      while !job.state.isFinal {
        var lines = try await context.client.lines(of: AdminAPI.path("jobs", "\(job.id)", "progress"))
        while let next = try await lines.next(AdminJob.self) {
          job = next
          if !printsJSON { line.show(JobText.bar(job)) }
        }
        // A stream that ends early, as when the service drains, does not say how the job stands.
        if !job.state.isFinal { job = try await context.ask(AdminAPI.job(job.id)) }
        if !job.state.isFinal { try await Task.sleep(for: .milliseconds(500)) }
      }
    } catch  where error is CancellationError || Task.isCancelled {
      line.end()
      let advice = "Job \(job.id) goes on. Follow it by: jobs watch \(job.id). End it by: jobs cancel \(job.id)"
      context.console.note(printsJSON ? ErrorLine(code: "interrupted", message: advice).json : "\(advice)\n")
      return .interrupted
    }
    line.end()
    context.console.print(printsJSON ? try JSONText.line(job) : JobText.end(job))
    return job.state == .done && JobFinding.sentence(on: job) == nil ? .done : .failed
  }
}

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
