// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP
import WoofHTTPSemantics

/// No body.
private struct EmptyBody: HTTPRequestBody {
  var announcedCount: Int64? { 0 }
  func next() async throws(HTTPBodyError) -> HTTPBodyChunk? { nil }
}

private final class OpenFile: Sendable {}

@Suite struct RepresentationTests {
  private static let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  private static let extra = HTTPFields([
    .cacheControl: "max-age=31536000, immutable", .reprDigest: "sha-256=:x:", .vary: "Authorization",
  ])
  private let photo = HTTPRepresentation(
    contentType: "image/jpeg", count: 1_000,
    validators: HTTPValidators(entityTag: HTTPEntityTag("x"), lastModified: HTTPDate(secondsSince1970: 0)),
    fields: extra)

  private func request(_ fields: KeyValuePairs<HTTPFieldName, String>, _ method: HTTPMethod = .get) -> HTTPRequest {
    HTTPRequest(
      method: method, target: HTTPTarget(checked: Array("/".utf8)), fields: HTTPFields(fields), body: EmptyBody(),
      id: HTTPRequestID(prefix: 0, number: 0), peer: HTTPPeer(address: "unix", port: 0, isSecure: false), receivedAt: 0)
  }

  private func response(_ fields: KeyValuePairs<HTTPFieldName, String>, _ method: HTTPMethod = .get) -> HTTPResponse {
    photo.response(to: request(fields, method), content: .bytes(HTTPBytes(Self.bytes)))
  }

  private func data(_ body: HTTPResponseBody) -> [UInt8] {
    switch body {
    case .bytes(let bytes): Array(bytes.storage[bytes.range])
    case .pieces(let pieces):
      pieces.flatMap { piece in
        guard case .bytes(let bytes) = piece else { return [UInt8]() }
        return Array(bytes.storage[bytes.range])
      }
    default: []
    }
  }

  private func names(_ response: HTTPResponse) -> [String] {
    var names: [String] = []
    response.fields.forEach { name, _ in names.append(String(decoding: name, as: UTF8.self)) }
    return names.sorted()
  }

  @Test func `a full response has all fields and all bytes`() {
    let response = response([:])
    #expect(response.status == 200)
    #expect(data(response.body) == Self.bytes)
    #expect(response.fields[.contentType] == "image/jpeg")
    #expect(response.fields[.eTag] == "\"x\"")
    #expect(response.fields[.lastModified] == "Thu, 01 Jan 1970 00:00:00 GMT")
    #expect(response.fields[.acceptRanges] == "bytes")
    #expect(response.fields[.cacheControl] == "max-age=31536000, immutable")
    #expect(response.fields[.reprDigest] == "sha-256=:x:")
  }

  @Test func `a full response shares the prepared fields`() {
    let prepared = photo.fields.wireBytes.withUnsafeBufferPointer { $0.baseAddress }
    let sent = response([:]).fields.wireBytes.withUnsafeBufferPointer { $0.baseAddress }
    #expect(prepared == sent)
  }

  @Test func `HEAD gets the response of GET, without ranges`() {
    let response = response([.range: "bytes=0-1"], .head)
    #expect(response.status == 200)
    #expect(response.fields.wireBytes == photo.fields.wireBytes)
    #expect(data(response.body).count == 1_000)
  }

  @Test func `a single range gets its bytes, and digests of the whole`() {
    let response = response([.range: "bytes=10-19"])
    #expect(response.status == 206)
    #expect(data(response.body) == Array(Self.bytes[10..<20]))
    #expect(response.fields[.contentRange] == "bytes 10-19/1000")
    #expect(response.fields.values(of: .contentType) == ["image/jpeg"])
    #expect(response.fields[.reprDigest] == "sha-256=:x:")
    #expect(response.fields[.eTag] == "\"x\"")
    #expect(response.fields[.lastModified] != nil)
    #expect(names(response) == (names(self.response([:])) + ["Content-Range"]).sorted())
  }

  @Test func `a met If-Range leaves out the fields that the client has`() {
    let response = response([.range: "bytes=10-19", .ifRange: "\"x\""])
    #expect(response.status == 206)
    #expect(response.fields[.contentType] == nil)
    #expect(response.fields[.lastModified] == nil)
    #expect(response.fields[.eTag] == "\"x\"")
    #expect(response.fields[.cacheControl] != nil)
    #expect(response.fields[.vary] != nil)
  }

  @Test func `several ranges come in parts`() {
    let selection = HTTPRangeDecision.ranges([500..<504, 0..<2], isConditional: false)
    let response = photo.response(to: selection, content: .bytes(HTTPBytes(Self.bytes)), boundary: { "BOUND" })
    #expect(response.status == 206)
    #expect(response.fields[.contentType] == "multipart/byteranges; boundary=BOUND")
    #expect(response.fields[.contentRange] == nil)
    #expect(response.fields[.reprDigest] == "sha-256=:x:")
    let expected =
      Array("--BOUND\r\nContent-Type: image/jpeg\r\nContent-Range: bytes 500-503/1000\r\n\r\n".utf8)
      + Self.bytes[500..<504]
      + Array("\r\n--BOUND\r\nContent-Type: image/jpeg\r\nContent-Range: bytes 0-1/1000\r\n\r\n".utf8)
      + Self.bytes[0..<2] + Array("\r\n--BOUND--\r\n".utf8)
    #expect(data(response.body) == expected)
  }

  @Test func `the boundary between parts differs each time`() {
    let first = response([.range: "bytes=0-1,500-501"]).fields[.contentType]
    let second = response([.range: "bytes=0-1,500-501"]).fields[.contentType]
    #expect(first != second)
    #expect(first?.hasPrefix("multipart/byteranges; boundary=") == true)
    #expect(HTTPRepresentation.randomBoundary().utf8.count == 40)
  }

  @Test func `parts of a file are regions of that file`() {
    let region = HTTPFileRegion(owner: OpenFile(), descriptor: 7, offset: 100, count: 1_000)
    let response = photo.response(to: request([.range: "bytes=-10"]), content: .file(region))
    guard case .file(let part) = response.body else {
      Issue.record("no file")
      return
    }
    #expect(ObjectIdentifier(part.owner) == ObjectIdentifier(region.owner))
    #expect(part.descriptor == 7)
    #expect(part.offset == 1_090)
    #expect(part.count == 10)
  }

  @Test func `a part of a memory slice counts from the start of the slice`() {
    let small = HTTPRepresentation(contentType: "a/b", count: 10, validators: HTTPValidators())
    let content = HTTPContent.bytes(HTTPBytes(Self.bytes, range: 100..<110))
    let response = small.response(to: request([.range: "bytes=2-3"]), content: content)
    #expect(data(response.body) == Array(Self.bytes[102..<104]))
  }

  @Test func `a current copy gets a 304 with the fields that a cache needs`() {
    let response = response([.ifNoneMatch: "\"x\""])
    #expect(response.status == 304)
    #expect(names(response) == ["Cache-Control", "ETag", "Vary"])
    #expect(data(response.body).isEmpty)
  }

  @Test func `without a tag a 304 has the date`() {
    let dated = HTTPRepresentation(
      contentType: "a/b", count: 1, validators: HTTPValidators(lastModified: HTTPDate(secondsSince1970: 0)))
    let response = dated.response(to: .notModified)
    #expect(names(response) == ["Last-Modified"])
  }

  @Test func `the caller makes a refusal, which gets the common fields`() {
    let refuse = { (status: HTTPStatus) in
      HTTPResponse(
        status, fields: HTTPFields([.contentType: "application/problem+json"]), body: .bytes(HTTPBytes("{}")))
    }
    let content = HTTPContent.bytes(HTTPBytes(Self.bytes))
    let beyond = photo.response(to: request([.range: "bytes=1000-"]), content: content, refusal: refuse)
    #expect(beyond.status == 416)
    #expect(beyond.fields[.contentRange] == "bytes */1000")
    #expect(data(beyond.body) == Array("{}".utf8))
    let failed = photo.response(to: request([.ifMatch: "\"y\""]), content: content, refusal: refuse)
    #expect(failed.status == 412)
    #expect(names(failed) == ["Content-Type"])
  }

  @Test func `only responses with bytes need content`() {
    #expect(HTTPRangeDecision.whole.needsContent)
    #expect(HTTPRangeDecision.ranges([0..<1], isConditional: false).needsContent)
    #expect(!HTTPRangeDecision.notModified.needsContent)
    #expect(!HTTPRangeDecision.preconditionFailed.needsContent)
    #expect(!HTTPRangeDecision.unsatisfiable.needsContent)
  }
}
