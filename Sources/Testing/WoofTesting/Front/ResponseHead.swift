// SPDX-License-Identifier: Apache-2.0

/// The head of a response as it comes from the service, or goes to a client.
struct ResponseHead: Hashable, Sendable {
  var status: Int
  var reason: String
  var fields: [MessageField]

  init(status: Int, reason: String, fields: [MessageField]) {
    self.status = status
    self.reason = reason
    self.fields = fields
  }

  /// An outcome of ``read(_:)``.
  enum Reading {
    case needsMore
    case head(ResponseHead, consumed: Int)
    case broken
  }

  private static let sizeLimit = 256 * 1024

  /// Reads the head at the start of bytes.
  static func read(_ bytes: [UInt8]) -> Reading {
    guard let end = bytes.offset(of: [13, 10, 13, 10]) else { return bytes.count > sizeLimit ? .broken : .needsMore }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    guard let first = lines.first, first.hasPrefix("HTTP/1.") else { return .broken }
    let words = first.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count >= 2, let status = Int(words[1]), (100..<1000).contains(status) else { return .broken }
    let fields = lines.dropFirst().compactMap { line -> MessageField? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return MessageField(String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
    let head = ResponseHead(status: status, reason: words.count > 2 ? String(words[2]) : "", fields: fields)
    return .head(head, consumed: end + 4)
  }

  /// The bytes on the wire.
  var bytes: [UInt8] {
    var text = "HTTP/1.1 \(status) \(reason)\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    return Array("\(text)\r\n".utf8)
  }

  var isInterim: Bool { (100..<200).contains(status) && status != 101 }

  /// Returns the way in which the end of the body is marked (RFC 9112 §6.3), in a response to a method.
  func length(inResponseTo method: String) -> BodyLength {
    if method == "HEAD" || status < 200 || status == 204 || status == 304 { return .none }
    if fields["Transfer-Encoding"]?.lowercased() == "chunked" { return .chunked }
    guard let text = fields["Content-Length"], let count = Int64(text), count >= 0 else { return .untilClose }
    return .length(count)
  }

  /// `true` if the connection can be used after the response.
  var keepsAlive: Bool { fields["Connection"]?.lowercased() != "close" }

  /// The same with a field of a name in the place of whatever there was of it.
  mutating func set(_ name: String, _ value: String) {
    fields.removeAll { $0.name.lowercased() == name.lowercased() }
    fields.append(MessageField(name, value))
  }
}

extension [UInt8] {
  /// The offset at which other bytes first begin in these; `nil` if they do not occur.
  func offset(of part: [UInt8]) -> Int? {
    guard let first = part.first, count >= part.count else { return nil }
    var start = 0
    while start + part.count <= count, let found = self[start...].firstIndex(of: first) {
      guard found + part.count <= count else { return nil }
      if self[found..<found + part.count].elementsEqual(part) { return found }
      start = found + 1
    }
    return nil
  }
}
