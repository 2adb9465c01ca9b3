// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP
import WoofHTTPSemantics

/// No body.
private struct EmptyBody: HTTPRequestBody {
  var announcedCount: Int64? { 0 }
  func next() async throws(HTTPBodyError) -> HTTPBodyChunk? { nil }
}

@Suite struct ContentCodingTests {
  private static let text = [UInt8](repeating: UInt8(ascii: "a"), count: HTTPContentCoding.leastByteCount)
  private static let json: HTTPFields = HTTPFields([.contentType: "application/json"])

  private func request(_ fields: KeyValuePairs<HTTPFieldName, String>, _ method: HTTPMethod = .get) -> HTTPRequest {
    HTTPRequest(
      method: method, target: HTTPTarget(checked: Array("/".utf8)), fields: HTTPFields(fields), body: EmptyBody(),
      id: HTTPRequestID(prefix: 0, number: 0), peer: HTTPPeer(address: "unix", port: 0, isSecure: false), receivedAt: 0)
  }

  /// Sends a response as a client is sent it; what is compressed becomes `x`.
  private func sent(
    _ response: HTTPResponse, _ fields: KeyValuePairs<HTTPFieldName, String> = [.acceptEncoding: "gzip"],
    _ method: HTTPMethod = .get
  ) -> HTTPResponse {
    var response = response
    let coding = HTTPContentCoding(of: response, to: request(fields, method))
    coding.apply(coding.content.map { _ in HTTPBytes("x") }, to: &response)
    return response
  }

  private func response(
    _ fields: HTTPFields = json, _ body: [UInt8] = text, compression: HTTPCompression = .byType
  ) -> HTTPResponse {
    var response = HTTPResponse(200, fields: fields, body: .bytes(HTTPBytes(body)))
    response.compression = compression
    return response
  }

  private func isCompressed(_ response: HTTPResponse) -> Bool {
    guard response.fields[.contentEncoding] == "gzip", case .bytes(let bytes) = response.body else { return false }
    return Array(bytes.storage[bytes.range]) == Array("x".utf8)
  }

  // MARK: What is compressed

  @Test(arguments: [
    "application/json", "application/problem+json", "application/manifest+json", "text/html; charset=utf-8",
    "text/css; charset=utf-8", "text/javascript", "text/plain; version=0.0.4; charset=utf-8", "image/svg+xml",
    "application/yaml",
  ])
  func `text is compressed`(type: String) {
    #expect(isCompressed(sent(response(HTTPFields([.contentType: type])))))
  }

  @Test(arguments: [
    "image/jpeg", "image/webp", "application/zip", "application/octet-stream", "application/x-ndjson", "video/mp4", "",
    "application/jsonp",
  ])
  func `what is no text is sent as it is`(type: String) {
    let sent = sent(response(HTTPFields([.contentType: type])))
    #expect(!isCompressed(sent) && sent.fields[.vary] == nil)
  }

  @Test func `what is shorter than a packet is sent as it is`() {
    let short = sent(response(Self.json, Array(Self.text.dropLast())))
    #expect(!isCompressed(short) && short.fields[.vary] == "Accept-Encoding")
    #expect(isCompressed(sent(response())))
  }

  @Test(arguments: ["", "identity", "br", "gzip;q=0"])
  func `a client that does not take gzip is sent bytes as they are, and caches are told`(codings: String) {
    let sent = sent(response(), [.acceptEncoding: codings])
    #expect(!isCompressed(sent) && sent.fields[.contentEncoding] == nil)
    #expect(sent.fields[.vary] == "Accept-Encoding")
  }

  @Test func `a client that names no coding is sent bytes as they are`() {
    #expect(!isCompressed(sent(response(), [:])))
  }

  @Test func `the codings of several fields are one list`() {
    #expect(isCompressed(sent(response(), [.acceptEncoding: "br", .acceptEncoding: "gzip"])))
  }

  @Test func `where nothing is saved, the body stays`() {
    var response = response()
    let coding = HTTPContentCoding(of: response, to: request([.acceptEncoding: "gzip"]))
    #expect(coding.content?.count == Self.text.count)
    coding.apply(nil, to: &response)
    #expect(response.fields[.contentEncoding] == nil && response.fields[.vary] == "Accept-Encoding")
  }

  @Test(
    arguments: [
      (.cacheControl, "no-transform"), (.cacheControl, "max-age=60, No-Transform"), (.contentEncoding, "br"),
      (.contentRange, "bytes 0-9/10"), (.reprDigest, "sha-256=:x:"), (.contentDigest, "sha-256=:x:"),
    ] as [(HTTPFieldName, String)])
  func `a response whose bytes must stay as they are keeps them`(name: HTTPFieldName, value: String) {
    var fields = Self.json
    fields.append(name, value)
    let sent = sent(response(fields))
    #expect(!isCompressed(sent) && sent.fields[.vary] == nil)
  }

  @Test(arguments: ["no-cache", "private, no-cache", "public, max-age=31536000, immutable", "x-no-transform=1"])
  func `other rules for caches do not matter`(rule: String) {
    var fields = Self.json
    fields.append(.cacheControl, rule)
    #expect(isCompressed(sent(response(fields))))
  }

  @Test func `the rule of a response goes before its type`() {
    #expect(!isCompressed(sent(response(compression: .never))))
    let bytes = HTTPFields([.contentType: "application/octet-stream"])
    #expect(isCompressed(sent(response(bytes, compression: .always))))
    #expect(isCompressed(sent(response(bytes, compression: .kept(HTTPCompressedCopy())))))
  }

  @Test func `bodies that are not in memory are sent as they are`() {
    let pieces = HTTPResponse(200, fields: Self.json, body: .pieces([.bytes(HTTPBytes(Self.text))]))
    let stream = HTTPResponse(200, fields: Self.json, body: .stream(HTTPStream { $0.finish() }))
    let none = HTTPResponse(204, fields: Self.json)
    for response in [pieces, stream, none] {
      let sent = sent(response)
      #expect(sent.fields[.contentEncoding] == nil && sent.fields[.vary] == nil)
    }
  }

  @Test func `HEAD has the fields of GET`() {
    let head = sent(response(), [.acceptEncoding: "gzip"], .head)
    #expect(head.fields.wireBytes == sent(response()).fields.wireBytes && isCompressed(head))
  }

  // MARK: Fields

  @Test(
    arguments: [
      ("Authorization", "Authorization, Accept-Encoding"), ("accept-encoding", "accept-encoding"), ("*", "*"),
      ("Accept-Encoding , Cookie", "Accept-Encoding , Cookie"), ("", "Accept-Encoding"),
    ])
  func `Vary keeps what it has`(before: String, after: String) {
    let sent = sent(response(HTTPFields([.contentType: "text/css", .vary: before, .cacheControl: "no-cache"])))
    #expect(sent.fields.values(of: .vary) == [after])
    #expect(sent.fields[.cacheControl] == "no-cache")
  }

  @Test func `the compressed form has a tag of its own, and gives no ranges`() {
    let fields = HTTPFields([.contentType: "text/css", .eTag: "\"7-f\"", .acceptRanges: "bytes"])
    let compressed = sent(response(fields))
    #expect(compressed.fields.values(of: .eTag) == ["\"7-f+gzip\""] && !compressed.fields.contains(.acceptRanges))
    let plain = sent(response(fields), [:])
    #expect(plain.fields.values(of: .eTag) == ["\"7-f\""] && plain.fields[.acceptRanges] == "bytes")
  }

  @Test func `a weak tag stays weak`() {
    let fields = HTTPFields([.contentType: "text/css", .eTag: "W/\"7\""])
    #expect(sent(response(fields)).fields[.eTag] == "W/\"7+gzip\"")
  }

  // MARK: Conditions

  @Test(
    arguments: [
      ("\"7+gzip\"", "\"7\""), ("W/\"7+gzip\"", "W/\"7\""), ("\"a\", \"7+gzip\" , \"b+gzip\"", "\"a\", \"7\" , \"b\""),
      ("\"7\"", "\"7\""), ("*", "*"), ("\"+gzip7\"", "\"+gzip7\""), ("\"+gzip\"", "\"\""), ("7+gzip", "7+gzip"),
    ])
  func `conditions name the plain form`(sent: String, seen: String) {
    for name in [HTTPFieldName.ifMatch, .ifNoneMatch] {
      let plain = HTTPContentCoding.plainRequest(of: request([name: sent, .acceptEncoding: "gzip"], .patch))
      #expect(plain.fields.values(of: name) == [seen])
    }
  }

  @Test func `tags in several fields are all taken for the plain form`() {
    let plain = HTTPContentCoding.plainRequest(of: request([.ifMatch: "\"1+gzip\"", .ifMatch: "\"2+gzip\""]))
    #expect(plain.fields.values(of: .ifMatch).joined(separator: ",") == "\"1\",\"2\"")
  }

  @Test func `a request without such tags is not made anew`() {
    let request = request([.ifMatch: "\"7\"", .accept: "*/*"], .patch)
    #expect(HTTPContentCoding.plainRequest(of: request) === request)
  }

  @Test func `If-Range with the tag of the compressed form gets no part of the plain one`() {
    let request = request([.ifRange: "\"7+gzip\"", .range: "bytes=0-9", .acceptEncoding: "gzip"])
    #expect(HTTPContentCoding.plainRequest(of: request).fields[.ifRange] == "\"7+gzip\"")
  }

  @Test func `a reader that does not take gzip any more is not told to keep it`() {
    let plain = HTTPContentCoding.plainRequest(of: request([.ifNoneMatch: "\"7+gzip\""]))
    #expect(plain.fields[.ifNoneMatch] == "\"7+gzip\"")
    let writer = HTTPContentCoding.plainRequest(of: request([.ifNoneMatch: "\"7+gzip\""], .put))
    #expect(writer.fields[.ifNoneMatch] == "\"7\"")
  }

  @Test(
    arguments: [
      ("\"7+gzip\"", "\"7+gzip\""), ("W/\"7+gzip\"", "\"7+gzip\""), ("\"7\", \"7+gzip\"", "\"7+gzip\""),
      ("\"7\"", "\"7\""), ("*", "\"7\""), ("\"8+gzip\", \"7\"", "\"7\""),
    ])
  func `a 304 has the tag of the form that the client has`(condition: String, tag: String) {
    let text = HTTPRepresentation(
      contentType: "text/css", count: 4, validators: HTTPValidators(entityTag: HTTPEntityTag("7")))
    let request = request([.ifNoneMatch: condition, .acceptEncoding: "gzip"])
    var response = text.response(
      to: HTTPContentCoding.plainRequest(of: request), content: .bytes(HTTPBytes("rex\n")))
    #expect(response.status == 304)
    HTTPContentCoding(of: response, to: request).apply(nil, to: &response)
    #expect(response.fields[.eTag] == tag && response.fields[.vary] == "Accept-Encoding")
    #expect(response.fields[.contentEncoding] == nil)
  }

  @Test func `a 304 about a picture says nothing of codings`() {
    let picture = HTTPRepresentation(
      contentType: "image/png", count: 4, validators: HTTPValidators(entityTag: HTTPEntityTag("7")))
    let request = request([.ifNoneMatch: "\"7\"", .acceptEncoding: "gzip"])
    let response = sent(
      picture.response(to: request, content: .bytes(HTTPBytes("rex\n"))),
      [.ifNoneMatch: "\"7\"", .acceptEncoding: "gzip"])
    #expect(response.status == 304 && response.fields[.vary] == nil)
  }

  @Test func `a part of a text is one of the plain form`() {
    let text = HTTPRepresentation(
      contentType: "text/css", count: Int64(Self.text.count), validators: HTTPValidators(entityTag: HTTPEntityTag("7")))
    let request = request([.range: "bytes=0-1399", .acceptEncoding: "gzip"])
    let sent = sent(text.response(to: request, content: .bytes(HTTPBytes(Self.text))))
    #expect(sent.status == 206 && !isCompressed(sent) && sent.fields[.eTag] == "\"7\"")
  }
}
