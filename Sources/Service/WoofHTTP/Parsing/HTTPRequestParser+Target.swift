extension HTTPRequestParser {
  /// Puts the head together when its empty line has come and stands before `end`.
  mutating func assembleHead(_ bytes: RawSpan, end: Int) throws(HTTPViolation) -> HTTPRequestHead {
    guard let line = requestLine else { throw HTTPViolation(400, "the request line is malformed") }
    let framing = try control.framing(minorVersion: line.minorVersion)
    let fields = HTTPFields(
      checkedLines: bytes.array(fieldsStart..<max(fieldsStart, end - 2)), entries: entries, keys: keys)
    var head = HTTPRequestHead(
      method: line.method, target: HTTPTarget(checked: [], pathCount: 0), minorVersion: line.minorVersion,
      fields: fields, framing: framing, keepsAlive: control.keepsAlive(minorVersion: line.minorVersion),
      expectsContinue: control.expectsContinue(minorVersion: line.minorVersion, framing: framing))
    try setTarget(of: &head, bytes, line)
    return head
  }

  private func setTarget(
    of head: inout HTTPRequestHead, _ bytes: RawSpan, _ line: RequestLine
  ) throws(HTTPViolation) {
    let target = line.target
    if bytes.byte(target.lowerBound) == UInt8(ascii: "/") {
      let pathCount = (line.questionMark ?? target.upperBound) - target.lowerBound
      head.target = HTTPTarget(checked: bytes.array(target), pathCount: pathCount)
    } else if target.count == 1, bytes.byte(target.lowerBound) == UInt8(ascii: "*"), line.method == .options {
      head.target = HTTPTarget(checked: bytes.array(target), pathCount: 1)
    } else if line.method == .other("CONNECT") {
      throw HTTPViolation(501, "this server is no proxy")
    } else {
      try setAbsoluteTarget(of: &head, bytes, target)
    }
  }

  /// A target in absolute form names the authority, and the `Host` field is ignored (RFC 9112 §3.2.2). It is brought
  /// into origin form, with its authority as `Host`, so that nothing behind the parser meets two of them.
  private func setAbsoluteTarget(
    of head: inout HTTPRequestHead, _ bytes: RawSpan, _ target: Range<Int>
  ) throws(HTTPViolation) {
    guard let authorityStart = Self.authorityStart(bytes, target) else {
      throw HTTPViolation(400, "the request target is neither a path nor an http or https URL")
    }
    var authorityEnd = authorityStart
    while authorityEnd < target.upperBound, bytes.byte(authorityEnd) != UInt8(ascii: "/"),
      bytes.byte(authorityEnd) != UInt8(ascii: "?")
    {
      authorityEnd &+= 1
    }
    guard HTTPAuthority.isValid(bytes, authorityStart..<authorityEnd) else {
      throw HTTPViolation(400, "the authority of the request target is malformed")
    }
    var origin = bytes.array(authorityEnd..<target.upperBound)
    if origin.isEmpty, head.method == .options {
      origin = [UInt8(ascii: "*")]
    } else if origin.first != UInt8(ascii: "/") {
      origin.insert(UInt8(ascii: "/"), at: 0)
    }
    head.target = HTTPTarget(checked: origin)
    head.fields = head.fields.replacing(.host, with: bytes.array(authorityStart..<authorityEnd))
  }

  private static func authorityStart(_ bytes: RawSpan, _ target: Range<Int>) -> Int? {
    if target.count > 7, bytes.matches("http://", at: target.lowerBound) { return target.lowerBound + 7 }
    if target.count > 8, bytes.matches("https://", at: target.lowerBound) { return target.lowerBound + 8 }
    return nil
  }
}
