// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

/// The values that decide for HTTP/2, without a socket.
@Suite struct HTTP2ValueTests {
  // MARK: Heads

  private func head(
    _ fields: [[String]], isLast: Bool = true, limits: HTTPParserLimits = HTTPParserLimits()
  ) throws(HTTPViolation) -> HTTPRequestHead {
    var builder = HTTP2RequestHeadBuilder(limits: limits)
    for field in fields {
      Array(field[0].utf8).withUnsafeBufferPointer { name in
        Array(field[1].utf8).withUnsafeBufferPointer { value in builder.append(name: name, value: value) }
      }
    }
    return try builder.head(isLast: isLast)
  }

  @Test func `the authority is the host, also where a Host field says the same`() throws {
    let head = try head(HTTP2Client.request("GET", "/a", [["host", "X"], ["accept", "*/*"]]))
    #expect(head.fields.values(of: .host) == ["x"])
    #expect(head.fields.count == 2)
  }

  @Test func `a request without an authority is known by its Host field`() throws {
    let head = try head([[":method", "GET"], [":scheme", "https"], [":path", "/"], ["host", "photos.example"]])
    #expect(head.fields[.host] == "photos.example")
  }

  @Test func `crumbs of cookies are joined`() throws {
    let head = try head(HTTP2Client.request("GET", "/", [["cookie", "a=1"], ["x", "y"], ["cookie", "b=2"]]))
    #expect(head.fields.values(of: .cookie) == ["a=1; b=2"])
  }

  @Test func `the length of a body is what Content-Length says, or unknown`() throws {
    #expect(try head(HTTP2Client.request("POST"), isLast: false).framing == .chunked)
    #expect(try head(HTTP2Client.request("POST", "/", [["content-length", "5"]]), isLast: false).framing == .length(5))
    #expect(try head(HTTP2Client.request("POST"), isLast: true).framing == .none)
  }

  @Test(arguments: ["*", "a", "http://x/", "/ä", "/a b", "/<"]) func `refuses a path that is none`(_ path: String) {
    #expect(throws: HTTPViolation.self) { try head(HTTP2Client.request("GET", path)) }
  }

  @Test func `the server as a whole is a target of OPTIONS only`() throws {
    #expect(try head(HTTP2Client.request("OPTIONS", "*")).target.isServer)
  }

  @Test func `a head that is refused keeps no more fields`() {
    let fields = (0..<50).map { ["name-\($0)", String(repeating: "x", count: 1_000)] }
    let error = #expect(throws: HTTPViolation.self) { try head(HTTP2Client.request("GET", "/", fields)) }
    #expect(error?.status == 431)
    #expect(error?.limit == 16_384)
  }

  // MARK: Bodies

  private func written(_ body: inout HTTP2ResponseBody, _ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let isWritten = bytes.withUnsafeMutableBytes { body.write(count, to: $0) }
    #expect(isWritten)
    return bytes
  }

  @Test func `a frame may hold bytes of several pieces`() throws {
    let file = try TestFile(count: 10)
    var body = HTTP2ResponseBody(.pieces([.bytes(HTTPBytes([1, 2, 3])), .file(file.region), .bytes(HTTPBytes([4]))]))
    #expect(body.next(atMost: 8) == .bytes(8, isLast: false))
    #expect(written(&body, 8) == [1, 2, 3] + file.bytes[..<5])
    #expect(body.next(atMost: 100) == .bytes(6, isLast: true))
    #expect(written(&body, 6) == file.bytes[5...] + [4])
    #expect(body.heldBackCount == 0 && body.sentCount == 14)
  }

  @Test func `a body that is made while it is sent waits, goes on and ends`() {
    var body = HTTP2ResponseBody(.stream(HTTPStream { _ in }))
    #expect(body.next(atMost: 10) == .waiting)
    body.append(.bytes(HTTPBytes([1, 2])))
    body.append(.bytes(HTTPBytes([3])))
    #expect(body.next(atMost: 10) == .bytes(3, isLast: false))
    #expect(written(&body, 3) == [1, 2, 3])
    #expect(body.next(atMost: 10) == .waiting)
    body.finish(isComplete: true)
    #expect(body.next(atMost: 10) == .bytes(0, isLast: true))
  }

  @Test func `a body that failed is never complete`() {
    var body = HTTP2ResponseBody(.stream(HTTPStream { _ in }))
    body.append(.bytes(HTTPBytes([1])))
    body.finish(isComplete: false)
    body.finish(isComplete: true)
    #expect(body.next(atMost: 10) == .failed)
  }

  @Test func `a file that has become shorter cannot be written`() throws {
    let file = try TestFile(count: 10)
    let region = HTTPFileRegion(owner: file.region.owner, descriptor: file.region.descriptor, offset: 5, count: 10)
    var body = HTTP2ResponseBody(.file(region))
    var room = [UInt8](repeating: 0, count: 10)
    #expect(!room.withUnsafeMutableBytes { body.write(10, to: $0) })
  }

  // MARK: Windows

  /// The sizes that a window grows to, as bytes are consumed.
  private func sizes(_ steps: [(count: Int, leavesNothing: Bool)]) -> [Int32?] {
    var window = HTTP2ReceiveWindow(size: 100, limit: 300)
    return steps.map { window.consumed($0.count, leavesNothing: $0.leavesNothing) }
  }

  @Test func `a window doubles where the reader had to wait, up to its limit`() {
    #expect(sizes([(60, true), (60, false), (250, true), (1_000, true)]) == [nil, 200, 300, nil])
  }

  @Test func `a window stays where the reader is slower than its peer`() {
    #expect(sizes([(100, false), (100, false), (500, false)]) == [nil, nil, nil])
  }

  // MARK: Waste

  /// The number of events, of at most `limit`, that are taken before the connection has to end.
  private func taken(
    _ event: HTTP2WasteLimit.Event, atMost limit: Int, at time: Int64 = 0, by waste: inout HTTP2WasteLimit
  ) -> Int {
    for count in 0..<limit where !waste.note(event, at: time) { return count }
    return limit
  }

  @Test func `lost streams come back with time and with use`() {
    var waste = HTTP2WasteLimit(at: 0)
    let first = taken(.lostStream, atMost: 10_000, by: &waste)
    #expect(first == Int(HTTP2WasteLimit.lostStreamCount))
    _ = waste.note(.completeResponse, at: 0)
    let afterUse = taken(.lostStream, atMost: 10, by: &waste)
    #expect(afterUse == 1)
    let afterSecond = taken(.lostStream, atMost: 1_000, at: 1_000_000_000, by: &waste)
    #expect(afterSecond == Int(HTTP2WasteLimit.lostStreamsPerSecond))
  }

  @Test func `frames of bodies pay for those that carry nothing`() {
    var waste = HTTP2WasteLimit(at: 0)
    for _ in 0..<50_000 {
      let isTaken = waste.note(.emptyFrame, at: 0) && waste.note(.bodyFrame, at: 0)
      #expect(isTaken)
    }
    let left = taken(.emptyFrame, atMost: 100_000, by: &waste)
    #expect(left == Int(HTTP2WasteLimit.emptyFrameCount))
  }
}
