// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Sockets that systemd opened for this process (`sd_listen_fds(3)`).
public struct SystemdSocket: Hashable, Sendable {
  /// The socket's descriptor, for ``HTTPListener/Address/inherited(descriptor:)``.
  public var descriptor: Int32
  /// Its `FileDescriptorName=`; `unknown` where systemd gave none.
  public var name: String

  /// Makes a socket.
  public init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// The sockets that this process was started with, in the order of its unit; none where systemd meant another process.
  public static func inherited() -> [SystemdSocket] {
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
