// SPDX-License-Identifier: Apache-2.0

import WoofHTTP
import WoofHTTPSemantics

/// Reads the input as the head of a request, in one piece and in pieces of a length that the input itself gives, and
/// compares; then reads the head that came of it once more, and everything that its fields may say.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRequest(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))  // libFuzzer lends the bytes for the call
  let whole = parse(bytes, pieceCount: bytes.count)
  precondition(
    whole.isEqual(to: parse(bytes, pieceCount: 1 + Int(bytes.last ?? 0) % 61)), "the result depends on the cut")
  guard case .head(let head, let consumed) = whole else { return 0 }
  precondition(consumed <= bytes.count)
  checkThatReadingAgainGivesTheSame(head)
  read(head)
  return 0
}

private func parse(_ bytes: [UInt8], pieceCount: Int) -> HTTPRequestParser.HeadResult {
  var parser = HTTPRequestParser()
  for end in stride(from: min(pieceCount, bytes.count), to: bytes.count, by: max(1, pieceCount)) {
    let result = bytes.withUnsafeBytes { parser.parseHead(UnsafeRawBufferPointer(rebasing: $0[..<end])) }
    if case .needsMore = result { continue }
    return result
  }
  return bytes.withUnsafeBytes { parser.parseHead($0) }
}

private func checkThatReadingAgainGivesTheSame(_ head: HTTPRequestHead) {
  var bytes = Array("\(head.method.token) ".utf8)
  bytes += head.target.bytes
  bytes += Array(" HTTP/1.\(head.minorVersion)\r\n".utf8)
  bytes += head.fields.wireBytes
  bytes += Array("\r\n".utf8)
  // The host of an absolute target has become a field more.
  let limits = HTTPParserLimits(headByteCount: 65_536, targetByteCount: 32_768, fieldCount: 200)
  var parser = HTTPRequestParser(limits: limits)
  let again = bytes.withUnsafeBytes { parser.parseHead($0) }
  precondition(again.isEqual(to: .head(head, consumed: bytes.count)), "a head is not what it was")
}

/// Reads what a service reads of a head.
private func read(_ head: HTTPRequestHead) {
  let fields = head.fields
  _ = router?.match(head.method, head.target)
  _ = try? HTTPQuery(of: head.target, names: ["a", "limit"])
  _ = HTTPRangeDecision(
    method: head.method, fields: fields, count: 1_000,
    validators: HTTPValidators(entityTag: HTTPEntityTag("x"), lastModified: HTTPDate(secondsSince1970: 784_111_777)))
  _ = try? HTTPBasicCredentials(fields)
  _ = try? HTTPDigestField(fields, .reprDigest)
  _ = try? fields.structuredString(of: .idempotencyKey)
  _ = HTTPAccept(fields).quality(of: HTTPMediaType("text", "event-stream"))
  checkContentCoding(of: head)
  if let value = fields.bytes(of: .contentType), let type = HTTPMediaType(parsing: value) {
    precondition(HTTPMediaType(parsing: ArraySlice(type.description.utf8)) == type, "a media type is not what it was")
  }
  if let value = fields.bytes(of: .contentDisposition), let field = HTTPContentDisposition(parsing: value) {
    let written = HTTPContentDisposition.attachment(fileName: field.fileName ?? "")
    precondition(written.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "a file name escapes its field")
  }
}

/// Responds to a head with a text, and makes of its conditions such of the plain form.
private func checkContentCoding(of head: HTTPRequestHead) {
  let request = HTTPRequest(
    method: head.method, target: head.target, fields: head.fields, body: NoBody(),
    id: HTTPRequestID(prefix: 0, number: 0), peer: HTTPPeer(address: "unix", port: 0, isSecure: false), receivedAt: 0)
  let plain = HTTPContentCoding.plainRequest(of: request)
  precondition(plain.fields.wireBytes.count <= head.fields.wireBytes.count, "a request becomes longer")
  var response = HTTPResponse(200, fields: HTTPFields([.contentType: "text/plain", .eTag: "\"x\""]))
  response.body = .bytes(HTTPBytes([UInt8](repeating: 0, count: 2_000)))
  let coding = HTTPContentCoding(of: response, to: plain)
  precondition((coding.content != nil) == HTTPAcceptEncoding(head.fields).prefersGzip, "a coding is chosen otherwise")
  coding.apply(coding.content, to: &response)
  precondition(response.fields[.vary] == "Accept-Encoding", "a response does not say on what it depends")
}

private struct NoBody: HTTPRequestBody {
  var announcedCount: Int64? { 0 }
  func next() async throws(HTTPBodyError) -> HTTPBodyChunk? { nil }
}

private let router: HTTPRouter? = {
  var builder = HTTPRouter.Builder()
  for pattern in ["/", "/a", "/a/{x}", "/a/b/{y}", "/{z}/b/c"] {
    builder.add(.get, pattern) { _, _ in HTTPResponse(200) }
  }
  return try? builder.freeze()
}()

extension HTTPRequestParser.HeadResult {
  fileprivate func isEqual(to other: Self) -> Bool {
    switch (self, other) {
    case (.needsMore, .needsMore): true
    case (.violation(let violation), .violation(let otherViolation)): violation == otherViolation
    case (.head(let head, let consumed), .head(let otherHead, let otherConsumed)):
      consumed == otherConsumed && head.method == otherHead.method && head.target.bytes == otherHead.target.bytes
        && head.target.path == otherHead.target.path && head.fields.wireBytes == otherHead.fields.wireBytes
        && head.framing == otherHead.framing && head.keepsAlive == otherHead.keepsAlive
        && head.expectsContinue == otherHead.expectsContinue
    default: false
    }
  }
}
