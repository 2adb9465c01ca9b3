// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A whole response of a service.
struct HTTPClientResponse: Sendable {
  var status: Int
  /// The fields, by their names in lower case.
  var fields: [String: String]
  var body: [UInt8]

  /// The body as text, for messages.
  var text: String { String(decoding: body.prefix(500), as: UTF8.self) }
}

/// The head of a response, with the parts that such a client needs.
struct HTTPClientResponseHead {
  var status: Int
  /// The number of bytes of the head, with the empty line that ends it.
  var byteCount: Int
  /// The framing of the body: by its length, or chunked.
  var framing: Framing
  /// The fields, by their names in lower case.
  var fields: [String: String]

  enum Framing: Equatable {
    case length(Int)
    case chunked
  }

  /// Reads a head from the start of `bytes`; `nil` if its end has not come yet.
  ///
  /// - Throws: ``HTTPResponseFault`` if the bytes are not a head.
  init?(_ bytes: ArraySlice<UInt8>) throws(HTTPResponseFault) {
    guard let end = bytes.firstOffset(of: Self.emptyLine) else { return nil }
    let lines = String(decoding: bytes.prefix(end), as: UTF8.self).split(separator: "\r\n")
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
      throw HTTPResponseFault("an answer begins with \(lines.first ?? "nothing")")
    }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else {
        throw HTTPResponseFault("an answer has the field line \(line)")
      }
      fields[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    self.status = status
    self.fields = fields
    byteCount = end + Self.emptyLine.count
    if fields["transfer-encoding"]?.lowercased() == "chunked" {
      framing = .chunked
    } else {
      framing = .length(status == 204 || status == 304 ? 0 : fields["content-length"].flatMap { Int($0) } ?? 0)
    }
  }

  private static let emptyLine = Array("\r\n\r\n".utf8)
}

/// A response that cannot be read, or a connection that ended before one was complete.
struct HTTPResponseFault: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

extension ArraySlice<UInt8> {
  /// Returns the number of bytes before the first occurrence of a pattern; `nil` if it does not occur.
  func firstOffset(of pattern: [UInt8]) -> Int? {
    withUnsafeBytes { bytes in
      var position = 0
      while bytes.count - position >= pattern.count, let start = bytes.baseAddress {
        let candidates = bytes.count - position - pattern.count + 1
        guard let found = memchr(start + position, Int32(pattern[0]), candidates) else { return nil }
        position = UnsafeRawPointer(found) - start
        if memcmp(found, pattern, pattern.count) == 0 { return position }
        position += 1
      }
      return nil
    }
  }
}
