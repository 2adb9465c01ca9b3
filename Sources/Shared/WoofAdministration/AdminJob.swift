// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// Long work that goes on in the service, whoever asked for it and whether they still look.
package struct AdminJob: Codable, Hashable, Sendable {
  /// The states of a job.
  package enum State: String, Codable, Sendable, CaseIterable {
    /// It goes on.
    case running
    /// It was asked to stop, and has not yet.
    case stopping
    /// It did what it was asked for.
    case done
    /// It could not; ``AdminJob/problem`` says why.
    case failed
    /// It was stopped.
    case cancelled

    /// `true` if the job has ended: it is done, failed or cancelled.
    package var isFinal: Bool { self == .done || self == .failed || self == .cancelled }
  }

  /// The progress of a job in its current step.
  package struct Progress: Codable, Hashable, Sendable {
    /// A short description of the current step.
    package var step: String
    /// The amount of work done in the step, in ``unit``.
    package var done: Int64
    /// The total amount of work in the step, in ``unit``; 0 if it is not known.
    package var total: Int64
    /// The unit of ``done`` and ``total``.
    package var unit: Unit

    /// The units in which progress is counted.
    package enum Unit: String, Codable, Sendable, CaseIterable {
      /// Bytes.
      case bytes
      /// Photos.
      case photos
      /// Anything else.
      case items
    }

    /// Makes a report.
    package init(step: String, done: Int64 = 0, total: Int64 = 0, unit: Unit = .items) {
      self.step = step
      self.done = done
      self.total = total
      self.unit = unit
    }
  }

  /// The number, from 1 for the first job since the service started.
  package var id: Int
  /// The request that started the job.
  package var request: AdminJobRequest
  /// The administrator who started the job: an account's name, or `unix:` and a user of the machine.
  package var startedBy: String
  /// The current state.
  package var state: State
  /// The progress so far.
  package var progress: Progress
  /// The time at which the job started.
  package var startedAt: Timestamp
  /// The time at which the job ended; `nil` until then.
  package var endedAt: Timestamp?
  /// The result as JSON, whose members depend on the kind of job; `nil` until the job is done.
  package var result: JSONValue?
  /// The problem that it found, although it did what it was asked for; `nil` if it found none.
  package var finding: Finding?
  /// The reason for which the job failed; `nil` if it did not fail.
  package var problem: String?

  /// Makes a job.
  package init(
    id: Int, request: AdminJobRequest, startedBy: String, state: State, progress: Progress, startedAt: Timestamp,
    endedAt: Timestamp? = nil, result: JSONValue? = nil, finding: Finding? = nil, problem: String? = nil
  ) {
    self.id = id
    self.request = request
    self.startedBy = startedBy
    self.state = state
    self.progress = progress
    self.startedAt = startedAt
    self.endedAt = endedAt
    self.result = result
    self.finding = finding
    self.problem = problem
  }
}

extension AdminJob {
  /// Something wrong that a job found, though it did what it was asked for.
  package enum Finding: String, Codable, Hashable, Sendable, CaseIterable {
    /// A check found that what is stored is not sound.
    case damage
    /// A backup lacks blobs that were missing or damaged when it was made, or a restored backup does.
    case incomplete
    /// Nothing could be derived from some photos.
    case failures

    /// Reads a finding from what came of a job; `nil` where nothing is wrong.
    package init?(in result: JSONValue?) {
      guard case .object(let members)? = result else { return nil }
      if members["isSound"] == .bool(false) {
        self = .damage
      } else if case .array(let missing)? = members["missingBlobs"], !missing.isEmpty {
        self = .incomplete
      } else if case .integer(let count)? = members["failedCount"], count > 0 {
        self = .failures
      } else {
        return nil
      }
    }
  }
}
