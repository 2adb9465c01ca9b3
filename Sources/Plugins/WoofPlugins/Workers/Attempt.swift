// SPDX-License-Identifier: Apache-2.0

/// The result of one attempt at a job.
struct Attempt: Sendable {
  /// The reply, or the failure because of which there is none.
  var outcome: Result<PluginReply, AttemptFailure>
  /// `true` if the worker can do another job.
  var workerIsUsable: Bool
  /// The processor time of the job's process in microseconds; 0 if it is not known.
  var processorMicroseconds: UInt64 = 0
  /// The most memory that the process of the job had, in bytes, as far as it is known; where jobs share a process, what
  /// it had when it had replied.
  var residentByteCount: UInt64 = 0

  init(_ outcome: Result<PluginReply, AttemptFailure>, workerIsUsable: Bool) {
    self.outcome = outcome
    self.workerIsUsable = workerIsUsable
  }

  /// An attempt after which the worker is not used again.
  static func failed(_ kind: AttemptFailure.Kind, _ detail: String) -> Attempt {
    Attempt(.failure(AttemptFailure(kind, detail)), workerIsUsable: false)
  }
}
