// SPDX-License-Identifier: Apache-2.0

package import WoofCore

/// The outcome of a job, and the resources that it took.
package struct PluginJobReport: Sendable {
  /// The outcome: the picture's acceptance, refusal or failure.
  package var outcome: PictureOutcome
  /// The number of attempts; 0 if the job never ran.
  package var attemptCount: Int
  /// The processor time of the last attempt, in microseconds.
  package var processorMicroseconds: UInt64
  /// The most memory that the process of the last attempt had, in bytes; where jobs share a process, what it had when it
  /// had replied. 0 where it is not known.
  package var residentByteCount: UInt64
}
