// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Tells systemd how the service is doing (`sd_notify(3)`): one datagram to the socket that `NOTIFY_SOCKET` names.
public struct SystemdNotifier: Sendable {
  /// A message to systemd.
  public enum State: Hashable, Sendable {
    /// Starting, or reloading, is over.
    case ready
    /// The configuration is read again; ``ready`` follows.
    case reloading
    /// The service ends.
    case stopping
    /// A line for `systemctl status`.
    case status(String)
  }

  private let path: String?

  /// Makes a notifier of the socket that `NOTIFY_SOCKET` names. Without one, it does nothing.
  public init() { self.init(path: getenv("NOTIFY_SOCKET").map { String(cString: $0) }) }

  /// Makes a notifier of a socket, given by its path or by its abstract name after `@`.
  init(path: String?) { self.path = path }

  /// Tells systemd; returns `true` if it was told. There is nothing to be done about a failure.
  @discardableResult
  public func notify(_ state: State) -> Bool {
    guard let path, let address = SocketAddress(unixPath: path) else { return false }
    let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard sender >= 0 else { return false }
    defer { close(sender) }
    let message = Array(Self.message(state).utf8)
    return address.withSocketAddress { sendto(sender, message, message.count, Int32(MSG_NOSIGNAL), $0, $1) }
      == message.count
  }

  static func message(_ state: State) -> String {
    switch state {
    case .ready: "READY=1"
    case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(SystemClock().monotonicNanoseconds / 1000)"
    case .stopping: "STOPPING=1"
    case .status(let line): "STATUS=\(line.prefix { !$0.isNewline })"
    }
  }
}
