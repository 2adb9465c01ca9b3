// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// Counts this process's open descriptors.
enum DescriptorCount {
  /// The sockets of this process that are bound to a local port: a server's listeners and its ends of connections.
  static func ofSockets(localPort port: Int) -> Int {
    (0..<20_000).count { descriptor in
      var address = sockaddr_in()
      var count = socklen_t(MemoryLayout<sockaddr_in>.size)
      let result = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(Int32(descriptor), $0, &count) }
      }
      return result == 0 && address.sin_family == sa_family_t(AF_INET)
        && Int(UInt16(bigEndian: address.sin_port)) == port
    }
  }

  /// The paths of the files that this process has open.
  static func paths() -> [String] {
    (0..<20_000).compactMap { descriptor in
      var target = [CChar](repeating: 0, count: 4096)
      let count = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
      return count > 0 ? String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
  }
}
