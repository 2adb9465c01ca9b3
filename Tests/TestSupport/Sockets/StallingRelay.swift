// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
import WoofCore
import WoofSystem

/// Stands before a service and passes on whatever goes either way, until so many bytes have gone to the service over all
/// connections: the connection that brings them stops there, as one does whose client has gone out of reach. What the
/// service says to that is passed on, and the connections after it are passed on whole.
final class StallingRelay: Sendable {
  let port: Int
  private let listener: Int32
  private let servicePort: Int
  private let limit: Int
  private let passedOn = Mutex(0)

  /// Begins to listen; it ends with this object.
  ///
  /// - Parameter limit: After how many bytes a connection stops.
  init(before servicePort: Int, stoppingAfter limit: Int) throws {
    let port = try FreePort()
    (listener, self.port, self.servicePort, self.limit) = (port.descriptor, port.number, servicePort, limit)
    guard listen(port.descriptor, 64) == 0 else { throw TestFailure("no socket: \(errno)") }
    let listener = listener
    SystemThread.start(named: "relay") { [weak self] in
      while case let connection = woof_accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue)), connection >= 0 {
        SystemThread.start(named: "relay") { [weak self] in
          self?.serve(connection)
          close(connection)
        }
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// `true` once a connection has been stopped.
  var hasStopped: Bool { passedOn.withLock { $0 >= limit } }

  private func serve(_ client: Int32) {
    guard let service = try? RawClient(port: servicePort) else { return }
    let mayStop = !hasStopped
    var ends = [client, service.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while poll(&ends, 2, 60_000) > 0 {
      if ends[1].revents != 0 {
        let count = recv(service.descriptor, &buffer, buffer.count, 0)
        guard count > 0, send(buffer[..<count], to: client) else { return }
      }
      if ends[0].revents != 0 {
        let room = mayStop ? min(buffer.count, limit - passedOn.withLock { $0 }) : buffer.count
        let count = recv(client, &buffer, room, 0)
        guard count > 0, (try? service.send(Array(buffer[..<count]))) != nil else { return }
        passedOn.withLock { $0 += count }
        if mayStop, hasStopped { ends[0].events = 0 }
      }
    }
  }

  private func send(_ bytes: ArraySlice<UInt8>, to connection: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
