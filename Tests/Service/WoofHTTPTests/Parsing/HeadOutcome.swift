// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP

/// What a parser made of some bytes, comparable.
enum HeadOutcome: Equatable {
  case incomplete
  case head(ParsedHead, consumed: Int)
  case violation(HTTPViolation)

  /// Parses bytes in the given limits, in every chunking.
  init(
    _ text: String, limits: HTTPParserLimits = HTTPParserLimits(), sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.init(Array(text.utf8), limits: limits, sourceLocation: sourceLocation)
  }

  /// Parses bytes in the given limits, in every chunking.
  init(
    _ bytes: [UInt8], limits: HTTPParserLimits = HTTPParserLimits(), sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self = outcomeOfEveryChunking(of: bytes, sourceLocation: sourceLocation) { Self.parse($0, limits) }
  }

  private static func parse(_ pieces: [[UInt8]], _ limits: HTTPParserLimits) -> HeadOutcome {
    var parser = HTTPRequestParser(limits: limits)
    var received: [UInt8] = []
    for piece in pieces {
      received += piece
      switch received.withUnsafeBytes({ parser.parseHead($0) }) {
      case .needsMore: continue
      case .head(let head, let consumed): return .head(ParsedHead(head), consumed: consumed)
      case .violation(let violation): return .violation(violation)
      }
    }
    return .incomplete
  }

  /// The status of the refusal; `nil` where the bytes were not refused.
  var status: Int? {
    guard case .violation(let violation) = self else { return nil }
    return violation.status.code
  }

  /// The head; `nil` where there is none.
  var head: ParsedHead? {
    guard case .head(let head, _) = self else { return nil }
    return head
  }
}

/// A head, comparable.
struct ParsedHead: Equatable {
  var method: HTTPMethod
  var target: String
  var path: String
  var query: String?
  var minorVersion: Int
  var fields: [String]
  var wire: String
  var framing: BodyFraming
  var keepsAlive: Bool
  var expectsContinue: Bool

  init(_ head: HTTPRequestHead) {
    method = head.method
    target = String(decoding: head.target.bytes, as: UTF8.self)
    path = String(decoding: head.target.path, as: UTF8.self)
    query = head.target.query.map { String(decoding: $0, as: UTF8.self) }
    minorVersion = head.minorVersion
    var fields: [String] = []
    head.fields.forEach { name, value in
      fields.append("\(String(decoding: name, as: UTF8.self))=\(String(decoding: value, as: UTF8.self))")
    }
    self.fields = fields
    wire = String(decoding: head.fields.wireBytes, as: UTF8.self)
    framing = head.framing
    keepsAlive = head.keepsAlive
    expectsContinue = head.expectsContinue
  }
}
