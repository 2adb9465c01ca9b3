// SPDX-License-Identifier: Apache-2.0

public import WoofModel

/// The process that a service runs in, for administrators.
public protocol ServiceProcess: Sendable {
  /// The version, the start, the addresses and the folder of the running service.
  var status: AdminStatus { get }

  /// The use of resources by the process. Asking the system for it blocks for a moment.
  var figures: ProcessFigures { get }

  /// Stops the service as `SIGTERM` does: running responses are let finish. Returns at once.
  ///
  /// - Returns: `true` if anybody is there to do that.
  func stop() -> Bool
}

/// The use of resources by a process.
public struct ProcessFigures: Hashable, Sendable {
  /// The number of bytes that are free on the file system of the data.
  public var freeByteCount: Int64 = 0
  /// The number of bytes of memory that the process has.
  public var residentByteCount: Int64 = 0
  /// The processor time that it has used, in seconds.
  public var processorSeconds: Double = 0
  /// The number of descriptors that it has open.
  public var descriptorCount = 0
  /// The number of open connections.
  public var connectionCount = 0

  /// Makes the figures of a process that has nothing.
  public init() {}
}
