// SPDX-License-Identifier: Apache-2.0

@testable import HTTP2TestKit
@testable import WoofHTTP

/// The preface, the form and the size of frames, and their extension (RFC 9113 §3.4, §4, §5.4.1, §5.5).
extension ConformanceCase {
  static let framing = prefaces + formats + sizes + blocks + endings + extensions

  private static let prefaces = [
    ConformanceCase(
      "3.4", "the server begins with its settings", [.sendBytes(HTTP2Client.preface), .send(.settings([]))],
      .firstFrame(.settings)
    ).fromTheStart(),
    ConformanceCase(
      "3.4", "a wrong preface ends the connection",
      [.sendBytes(Array("PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n".utf8)), .send(.settings([]))], .end
    ).fromTheStart(),
    ConformanceCase(
      "3.4", "a preface that no settings follow ends the connection",
      [.sendBytes(HTTP2Client.preface), .send(.ping("12345678"))], .connectionError([.protocolError])
    ).fromTheStart(),
  ]

  private static let formats = [
    ConformanceCase(
      "4.1", "a frame of an unknown type is ignored",
      frames: [HTTP2Frame(kind: .unknown, flags: 0xff, stream: 0, payload: Array("whatever".utf8)), .ping("12345678")],
      .pingAnswer("12345678")),
    ConformanceCase(
      "4.1", "flags that mean nothing are ignored", frames: [.ping("12345678", flags: 0x16)], .pingAnswer("12345678")),
    ConformanceCase(
      "4.1", "the reserved bit of a stream's number is ignored",
      frames: [.ping("12345678").with(stream: 0x8000_0000)], .pingAnswer("12345678")),
  ]

  private static let sizes = [
    ConformanceCase(
      "4.2", "a frame may have 16,384 bytes",
      frames: [.head(HPACK.request("POST"), ends: .head), .data([UInt8](repeating: 0x61, count: 16_384))],
      .response("POST|\(String(repeating: "a", count: 16_384))|")),
    ConformanceCase(
      "4.2", "a body in a frame of more than 16,384 bytes is an error",
      frames: [.head(HPACK.request("POST"), ends: .head), .data([UInt8](repeating: 0x61, count: 16_385))],
      .streamError([.frameSizeError])),
    ConformanceCase(
      "4.2", "a head in a frame of more than 16,384 bytes ends the connection",
      frames: [.head(HPACK.request("GET", [["x", String(repeating: "a", count: 16_385)]]))],
      .connectionError([.frameSizeError])),
  ]

  private static let blocks = [
    ConformanceCase(
      "4.3", "a head that cannot be decoded ends the connection", frames: [.head([0x40, 0x0a, 0x78])],
      .connectionError([.compressionError])),
    ConformanceCase(
      "4.3", "a priority in the middle of a head ends the connection",
      frames: [.head(firstHalf, ends: .stream), .priority(), .continuation(secondHalf)],
      .connectionError([.protocolError])),
    ConformanceCase(
      "4.3", "another head in the middle of a head ends the connection",
      frames: [.head(firstHalf, ends: .stream), .head(on: 3)], .connectionError([.protocolError])),
  ]

  private static let endings = [
    ConformanceCase(
      "5.4.1", "the connection is closed after an error", frames: [.ping("12345678").with(stream: 3)],
      .connectionError([.protocolError])),
    ConformanceCase(
      "5.4.1", "an error of the connection is told in a GOAWAY with the last stream",
      [.send(.head()), .awaitResponse(on: 1), .send(.ping("12345678").with(stream: 3))], .lastStream(1)),
  ]

  private static let extensions = [
    ConformanceCase(
      "5.5", "a frame of an extension is ignored",
      frames: [HTTP2Frame(kind: .unknown, stream: 1, payload: [1, 2, 3]), .head()], .response("GET||")),
    ConformanceCase(
      "5.5", "a frame of an extension in the middle of a head ends the connection",
      frames: [.head(firstHalf, ends: .stream), HTTP2Frame(kind: .unknown, stream: 1), .continuation(secondHalf)],
      .connectionError([.protocolError])),
  ]
}
