public import WoofCore

/// How a job ended, and what it took.
public struct PluginJobReport: Sendable {
  /// How it ended.
  public var outcome: PictureOutcome
  /// How often it was tried; 0 where it never ran.
  public var attemptCount: Int
  /// The processor time of the last attempt, in microseconds.
  public var processorMicroseconds: UInt64
  /// The most memory that the process of the last attempt had, in bytes; where jobs share a process, what it had when it
  /// had answered. 0 where it is not known.
  public var residentByteCount: UInt64
}
