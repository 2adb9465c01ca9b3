// SPDX-License-Identifier: Apache-2.0

import Foundation
package import WoofCommandLine

/// An error because of which the service cannot be reached.
package struct AdminConnectionError: ExitCoding, Hashable, CustomStringConvertible {
  /// The reasons for which the service cannot be reached.
  package enum Reason: Hashable, Sendable {
    /// The data folder is not there.
    case noFolder
    /// The folder has no socket: the service does not run.
    case noSocket
    /// The socket is there, but no process listens: the service has ended without removing it.
    case stale
    /// The socket belongs to another user.
    case notPermitted
    /// The connection broke off while something was asked.
    case gone
    /// The connection over TCP failed.
    case lost
    /// The service does not open the admin API over TCP.
    case notOpen
  }

  /// The reason for which the service cannot be reached.
  package let reason: Reason
  /// The message: what is wrong, and what to do about it.
  package let description: String

  init(_ reason: Reason, _ socket: AdminSocket) {
    self.reason = reason
    let start = "start it by: woof serve --data \(socket.folder)"
    description =
      switch reason {
      case .noFolder:
        "There is no folder \(socket.folder): name the service's data folder by --data, or in WOOF_DATA."
      case .noSocket:
        "No service runs on \(socket.folder), which has no admin.sock: \(start)"
      case .stale:
        "Nobody listens at \(socket.path), which a service has left behind: \(start)"
      case .notPermitted:
        "\(socket.path) may be used by root and \(socket.owner ?? "the service's user") only: be one of them, as by sudo."
      case .gone, .lost, .notOpen:
        "The service went away before it had answered. What was asked may have been done or not: when it runs again, look "
          + "by: audit list"
      }
  }

  init(_ reason: Reason, _ address: URL, _ cause: String = "") {
    self.reason = reason
    let address = address.absoluteString
    description =
      reason == .notOpen
      ? "\(address) answers no administrators: set administration.tcp in the configuration of the service, or use its socket."
      : "\(address) cannot be reached, or the connection broke off: \(cause)"
  }

  /// The kind of error, as it stands in JSON: `not-permitted`, or `service-unreachable`.
  package var code: String { reason == .notPermitted ? "not-permitted" : "service-unreachable" }

  /// The exit code 1.
  package var exitCode: ExitCode { .failed }
}
