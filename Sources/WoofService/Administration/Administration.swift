public import WoofCore
public import WoofModel

/// What the admin API stands on, beside what the service stands on.
public struct Administration: Sendable {
  /// What runs.
  public var process: any ServiceProcess
  /// What was asked for, and what came of it.
  public var audit: AuditLog

  /// Gathers the parts.
  public init(process: any ServiceProcess, audit: AuditLog) {
    self.process = process
    self.audit = audit
  }
}

/// The process that a service runs in, for administrators.
public protocol ServiceProcess: Sendable {
  /// What runs, and where.
  var status: AdminStatus { get }

  /// Stops the service as `SIGTERM` does: running answers are let finish. Returns at once.
  ///
  /// - Returns: Whether anybody is there to do that.
  func stop() -> Bool
}
