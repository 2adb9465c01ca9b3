// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import URLLoading

@testable import TestKit

/// A listening socket whose connections a script responds to; a response that fails ends its connection in the middle.
/// It listens as long as the process lives.
enum ScriptedSocket {
  /// Begins to listen on the loopback address.
  ///
  /// - Returns: The port.
  static func listen(_ script: @escaping @Sendable (URLRequest) -> ScriptedService.Response) throws -> Int {
    let (listener, port) = try LoopbackSocket.open()
    LoopbackSocket.serve(listener) { serve($0, script) }
    return port
  }

  private static func serve(_ connection: Int32, _ script: (URLRequest) -> ScriptedService.Response) {
    defer { close(connection) }
    while let request = readRequest(connection) {
      let response = script(request)
      var fields = response.fields
      if fields["Content-Length"] == nil { fields["Content-Length"] = "\(response.pieces.reduce(0) { $0 + $1.count })" }
      let head = "HTTP/1.1 \(response.status) Scripted\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
      for piece in [Data(head.utf8)] + response.pieces {
        guard LoopbackSocket.send(piece, to: connection) else { return }
      }
      guard case .complete = response.ending else { return }
    }
  }

  private static func readRequest(_ connection: Int32) -> URLRequest? {
    var head = ""
    var byte: UInt8 = 0
    while !head.hasSuffix("\r\n\r\n") {
      guard recv(connection, &byte, 1, 0) == 1 else { return nil }
      head.unicodeScalars.append(Unicode.Scalar(byte))
    }
    let lines = head.components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3, let url = URL(string: "http://127.0.0.1\(words[1])") else { return nil }
    var request = URLRequest(url: url)
    request.httpMethod = String(words[0])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      request.setValue(value, forHTTPHeaderField: String(line[..<colon]))
    }
    return request
  }
}
