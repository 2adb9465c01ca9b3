// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// What ``CancellationRace`` loads from: a server of this machine that responds to each path in another way.
///
/// - `ok`: a response for the cache, fresh for a second and then confirmed (304);
/// - `auth`: a challenge for whoever does not sign in, and now and then for whoever does;
/// - `redirect`: the way to `ok`; `error`: a 500; `reset`: the end of the connection; `slow`: a response within 10 ms.
///
/// Each connection has a thread.
enum RaceServer {
  private static let authorization = "authorization: basic cmv4omjvbmu="  // of rex and bone, as it is compared

  /// Serves at a port, 0 taking a free one, until the process is ended; prints the address.
  ///
  /// - Throws: `POSIXError` where nobody can listen there.
  static func run(port: UInt16) throws {
    let listener = try listen(port)
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      var on: Int32 = 1
      setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
      Thread.detachNewThread { serve(connection) }
    }
  }

  private static func listen(_ port: UInt16) throws -> Int32 {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard isBound, Glibc.listen(listener, 1024) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    print("http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
    fflush(nil)
    return listener
  }

  /// Responds to one request after the other.
  private static func serve(_ connection: Int32) {
    defer { close(connection) }
    var unread: [UInt8] = []
    while let head = readHead(connection, &unread) {
      guard let response = response(to: head.lowercased()) else { return reset(connection) }
      let bytes = Array(response.utf8)
      guard send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else { return }
    }
  }

  /// The next head; `nil` where the client has left.
  private static func readHead(_ connection: Int32, _ unread: inout [UInt8]) -> String? {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while true {
      if let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) {
        defer { unread.removeSubrange(..<end.upperBound) }
        return String(decoding: unread[..<end.lowerBound], as: UTF8.self)
      }
      let count = recv(connection, &bytes, bytes.count, 0)
      guard count > 0 else { return nil }
      unread += bytes[..<count]
    }
  }

  /// The bytes of a response; `nil` for none.
  private static func response(to head: String) -> String? {
    let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
    switch words.dropFirst().first ?? "" {
    case "/ok":
      let fields = ["Cache-Control: max-age=1", "ETag: \"1\""]
      return head.contains("if-none-match:") ? response("304 Not Modified", fields) : response("200 OK", fields, "woof")
    case "/auth":
      let isWelcome = head.contains(authorization) && Int.random(in: 0..<4) != 0
      return isWelcome
        ? response("200 OK", [], "in") : response("401 Who", ["WWW-Authenticate: Basic realm=\"dogs\""], "out")
    case "/redirect": return response("302 Found", ["Location: /ok"])
    case "/error": return response("500 Oh", [], "no")
    case "/reset": return nil
    case "/slow":
      usleep(UInt32.random(in: 0...10_000))
      return response("200 OK", [], "late")
    default: return response("404 Not Found")
    }
  }

  private static func response(_ status: String, _ fields: [String] = [], _ content: String = "") -> String {
    let length = status.hasPrefix("304") ? [] : ["Content-Length: \(content.utf8.count)"]
    return (["HTTP/1.1 \(status)"] + length + fields).joined(separator: "\r\n") + "\r\n\r\n" + content
  }

  private static func reset(_ connection: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }
}
