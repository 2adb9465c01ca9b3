// SPDX-License-Identifier: Apache-2.0

internal import WoofHTTPSemantics

/// Makes the head of a request of the fields that come on an HTTP/2 stream (RFC 9113 §8.3), so that nothing behind it
/// has to know in which protocol a request came.
///
/// libnghttp2 has checked the fields one by one: names are lower-case tokens, values hold no controls, pseudo-fields come
/// first and once, and those that belong to a connection are not there.
package struct HTTP2RequestHeadBuilder {
  /// The bytes of the fields so far, counted as RFC 9113 §6.5.2 counts them.
  private(set) var byteCount = 0
  private let limits: HTTPParserLimits
  private var violation: HTTPViolation?
  private var method: [UInt8] = []
  private var scheme: [UInt8] = []
  private var path: [UInt8] = []
  private var authority: [UInt8]?
  private var cookie: [UInt8] = []
  private var fieldCount = 0
  private var fields = HTTPFields()
  private var control = HTTPControlFields()

  /// The bytes that every field counts for beside its own (RFC 9113 §6.5.2).
  private static let fieldOverhead = 32
  private static let host: StaticString = "host"

  /// Makes a builder of the head of one request.
  package init(limits: HTTPParserLimits) { self.limits = limits }

  /// Takes in a field. Once a head is to be refused, no more of it is kept.
  package mutating func append(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
    byteCount += name.count + value.count + Self.fieldOverhead
    guard violation == nil else { return }
    do throws(HTTPViolation) { try take(name, value) } catch { violation = error }
  }

  private mutating func take(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>  // lent for this call
  ) throws(HTTPViolation) {
    guard byteCount <= limits.headByteCount else {
      throw HTTPViolation(431, "the head of the request is too large", limit: limits.headByteCount)
    }
    guard name.first != UInt8(ascii: ":") else { return try takePseudoField(name, value) }
    fieldCount += 1
    guard fieldCount <= limits.fieldCount else {
      throw HTTPViolation(431, "the request has too many header fields", limit: limits.fieldCount)
    }
    if name.elementsEqual("cookie".utf8) {
      cookie.append(contentsOf: cookie.isEmpty ? [] : [UInt8(ascii: ";"), UInt8(ascii: " ")])
      return cookie.append(contentsOf: value)
    }
    if name.elementsEqual("host".utf8), let authority {
      guard value.lazy.map(HTTPToken.lowercased).elementsEqual(authority.lazy.map(HTTPToken.lowercased)) else {
        throw HTTPViolation(400, "the Host field and the :authority differ")
      }
      return
    }
    try append(name, value)
  }

  private mutating func takePseudoField(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>  // lent for this call
  ) throws(HTTPViolation) {
    switch name.count {
    case 5 where name.elementsEqual(":path".utf8):
      guard value.count <= limits.targetByteCount else {
        throw HTTPViolation(414, "the request target is too long", limit: limits.targetByteCount)
      }
      path = Array(value)
    case 7 where name.elementsEqual(":method".utf8): method = Array(value)
    case 7: scheme = Array(value)
    default:
      authority = Array(value)
      try append(UnsafeBufferPointer(start: Self.host.utf8Start, count: Self.host.utf8CodeUnitCount), value)
    }
  }

  private mutating func append(
    _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>  // lent for this call
  ) throws(HTTPViolation) {
    let start = fields.wireBytes.count
    fields.appendChecked(name: name, key: HTTPFieldKey(count: name.count) { name[$0] }, value: value)
    let valueStart = start + name.count + 2
    let line = HTTPFieldLine(
      checkedName: start..<start + name.count, value: valueStart..<valueStart + value.count)
    let lines = fields.wireBytes
    try control.note(lines.span.bytes, line)
  }

  /// Puts the head together when all fields have come.
  ///
  /// - Parameter isLast: `true` if the request has no body.
  /// - Throws: The reason for which the request is refused.
  package mutating func head(isLast: Bool) throws(HTTPViolation) -> HTTPRequestHead {
    if let violation { throw violation }
    guard method.count <= HTTPRequestParser.maximalMethodCount else {
      throw HTTPViolation(501, "the method is not known")
    }
    let method = HTTPMethod(token: method)
    if method == .other("CONNECT") { throw HTTPViolation(501, "this server is no proxy") }
    guard scheme.elementsEqual("https".utf8) || scheme.elementsEqual("http".utf8) else {
      throw HTTPViolation(400, "the scheme of the request is neither http nor https")
    }
    if !cookie.isEmpty { fields.append(HTTPFieldName.cookie, utf8: cookie) }
    var framing = try control.framing(minorVersion: 1)
    if framing == .none, !isLast { framing = .chunked }
    return HTTPRequestHead(
      method: method, target: try target(of: method), minorVersion: 1, fields: fields, framing: framing,
      keepsAlive: true, expectsContinue: control.expectsContinue(minorVersion: 1, framing: framing))
  }

  private func target(of method: HTTPMethod) throws(HTTPViolation) -> HTTPTarget {
    let isServer = method == .options && path.elementsEqual("*".utf8)
    guard path.first == UInt8(ascii: "/") || isServer else { throw HTTPViolation(400, "the :path is not a path") }
    guard path.span.bytes.endOfPrefix(of: .target, in: 0..<path.count) == path.count else {
      throw HTTPViolation(400, "the request target holds a character that must be percent-encoded")
    }
    return HTTPTarget(checked: path)
  }
}
