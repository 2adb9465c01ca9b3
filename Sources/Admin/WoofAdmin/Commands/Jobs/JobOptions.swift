import WoofCommandLine
import WoofModel

/// What every command that begins long work is told.
struct JobOptions: Sendable {
  let change: ChangeOptions
  private let isLeft: Bool

  init(from reader: inout ArgumentReader, isDestructive: Bool = false) {
    change = ChangeOptions(from: &reader, isDestructive: isDestructive)
    isLeft = reader.flag("--background", "Does not wait for the end; see: jobs watch")
  }

  /// Has the service begin, and follows what it does.
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
