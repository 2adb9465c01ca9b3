// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

@testable import TestKit

/// Stands before a service, passes on whatever goes either way, and breaks all connections when a test says so. It listens
/// as long as the process lives.
final class BreakingRelay: Sendable {
  let url: URL
  private let servicePort: Int
  private let connections = Mutex<Set<Int32>>([])

  init(before service: URL) throws {
    let (listener, port) = try LoopbackSocket.open()
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw TestFailure("no address") }
    (self.url, servicePort) = (url, service.port ?? 0)
    LoopbackSocket.serve(listener) { [self] in serve($0) }
  }

  /// Ends all connections that there are.
  func breakAll() {
    connections.withLock { for connection in $0 { shutdown(connection, Int32(SHUT_RDWR)) } }
  }

  private func serve(_ client: Int32) {
    defer { close(client) }
    guard let service = try? RawClient(port: servicePort) else { return }
    defer { service.close() }
    connections.withLock { _ = $0.insert(client) }
    defer { connections.withLock { _ = $0.remove(client) } }
    var ends = [client, service.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while poll(&ends, 2, -1) > 0 {
      for (from, to) in [(0, 1), (1, 0)] where ends[from].revents != 0 {
        let count = recv(ends[from].fd, &buffer, buffer.count, 0)
        guard count > 0, LoopbackSocket.send(buffer[..<count], to: ends[to].fd) else { return }
      }
    }
  }
}
