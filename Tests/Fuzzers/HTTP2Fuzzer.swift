// SPDX-License-Identifier: Apache-2.0

@testable import WoofHTTP

/// Reads the input as the frames of a client behind the preface and its settings, in one piece and in pieces of a length
/// that the input itself gives, responds to the requests among them, and compares what the requests say. How many of them
/// are taken may depend on the cut: a client that goes away, or is refused, in the middle of a piece has its rest ignored.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTP2(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let frames = Array(UnsafeBufferPointer(start: start, count: count))  // libFuzzer lends the bytes for the call
  let bytes = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0] + frames
  let whole = Exchange(bytes, pieceCount: bytes.count)
  let cut = Exchange(bytes, pieceCount: 1 + Int(frames.last ?? 0) % 61)
  for (stream, request) in whole.requests {
    precondition(cut.requests[stream, default: request] == request, "a request is not what it was")
  }
  for (stream, body) in whole.bodies {
    guard let other = cut.bodies[stream] else { continue }
    precondition(body.starts(with: other) || other.starts(with: body), "a body is not what it was")
  }
  precondition(whole.headers.starts(with: cut.headers), "frames are not found")
  return 0
}

/// What has come of the frames.
private final class Exchange: HTTP2SessionObserver {
  private static let body = [UInt8](repeating: 0x61, count: 100)

  /// What the heads of requests say, or why they are refused.
  private(set) var requests: [Int32: [UInt8]] = [:]
  private(set) var bodies: [Int32: [UInt8]] = [:]
  private(set) var headers: [HTTP2FrameHeader] = []
  private var heads: [Int32: HTTP2RequestHeadBuilder] = [:]
  private var complete: [Int32] = []
  private var unsent: [Int32: Int] = [:]
  private var sentCount = 0

  init(_ bytes: [UInt8], pieceCount: Int) {
    guard let session = HTTP2Session(HTTP2Session.Settings(), observer: self) else { return }
    for start in stride(from: 0, to: bytes.count, by: pieceCount) where !session.isOver {
      let piece = bytes[start..<min(bytes.count, start + pieceCount)]
      do {
        try piece.withUnsafeBytes { try session.receive($0) }
        respond(session)
        try session.write()
      } catch {
        break
      }
    }
  }

  private func respond(_ session: HTTP2Session) {
    var fields = HTTP2FieldList()
    for stream in complete {
      fields.removeAll()
      fields.append(HTTPStatus(200))
      unsent[stream] = Self.body.count
      session.submitResponse(fields, on: stream, hasBody: true)
    }
    complete = []
  }

  func began(_ frame: HTTP2FrameHeader) { headers.append(frame) }
  func headBegan(_ stream: Int32) { heads[stream] = HTTP2RequestHeadBuilder(limits: HTTPParserLimits()) }
  func received(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, on stream: Int32) {
    heads[stream]?.append(name: name, value: value)
  }

  func fieldsEnded(_ stream: Int32, isLast: Bool) {
    guard var builder = heads.removeValue(forKey: stream) else { return }
    complete.append(stream)
    do throws(HTTPViolation) {
      let head = try builder.head(isLast: isLast)
      requests[stream] = head.method.token.utf8 + [0] + head.target.bytes + [0] + head.fields.wireBytes
    } catch {
      requests[stream] = Array(error.reason.utf8)
    }
  }

  func received(_ bytes: UnsafeRawBufferPointer, on stream: Int32) { bodies[stream, default: []] += bytes }
  func bodyEnded(_ stream: Int32) {}
  func sentLastFrame(_ stream: Int32) {}
  func closed(_ stream: Int32, _ code: HTTP2ErrorCode) { heads[stream] = nil }
  func sentReset(_ stream: Int32, _ code: HTTP2ErrorCode) {}
  func pingAnswered() {}

  var hasRoom: Bool { sentCount < 1_000_000 }
  func send(_ frames: UnsafeRawBufferPointer) { sentCount += frames.count }

  func nextBytes(_ stream: Int32, atMost limit: Int) -> HTTP2BodyStep {
    guard let left = unsent[stream] else { return .failed }
    return .bytes(min(left, limit), isLast: left <= limit)
  }

  func send(_ count: Int, of stream: Int32, behind header: UnsafeRawBufferPointer) -> Bool {
    unsent[stream, default: 0] -= count
    sentCount += header.count + count
    return true
  }
}
