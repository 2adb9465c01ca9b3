// SPDX-License-Identifier: Apache-2.0

@testable import HTTP2TestKit
@testable import WoofHTTP

/// The rest of what every client does in its usual course.
extension ConformanceCase {
  static let exchanges = control + continuations + semantics

  private static let control = [
    ConformanceCase(
      "6.4", "a reset of a stream is taken",
      frames: [.head(HPACK.request("POST"), ends: .head), .reset(), .ping("are you?")], .pingAnswer("are you?")),
    ConformanceCase("6.5", "settings are acknowledged", frames: [.settings([(3, 100)])], .acknowledgements(2)),
    ConformanceCase(
      "6.7", "a PING is answered with what it carries", frames: [.ping("12345678")], .pingAnswer("12345678")),
    ConformanceCase(
      "6.8", "a client that goes away is served to the end", frames: [.head(), .goAway()], .response("GET||")
    ).leaving(.nothing),
    ConformanceCase(
      "6.9", "the window of the connection may be opened", frames: [.windowUpdate(1, on: 0), .head()],
      .response("GET||")),
    ConformanceCase(
      "6.9", "the window of a stream may be opened", frames: [.window(0), .head(), .windowUpdate(5, on: 1)],
      .response("GET||")),
  ]

  private static let continuations = [
    ConformanceCase(
      "6.10", "a head may go on in another frame",
      frames: [.head(firstHalf, ends: .stream), .continuation(secondHalf)], .response("GET||")),
    ConformanceCase(
      "6.10", "a head may go on in several frames",
      frames: [
        .head(firstHalf, ends: .stream), .continuation(Array(secondHalf.prefix(3)), ends: []),
        .continuation([], ends: []), .continuation(Array(secondHalf.dropFirst(3))),
      ],
      .response("GET||")),
  ]

  private static let semantics = [
    ConformanceCase("8.1", "a GET is responded to", frames: [.head()], .response("GET||")),
    ConformanceCase(
      "8.1", "a HEAD is responded to without a body", frames: [.head(HPACK.request("HEAD"))], .head(200)),
    ConformanceCase(
      "8.1", "a POST with a body is responded to",
      frames: [.head(HPACK.request("POST", [["content-length", "4"]]), ends: .head), .data("dogs")],
      .response("POST|dogs|")),
    ConformanceCase(
      "8.1", "a POST with trailers is responded to",
      frames: [
        .head(HPACK.request("POST", [["trailer", "checksum"]]), ends: .head), .data("dogs", isLast: false),
        .head(HPACK.field("checksum", "1")),
      ],
      .response("POST|dogs|")),
  ]

  /// A head that ends in the middle of a field, and the rest of it.
  static let firstHalf = Array(HPACK.request().prefix(20))
  static let secondHalf = Array(HPACK.request().dropFirst(20))
}
