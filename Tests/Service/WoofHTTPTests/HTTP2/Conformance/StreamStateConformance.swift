// SPDX-License-Identifier: Apache-2.0

@testable import HTTP2TestKit
@testable import WoofHTTP

/// The states of streams, their numbers and how many there may be (RFC 9113 §5.1), and that a stream cannot depend on
/// itself (RFC 7540 §5.3.1).
extension ConformanceCase {
  static let streamStates =
    idleStreams + completeRequests + resetStreams + closedStreams + refusedStreams + numbers + dependencies

  private static let idleStreams = [
    ConformanceCase("5.1", "DATA on an idle stream ends the connection", frames: [.data("dogs")], .protocolError),
    ConformanceCase("5.1", "a reset of an idle stream ends the connection", frames: [.reset()], .protocolError),
    ConformanceCase(
      "5.1", "a window that is opened on an idle stream ends the connection", frames: [.windowUpdate(100, on: 1)],
      .protocolError),
    ConformanceCase(
      "5.1", "a CONTINUATION on an idle stream ends the connection", frames: [.continuation(HPACK.request())],
      .protocolError),
  ]

  /// The window keeps the response from ending, and so the stream half-closed.
  private static let completeRequests = [
    ConformanceCase(
      "5.1", "DATA behind a complete request is an error", frames: [.window(0), .head(), .data("dogs")],
      .streamError([.streamClosed])),
    ConformanceCase(
      "5.1", "a head behind a complete request is an error", frames: [.window(0), .head(), .head()],
      .streamError([.streamClosed])),
    // Without a head before it, a CONTINUATION is always an error of the connection, whatever the stream (§6.10).
    ConformanceCase(
      "5.1", "a CONTINUATION behind a complete request is an error",
      frames: [.window(0), .head(), .continuation(HPACK.request())], .streamError([.streamClosed, .protocolError])),
  ]

  private static let resetStreams = [
    ConformanceCase(
      "5.1", "DATA behind a reset is an error", frames: openAndReset + [.data("dogs")], .streamError([.streamClosed])),
    ConformanceCase(
      "5.1", "a head behind a reset is an error", frames: openAndReset + [.head()], .streamError([.streamClosed])),
    ConformanceCase(
      "5.1", "a CONTINUATION behind a reset is an error", frames: openAndReset + [.continuation(HPACK.field("x", "1"))],
      .streamError([.streamClosed, .protocolError])),
    ConformanceCase(
      "5.1", "a second reset and an opened window are ignored on a stream that is reset",
      frames: openAndReset + [.reset(), .windowUpdate(1, on: 1)], .silence),
  ]

  private static let openAndReset: [HTTP2Frame] = [.head(HPACK.request("POST"), ends: .head), .reset()]

  private static let closedStreams = [
    ConformanceCase(
      "5.1", "DATA on a closed stream ends the connection", close + [.send(.data("dogs"))],
      .connectionError([.streamClosed])),
    ConformanceCase(
      "5.1", "a head on a closed stream ends the connection", close + [.send(.head())],
      .connectionError([.streamClosed])),
    ConformanceCase(
      "5.1", "a CONTINUATION on a closed stream ends the connection",
      close + [.send(.continuation(HPACK.field("x", "1")))], .connectionError([.streamClosed, .protocolError])),
    ConformanceCase(
      "5.1", "a reset and an opened window are ignored on a closed stream",
      close + [.send(.reset()), .send(.windowUpdate(1, on: 1))], .silence),
  ]

  private static let close: [Step] = [.send(.head()), .awaitResponse(on: 1)]

  /// The client has not heard of the reset yet, and cannot help what it sends.
  private static let refusedStreams = [
    ConformanceCase(
      "5.1", "what comes on a stream that the server has reset is ignored",
      frames: [
        .head(HPACK.request("POST", [["connection", "close"]]), ends: .head), .data("dogs", isLast: false),
        .data("dogs"),
      ],
      .streamError([.protocolError])),
    ConformanceCase(
      "5.1", "trailers that come on a stream that the server has reset are ignored",
      frames: [
        .head(HPACK.request("POST", [["connection", "close"]]), ends: .head), .data("dogs", isLast: false),
        .head(HPACK.field("checksum", "1")),
      ],
      .streamError([.protocolError])),
  ]

  private static let numbers = [
    ConformanceCase("5.1.1", "a request on an even stream ends the connection", frames: [.head(on: 2)], .protocolError),
    ConformanceCase(
      "5.1.1", "a request on a stream below an earlier one ends the connection", frames: [.head(on: 5), .head(on: 3)],
      .protocolError),
    ConformanceCase(
      "5.1.2", "a request above the allowed number is an error",
      frames: [.window(0)] + (0...streamCount).map { .head(on: UInt32(2 * $0 + 1)) },
      .streamError([.refusedStream, .protocolError], on: UInt32(2 * streamCount + 1))
    ).leaving(.pings),
  ]

  private static let dependencies = [
    ConformanceCase(
      "5.3.1", "a head of a stream that depends on itself is an error",
      frames: [.head(priority: .init(dependency: 1))],
      .streamError([.protocolError])),
    // An error in RFC 7540 only: RFC 9113 §5.3.2 has dropped dependencies, and the server says that it does not look at
    // them (RFC 9218 §2.1). In a head, libnghttp2 still sees them.
    ConformanceCase(
      "5.3.1", "a priority of a stream that depends on itself means nothing",
      frames: [.priority(.init(dependency: 1))], .silence),
  ]
}
