// SPDX-License-Identifier: Apache-2.0

public import WoofCore

/// The outcome of a job, and the resources that it took.
public struct PluginJobReport: Sendable {
  /// The outcome: the picture's acceptance, refusal or failure.
  public var outcome: PictureOutcome
  /// The number of attempts; 0 if the job never ran.
  public var attemptCount: Int
  /// The processor time of the last attempt, in microseconds.
  public var processorMicroseconds: UInt64
  /// The most memory that the process of the last attempt had, in bytes; where jobs share a process, what it had when it
  /// had answered. 0 where it is not known.
  public var residentByteCount: UInt64
}
