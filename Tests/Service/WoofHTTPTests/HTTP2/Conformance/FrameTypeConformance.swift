// SPDX-License-Identifier: Apache-2.0

@testable import HTTP2TestKit
@testable import WoofHTTP

/// The rules of each type of frame but those of windows (RFC 9113 §6).
extension ConformanceCase {
  static let frameTypes =
    dataFrames + headFrames + priorityFrames + resetFrames + settingsFrames + settingsValues + pingFrames
    + continuationFrames + errorCodes

  private static let dataFrames = [
    ConformanceCase("6.1", "DATA on stream 0 ends the connection", frames: [.data("dogs", on: 0)], .protocolError),
    ConformanceCase(
      "6.1", "DATA on a stream whose request is complete is an error", frames: [.window(0), .head(), .data("dogs")],
      .streamError([.streamClosed])),
    ConformanceCase(
      "6.1", "padding that is longer than its DATA frame ends the connection",
      frames: [
        .head(HPACK.request("POST"), ends: .head),
        .data().with(flags: HTTP2Frame.padded, payload: [5] + Array("dogs".utf8)),
      ],
      .protocolError),
  ]

  private static let headFrames = [
    ConformanceCase(
      "6.2", "a priority where a CONTINUATION is due ends the connection",
      frames: [.head(firstHalf, ends: .stream), .priority()], .protocolError),
    ConformanceCase(
      "6.2", "a head of another stream where a CONTINUATION is due ends the connection",
      frames: [.head(firstHalf, ends: .stream), .head(HPACK.request(), on: 3)], .protocolError),
    ConformanceCase("6.2", "a head on stream 0 ends the connection", frames: [.head(on: 0)], .protocolError),
    ConformanceCase(
      "6.2", "padding that is longer than its HEADERS frame ends the connection",
      frames: [.head().with(flags: HTTP2Frame.padded, payload: [250] + HPACK.request())], .protocolError),
  ]

  private static let priorityFrames = [
    ConformanceCase("6.3", "a priority on stream 0 ends the connection", frames: [.priority(on: 0)], .protocolError),
    ConformanceCase(
      "6.3", "a priority of another length than 5 bytes is an error",
      frames: [.priority().with(payload: [0, 0, 0, 0])], .streamError([.frameSizeError])),
  ]

  private static let resetFrames = [
    ConformanceCase("6.4", "a reset on stream 0 ends the connection", frames: [.reset(on: 0)], .protocolError),
    ConformanceCase("6.4", "a reset of an idle stream ends the connection", frames: [.reset()], .protocolError),
    ConformanceCase(
      "6.4", "a reset of another length than 4 bytes ends the connection",
      frames: [.head(HPACK.request("POST"), ends: .head), .reset().with(payload: [0, 0, 8])], .frameSizeError),
  ]

  private static let settingsFrames = [
    ConformanceCase(
      "6.5", "an acknowledgement that carries settings ends the connection",
      frames: [.settings([(3, 1)]).with(flags: HTTP2Frame.acknowledge)], .frameSizeError),
    ConformanceCase(
      "6.5", "settings on a stream end the connection", frames: [.settings([(3, 1)]).with(stream: 1)], .protocolError),
    ConformanceCase(
      "6.5", "settings whose length is no multiple of 6 bytes end the connection",
      frames: [.settings([]).with(payload: [0, 3, 0])], .frameSizeError),
  ]

  private static let settingsValues = [
    ConformanceCase(
      "6.5.2", "ENABLE_PUSH of neither 0 nor 1 ends the connection", frames: [.settings([(2, 2)])], .protocolError),
    ConformanceCase(
      "6.5.2", "an initial window above its limit ends the connection", frames: [.window(0x8000_0000)],
      .connectionError([.flowControlError])),
    ConformanceCase(
      "6.5.2", "a frame size below 16,384 bytes ends the connection", frames: [.settings([(5, 16_383)])], .protocolError
    ),
    ConformanceCase(
      "6.5.2", "a frame size above 16,777,215 bytes ends the connection", frames: [.settings([(5, 16_777_216)])],
      .protocolError),
    ConformanceCase(
      "6.5.2", "a setting that nobody knows is ignored", frames: [.settings([(0xff, 1)]), .ping("12345678")],
      .pingAnswer("12345678")),
    ConformanceCase(
      "6.5.3", "of two values of a setting the last counts", frames: [.settings([(4, 100), (4, 1)]), .head()],
      .data([1])),
    ConformanceCase(
      "6.5.3", "every frame of settings is acknowledged", frames: [.settings([(2, 0)]), .settings([])],
      .acknowledgements(3)),
  ]

  private static let pingFrames = [
    ConformanceCase("6.7", "a PING is answered", frames: [.ping("is it up")], .pingAnswer("is it up")),
    ConformanceCase(
      "6.7", "an answer to a PING is not answered",
      frames: [.ping("an answer".dropLast().description, flags: HTTP2Frame.acknowledge), .ping("question")],
      .pingAnswer("question")),
    ConformanceCase(
      "6.7", "a PING on a stream ends the connection", frames: [.ping("12345678").with(stream: 1)], .protocolError),
    ConformanceCase(
      "6.7", "a PING of another length than 8 bytes ends the connection", frames: [.ping("123456")], .frameSizeError),
    ConformanceCase(
      "6.8", "a GOAWAY on a stream ends the connection", frames: [.goAway().with(stream: 1)], .protocolError),
  ]

  private static func empty(_ count: Int) -> [HTTP2Frame] {
    Array(repeating: .continuation([], ends: []), count: count)
  }

  private static let continuationFrames = [
    ConformanceCase(
      "6.10", "several CONTINUATION frames may follow a head",
      frames: [.head(firstHalf, ends: .stream), .continuation(secondHalf, ends: []), .continuation([])],
      .response("GET||")),
    ConformanceCase(
      "6.10", "eight CONTINUATION frames may follow a head",
      frames: [.head(firstHalf, ends: .stream)] + empty(7) + [.continuation(secondHalf)], .response("GET||")),
    ConformanceCase(
      "10.5.1", "more than eight CONTINUATION frames end the connection",
      frames: [.head(firstHalf, ends: .stream)] + empty(8) + [.continuation(secondHalf)],
      .connectionError([.enhanceYourCalm])),
    ConformanceCase(
      "6.10", "anything else between CONTINUATION frames ends the connection",
      frames: [
        .head(firstHalf, ends: .stream), .continuation([], ends: []), .data("dogs"), .continuation(secondHalf),
      ],
      .protocolError),
    ConformanceCase(
      "6.10", "a CONTINUATION on stream 0 ends the connection",
      frames: [.head(firstHalf, ends: .stream), .continuation(secondHalf, on: 0)], .protocolError),
    ConformanceCase(
      "6.10", "a CONTINUATION behind a complete head ends the connection",
      frames: [.window(0), .head(), .continuation(HPACK.field("x", "1"))], .protocolError),
    ConformanceCase(
      "6.10", "a CONTINUATION behind the last CONTINUATION ends the connection",
      frames: [
        .window(0), .head(firstHalf, ends: .stream), .continuation(secondHalf), .continuation(HPACK.field("x", "1")),
      ],
      .protocolError),
    ConformanceCase(
      "6.10", "a CONTINUATION behind DATA ends the connection",
      frames: [
        .head(HPACK.request("POST"), ends: .head), .data("dogs", isLast: false), .continuation(HPACK.field("x", "1")),
      ],
      .protocolError),
  ]

  private static let errorCodes = [
    ConformanceCase(
      "7", "a GOAWAY of an unknown code is taken as any other", frames: [.head(), .goAway(0xff)], .response("GET||")
    ).leaving(.nothing),
    ConformanceCase(
      "7", "a reset of an unknown code is taken as any other",
      frames: [.head(HPACK.request("POST"), ends: .head), .reset(0xff), .ping("12345678")], .pingAnswer("12345678")),
  ]
}

extension ConformanceCase.Expected {
  /// The connection ends with the code that most errors have.
  static let protocolError = Self.connectionError([.protocolError])
  static let frameSizeError = Self.connectionError([.frameSizeError])
}
