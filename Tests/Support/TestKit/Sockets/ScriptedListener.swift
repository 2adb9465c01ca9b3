// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import Glibc
import Synchronization

/// What listens at an address of this machine, and responds to each request with the bytes that a test says; it goes
/// with this object.
final class ScriptedListener: Sendable {
  /// The head of a request.
  struct Request: Sendable {
    var method: String
    var target: String
    /// The fields by their names in lower case.
    var fields: [String: String]
  }

  /// Bytes to be sent as they are; after them the connection ends.
  typealias Script = @Sendable (Request) -> [UInt8]

  let port: Int
  private let listener: Int32
  private let asked = Mutex<[Request]>([])

  /// Begins to listen.
  init(_ script: @escaping Script) throws {
    let port = try FreePort()
    (listener, self.port) = (port.descriptor, port.number)
    guard listen(port.descriptor, 64) == 0 else { throw TestFailure("no socket: \(errno)") }
    start(script)
  }

  /// Begins to listen at a Unix socket.
  init(path: String, _ script: @escaping Script) throws {
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let isOpen = try UnixAddress(path).withSocketAddress { bind(listener, $0, $1) == 0 && listen(listener, 64) == 0 }
    (self.listener, port) = (listener, 0)
    guard isOpen else { throw TestFailure("no socket at \(path): \(errno)") }
    start(script)
  }

  private func start(_ script: @escaping Script) {
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while case let connection = woof_accept4(listener, nil, nil, Int32(SOCK_CLOEXEC.rawValue)), connection >= 0 {
        Thread.detachNewThread { [weak self] in
          if let request = Self.readHead(connection) {
            self?.asked.withLock { $0.append(request) }
            Self.send(script(request), to: connection)
          }
          close(connection)
        }
      }
      close(listener)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Its address.
  var url: String { "http://127.0.0.1:\(port)" }
  /// What was asked, in its order.
  var requests: [Request] { asked.withLock { $0 } }

  /// The bytes of a response.
  ///
  /// - Parameter length: What it says of its length, where that is not so; `nil` for the truth.
  static func response(
    _ status: Int = 200, _ fields: [String: String] = [:], _ content: [UInt8] = [], length: Int? = nil
  ) -> [UInt8] {
    var head = "HTTP/1.1 \(status) Scripted\r\nContent-Length: \(length ?? content.count)\r\nConnection: close\r\n"
    for (name, value) in fields { head += "\(name): \(value)\r\n" }
    return Array("\(head)\r\n".utf8) + content
  }

  /// The bytes of a response of JSON.
  static func json(_ text: String, status: Int = 200) -> [UInt8] {
    response(status, ["Content-Type": "application/json"], Array(text.utf8))
  }

  private static func readHead(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
      guard recv(connection, &byte, 1, 0) == 1 else { return nil }
      bytes.append(byte)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ").map(String.init)
    guard words.count == 3 else { return nil }
    let fields = lines.dropFirst().compactMap { line -> (String, String)? in
      let parts = line.split(separator: ":", maxSplits: 1)
      return parts.count == 2 ? (parts[0].lowercased(), String(parts[1].drop { $0 == " " })) : nil
    }
    return Request(method: words[0], target: words[1], fields: Dictionary(fields) { first, _ in first })
  }

  private static func send(_ bytes: [UInt8], to connection: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
