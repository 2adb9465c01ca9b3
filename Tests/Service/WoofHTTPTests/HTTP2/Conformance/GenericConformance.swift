// SPDX-License-Identifier: Apache-2.0

@testable import HTTP2TestKit
@testable import WoofHTTP

/// What every client does in its usual course: each kind of frame in a valid use, and the exchanges of HTTP.
extension ConformanceCase {
  static let generic = start + multiplexing + usualData + usualHeads + priorities

  private static let start = [
    ConformanceCase(
      "3.4", "the preface and settings are acknowledged",
      [.sendBytes(HTTP2Client.preface), .send(.settings([]))], .acknowledgements(1)
    ).fromTheStart()
  ]

  private static let multiplexing = [
    ConformanceCase(
      "5.1", "a priority may be given to a stream that is idle", frames: [.priority(), .ping("are you?")],
      .pingAnswer("are you?")),
    ConformanceCase(
      "5.1", "a window may be opened on a stream whose request is complete",
      frames: [.window(0), .head(), .windowUpdate(1, on: 1)], .data([1])),
    ConformanceCase(
      "5.1", "a priority may be given to a stream whose request is complete",
      frames: [.window(0), .head(), .priority(), .windowUpdate(1, on: 1)], .data([1])),
    ConformanceCase(
      "5.1", "a stream whose request is complete may be reset",
      frames: [.window(0), .head(), .reset(), .ping("are you?")],
      .pingAnswer("are you?")),
    ConformanceCase(
      "5.1", "a priority may be given to a stream that is closed",
      [.send(.head()), .awaitResponse(on: 1), .send(.priority()), .send(.ping("are you?"))], .pingAnswer("are you?")),
  ]

  private static let usualData = [
    ConformanceCase(
      "6.1", "a body may come in one frame", frames: [.head(HPACK.request("POST"), ends: .head), .data("dogs")],
      .response("POST|dogs|")),
    ConformanceCase(
      "6.1", "a body may come in several frames",
      frames: [
        .head(HPACK.request("POST"), ends: .head), .data("do", isLast: false), .data("g", isLast: false), .data("s"),
      ],
      .response("POST|dogs|")),
    ConformanceCase(
      "6.1", "padding is no part of a body",
      frames: [.head(HPACK.request("POST"), ends: .head), .data("dogs").padded(6)], .response("POST|dogs|")),
    ConformanceCase(
      "6.1", "a frame may be nothing but padding",
      frames: [.head(HPACK.request("POST"), ends: .head), .data("dogs", isLast: false), .data().padded(255)],
      .response("POST|dogs|")),
  ]

  private static let usualHeads = [
    ConformanceCase("6.2", "a head may come in one frame", frames: [.head()], .response("GET||")),
    ConformanceCase("6.2", "padding is no part of a head", frames: [.head().padded(6)], .response("GET||")),
    ConformanceCase(
      "6.2", "a head may carry a priority", frames: [.head(priority: .init(weight: 255))], .response("GET||")),
    ConformanceCase(
      "6.2", "a head may carry a priority and padding",
      frames: [.head(priority: .init(dependency: 3, isExclusive: true)).padded(200)], .response("GET||")),
  ]

  private static let priorities = [
    ConformanceCase(
      "6.3", "a priority may have the lowest weight", frames: [.priority(.init(weight: 0)), .head()], .response("GET||")
    ),
    ConformanceCase(
      "6.3", "a priority may have the highest weight", frames: [.priority(.init(weight: 255)), .head()],
      .response("GET||")),
    ConformanceCase(
      "6.3", "a priority may depend on another stream", frames: [.priority(.init(dependency: 1), on: 3), .head()],
      .response("GET||")),
    ConformanceCase(
      "6.3", "a priority may be exclusive", frames: [.priority(.init(isExclusive: true)), .head()], .response("GET||")),
    ConformanceCase(
      "6.3", "a priority opens no stream, so that one with a lower number may follow",
      frames: [.priority(on: 3), .head()],
      .response("GET||")),
  ]
}
