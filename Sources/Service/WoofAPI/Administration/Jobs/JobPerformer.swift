// SPDX-License-Identifier: Apache-2.0

public import WoofAdministration
public import WoofModel

/// Does the work of jobs.
public protocol JobPerformer: Sendable {
  /// Looks at what is asked for, and changes nothing.
  ///
  /// - Returns: The plan of the work.
  /// - Throws: ``WoofModel/WoofError`` where it is refused, as for a path that is not absolute.
  func plan(_ request: AdminJobRequest) async throws -> AdminPlan

  /// Does it, and returns when it is done. It may block for long; the task is cancelled when the job shall stop.
  ///
  /// - Parameter report: Takes how far it has come; may be called often, and from any thread.
  /// - Returns: The result, as the job's owner is told it.
  /// - Throws: `CancellationError` where it was stopped; what keeps it from being done.
  func perform(
    _ request: AdminJobRequest, report: @escaping @Sendable (AdminJob.Progress) -> Void
  ) async throws -> JSONValue
}
