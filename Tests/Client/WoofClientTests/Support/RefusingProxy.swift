// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

@testable import TestKit

/// Stands before a service, and refuses requests of more than so many bytes as proxies do: with a page of its own.
/// It listens as long as the process lives.
final class RefusingProxy: Sendable {
  let url: URL
  private let servicePort: Int
  private let limit: Int
  private let state = Mutex<(refused: Int, largest: Int)>((0, 0))

  /// How many requests were refused, and how large the largest that was not is.
  var counts: (refused: Int, largest: Int) { state.withLock { $0 } }

  init(before service: URL, limit: Int) throws {
    let (listener, port) = try LoopbackSocket.open()
    guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw TestFailure("no address") }
    (self.url, servicePort, self.limit) = (url, service.port ?? 0, limit)
    LoopbackSocket.serve(listener) { [self] in serve($0) }
  }

  private func serve(_ client: Int32) {
    defer { close(client) }
    guard let service = try? RawClient(port: servicePort) else { return }
    while let head = Self.head(of: client) {
      let count = Self.field("content-length", of: head).flatMap { Int($0) } ?? 0
      guard count <= limit else {
        state.withLock { $0.refused += 1 }
        let page = "<html>Request Entity Too Large</html>"
        LoopbackSocket.send(
          Array(
            "HTTP/1.1 413 Too Large\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\nConnection: close\r\n\r\n\(page)"
              .utf8), to: client)
        // Whoever still sends shall read the response before the connection breaks.
        shutdown(client, Int32(SHUT_WR))
        var rest = [UInt8](repeating: 0, count: 65_536)
        while recv(client, &rest, rest.count, 0) > 0 {}
        return
      }
      state.withLock { $0.largest = max($0.largest, count) }
      guard let body = Self.bytes(count, of: client), (try? service.send(Array(head.utf8) + body)) != nil,
        let response = try? service.receiveResponse(toHead: head.hasPrefix("HEAD"))
      else { return }
      LoopbackSocket.send(Array("\(response.head)".utf8) + response.body, to: client)
    }
  }

  private static func head(of client: Int32) -> String? {
    var head = ""
    while !head.hasSuffix("\r\n\r\n") {
      guard let byte = bytes(1, of: client) else { return nil }
      head.unicodeScalars.append(Unicode.Scalar(byte[0]))
    }
    return head
  }

  private static func bytes(_ count: Int, of client: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let received = bytes[filled...].withUnsafeMutableBytes { recv(client, $0.baseAddress, $0.count, 0) }
      guard received > 0 else { return nil }
      filled += received
    }
    return bytes
  }

  private static func field(_ name: String, of head: String) -> String? {
    head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("\(name):") }?
      .drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces)
  }
}
