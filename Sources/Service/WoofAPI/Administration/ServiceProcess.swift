public import WoofModel

/// The process that a service runs in, for administrators.
public protocol ServiceProcess: Sendable {
  /// What runs, and where.
  var status: AdminStatus { get }

  /// How the process stands; asking the system for it blocks for a moment.
  var figures: ProcessFigures { get }

  /// Stops the service as `SIGTERM` does: running answers are let finish. Returns at once.
  ///
  /// - Returns: Whether anybody is there to do that.
  func stop() -> Bool
}

/// How a process stands.
public struct ProcessFigures: Hashable, Sendable {
  /// How many bytes are free where the data is.
  public var freeByteCount: Int64 = 0
  /// How many bytes of memory the process has.
  public var residentByteCount: Int64 = 0
  /// How much processor time it has used, in seconds.
  public var processorSeconds: Double = 0
  /// How many descriptors it has open.
  public var descriptorCount = 0
  /// How many connections are open.
  public var connectionCount = 0

  /// Makes the figures of a process that has nothing.
  public init() {}
}
