// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import URLLoading

@testable import TestKit

/// A listening socket whose connections are answered by a script; an answer that fails ends its connection in the middle.
/// It listens as long as the process lives.
enum ScriptedSocket {
  /// Begins to listen on the loopback address.
  ///
  /// - Returns: The port.
  static func listen(_ answer: @escaping @Sendable (URLRequest) -> ScriptedService.Answer) throws -> Int {
    let (listener, port) = try LoopbackSocket.open()
    LoopbackSocket.serve(listener) { serve($0, answer) }
    return port
  }

  private static func serve(_ connection: Int32, _ answer: (URLRequest) -> ScriptedService.Answer) {
    defer { close(connection) }
    while let request = readRequest(connection) {
      let answer = answer(request)
      var fields = answer.fields
      if fields["Content-Length"] == nil { fields["Content-Length"] = "\(answer.pieces.reduce(0) { $0 + $1.count })" }
      let head = "HTTP/1.1 \(answer.status) Scripted\r\n" + fields.map { "\($0): \($1)\r\n" }.joined() + "\r\n"
      for piece in [Data(head.utf8)] + answer.pieces {
        guard LoopbackSocket.send(piece, to: connection) else { return }
      }
      guard case .complete = answer.ending else { return }
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
