// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Sockets that systemd opened for this process (`sd_listen_fds(3)`).
package struct SystemdSocket: Hashable, Sendable {
  /// The socket's descriptor, for ``HTTPListener/Address/inherited(descriptor:)``.
  package var descriptor: Int32
  /// Its `FileDescriptorName=`; `unknown` where systemd gave none.
  package var name: String

  /// Makes a socket.
  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// The sockets that this process was started with, in the order of its unit; none where systemd meant another process.
  package static func inherited() -> [SystemdSocket] {
    inherited(process: getpid()) { name in getenv(name).map { String(cString: $0) } }
  }

  /// The sockets that an environment, asked for its variables, gives to a process.
  static func inherited(process: Int32, environment: (String) -> String?) -> [SystemdSocket] {
    guard let owner = environment("LISTEN_PID").flatMap(Int32.init), owner == process,
      let count = environment("LISTEN_FDS").flatMap(Int32.init), (1...1024).contains(count)
    else { return [] }
    let names = environment("LISTEN_FDNAMES")?.split(separator: ":", omittingEmptySubsequences: false) ?? []
    return (0..<Int(count)).map { index in
      let name = index < names.count && !names[index].isEmpty ? String(names[index]) : "unknown"
      return SystemdSocket(descriptor: firstDescriptor + Int32(index), name: name)
    }
  }

  private static let firstDescriptor: Int32 = 3
}

/// Tells systemd how the service is doing (`sd_notify(3)`): one datagram to the socket that `NOTIFY_SOCKET` names.
package struct SystemdNotifier: Sendable {
  /// A message to systemd.
  package enum State: Hashable, Sendable {
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
  package init() { self.init(path: getenv("NOTIFY_SOCKET").map { String(cString: $0) }) }

  /// Makes a notifier of a socket, given by its path or by its abstract name after `@`.
  init(path: String?) { self.path = path }

  /// Tells systemd; returns `true` if it was told. There is nothing to be done about a failure.
  @discardableResult
  package func notify(_ state: State) -> Bool {
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
