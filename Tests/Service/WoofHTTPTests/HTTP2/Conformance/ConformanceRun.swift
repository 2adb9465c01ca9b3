// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

/// One run of a ``ConformanceCase`` against a server.
final class ConformanceRun {
  /// What has come of one stream.
  private struct Stream {
    var response = HTTP2Response()
    var dataSizes: [Int] = []
    var resetCode: HTTP2ErrorCode?
    var isComplete = false
  }

  /// The first bytes that are sent one by one; those of large payloads behind them go in pieces.
  private static let singleByteCount = 300
  private static let pieceCount = 1_000

  private let server: TestServer
  private let client: HTTP2Client
  private let delivery: ConformanceDelivery
  private var unsent: [UInt8] = []
  private var streams: [UInt32: Stream] = [:]
  private var pingAnswers: [String] = []
  private var acknowledgementCount = 0
  private var firstKind: HTTP2Frame.Kind?
  private var endCode: HTTP2ErrorCode?
  private var lastStream: UInt32?
  private var isClosed = false

  init(_ server: TestServer, isEncrypted: Bool, _ delivery: ConformanceDelivery) throws {
    self.server = server
    self.delivery = delivery
    client = try HTTP2Client(port: server.port, isEncrypted: isEncrypted, settings: nil)
    client.opensWindows = false
  }

  /// Runs the case and checks what the server does about it.
  func run(_ conformance: ConformanceCase) async throws {
    if conformance.beginsInOrder { try await begin() }
    for step in conformance.steps { try await take(step) }
    try await flush()
    try check(conformance.expected)
    if endCode == nil, !isClosed, conformance.use != .nothing {
      try await checkService(opensStream: conformance.use == .requests)
    }
  }

  private func begin() async throws {
    unsent = HTTP2Client.preface + HTTP2Frame.settings([]).bytes()
    guard delivery == .frames else { return client.acknowledgesSettings = false }
    try await flush()
    try receive { $0.acknowledgementCount == 1 }
    client.acknowledgesSettings = false
  }

  // MARK: Sending

  private func take(_ step: ConformanceCase.Step) async throws {
    switch step {
    case .send(let frame): try await send(frame.bytes())
    case .sendBytes(let bytes): try await send(bytes)
    case .await(let kind, let stream):
      try await flush()
      try receive { kind == .data ? $0.streams[stream]?.dataSizes.isEmpty == false : $0.streams[stream] != nil }
    case .awaitResponse(let stream):
      try await flush()
      try receive { $0.streams[stream]?.isComplete == true }
    case .awaitAcknowledgements(let count):
      try await flush()
      try receive { $0.acknowledgementCount >= count }
    }
  }

  private func send(_ bytes: [UInt8]) async throws {
    unsent += bytes
    if delivery == .frames { try await flush() }
  }

  private func flush() async throws {
    let bytes = unsent
    unsent = []
    guard delivery == .bytes else { return try client.send(bytes) }
    for byte in bytes.prefix(Self.singleByteCount) {
      try client.send([byte])
      await server.settle()
    }
    for start in stride(from: Self.singleByteCount, to: bytes.count, by: Self.pieceCount) {
      try client.send(Array(bytes[start..<min(bytes.count, start + Self.pieceCount)]))
    }
  }

  // MARK: Receiving

  /// Receives until the condition holds, or the connection has ended.
  private func receive(until condition: (ConformanceRun) -> Bool) throws {
    while !condition(self), !isClosed {
      guard let frame = try client.receive() else { return isClosed = true }
      try note(frame)
    }
  }

  private func note(_ frame: HTTP2Frame) throws {
    let code = frame.code.map { HTTP2ErrorCode(rawValue: $0) }
    firstKind = firstKind ?? frame.kind
    switch frame.kind {
    case .headers: streams[frame.stream, default: Stream()].response.fields = frame.fields
    case .data:
      streams[frame.stream, default: Stream()].response.body += frame.payload
      streams[frame.stream, default: Stream()].dataSizes.append(frame.payload.count)
    case .reset: streams[frame.stream, default: Stream()].resetCode = code
    case .goAway: (endCode, lastStream) = (code, UInt32(bigEndianBytes: frame.payload.prefix(4)))
    case .ping where frame.isAcknowledgement: pingAnswers.append(String(decoding: frame.payload, as: UTF8.self))
    case .settings where frame.isAcknowledgement: acknowledgementCount += 1
    default: break
    }
    if frame.endsStream { streams[frame.stream]?.isComplete = true }
  }

  // MARK: Checking

  private func check(_ expected: ConformanceCase.Expected) throws {
    switch expected {
    case .connectionError(let codes): try checkEnd(codes)
    case .end:
      client.receiveRest()
      isClosed = true
    case .lastStream(let stream):
      try checkEnd([.protocolError])
      #expect(lastStream == stream)
    case .firstFrame(let kind):
      try receive { $0.firstKind != nil }
      #expect(firstKind == kind)
    case .streamError(let codes, let stream): try checkStreamError(codes, stream)
    case .response(let text, let stream): try checkResponse(stream) { $0.status == 200 && $0.text == text }
    case .head(let status, let stream): try checkResponse(stream) { $0.status == status && $0.body.isEmpty }
    case .pingAnswer(let text):
      try receive { !$0.pingAnswers.isEmpty }
      #expect(pingAnswers == [text])
      pingAnswers = []
    case .acknowledgements(let count):
      try receive { $0.acknowledgementCount >= count }
      #expect(acknowledgementCount == count)
    case .data(let sizes, let stream):
      try receive { ($0.streams[stream]?.dataSizes.count ?? 0) >= sizes.count }
      #expect(streams[stream]?.dataSizes == sizes)
    case .silence: break
    }
  }

  private func checkEnd(_ codes: [HTTP2ErrorCode]) throws {
    try receive { _ in false }
    let code = try #require(endCode, "the connection ends without a word")
    #expect(codes.contains(code), "the connection ends with \(code)")
  }

  private func checkStreamError(_ codes: [HTTP2ErrorCode], _ stream: UInt32) throws {
    try receive { run in
      run.endCode != nil || run.streams[stream]?.resetCode != nil || run.streams[stream]?.isComplete == true
    }
    if endCode != nil { return try checkEnd(codes) }
    let code = try #require(streams[stream]?.resetCode, "the stream is not reset")
    #expect(codes.contains(code), "the stream ends with \(code)")
    streams[stream] = nil
  }

  private func checkResponse(_ stream: UInt32, _ isExpected: (HTTP2Response) -> Bool) throws {
    try receive { $0.streams[stream]?.isComplete == true || $0.streams[stream]?.resetCode != nil }
    let response = try #require(streams[stream]).response
    #expect(isExpected(response), "the response is \(response.status) \(response.text)")
  }

  /// Checks that the connection is still served, and that nothing was said but what was expected.
  private func checkService(opensStream: Bool) async throws {
    let stream: UInt32 = 1_001
    unsent = HTTP2Frame.ping("serving?").bytes()
    if opensStream { unsent += HTTP2Frame.head(HPACK.request("HEAD"), on: stream).bytes() }
    try await flush()
    try receive { run in
      run.endCode != nil
        || !run.pingAnswers.isEmpty && (!opensStream || run.streams[stream]?.isComplete == true)
    }
    #expect(endCode == nil)
    #expect(pingAnswers == ["serving?"])
    #expect(!opensStream || streams[stream]?.response.status == 200)
    #expect(streams.values.allSatisfy { $0.resetCode == nil })
  }
}

extension HTTP2Frame {
  var isAcknowledgement: Bool { flags & Self.acknowledge != 0 }
}
