// SPDX-License-Identifier: Apache-2.0

package import WoofCore
package import WoofModel
internal import WoofAdministration

/// The digests of archives: those that are known, and those that are computed because somebody wants them. May be used from any
/// thread.
package struct ArchiveDigests: Sendable {
  /// The name under which the service starts jobs by itself, which no account can have.
  private static let starter = "the service"

  private let digesting: ArchiveDigesting
  private let jobs: JobRunner

  /// Makes the digests.
  ///
  /// - Parameters:
  ///   - digesting: The work, which the performer of the jobs does.
  ///   - jobs: Runs it.
  package init(_ digesting: ArchiveDigesting, jobs: JobRunner) {
    self.digesting = digesting
    self.jobs = jobs
  }

  /// The SHA-256 of all bytes of an archive; `nil` where it is not known yet, or cannot be looked up now.
  package func digest(of archive: PhotoArchive) async -> Digest? { try? await digesting.library.digest(of: archive) }

  /// Has an archive read as a whole in the background, where there is room for it.
  package func compute(_ archive: PhotoArchive) {
    if digesting.queue.add(archive) { startJob() }
  }

  /// Starts the job, unless it runs, or the service ends.
  private func startJob() {
    _ = try? jobs.start(.digestArchives, by: Self.starter) { job in
      // One that was added while the job came to its end.
      if job.state != .cancelled, !digesting.queue.isEmpty { startJob() }
    }
  }
}
