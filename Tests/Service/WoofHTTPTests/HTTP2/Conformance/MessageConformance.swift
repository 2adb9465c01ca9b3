// SPDX-License-Identifier: Apache-2.0

@testable import HTTP2TestKit
@testable import WoofHTTP

/// The form of requests (RFC 9113 §8).
extension ConformanceCase {
  static let messages = frames + names + pseudoFields + connectionFields + requiredFields + lengths + pushes

  private static let refused = Expected.streamError([.protocolError])

  private static func refusal(_ section: String, _ name: String, of block: [UInt8]) -> ConformanceCase {
    ConformanceCase(section, name, frames: [.head(block)], refused)
  }

  private static let frames = [
    ConformanceCase(
      "8.1", "a second head that does not end the request is an error",
      frames: [
        .head(HPACK.request("POST"), ends: .head), .head(HPACK.field("x", "1"), ends: .head), .data("dogs"),
      ],
      refused)
  ]

  private static let names = [
    refusal("8.2.1", "a field's name in upper case is an error", of: HPACK.request("GET", [["X-Test", "1"]])),
    refusal("8.2.1", "a field's name with a space is an error", of: HPACK.request("GET", [["x test", "1"]])),
    refusal("8.2.1", "a field's value with a line feed is an error", of: HPACK.request("GET", [["x", "1\n2"]])),
    refusal("8.2.1", "a field's value with a zero byte is an error", of: HPACK.request("GET", [["x", "1\0"]])),
  ]

  private static let pseudoFields = [
    refusal("8.3", "a pseudo-field that nobody knows is an error", of: HPACK.request("GET", [[":test", "1"]])),
    refusal("8.3", "a pseudo-field of responses is an error", of: HPACK.request("GET", [[":status", "200"]])),
    ConformanceCase(
      "8.3", "a pseudo-field in a trailer is an error",
      frames: [
        .head(HPACK.request("POST"), ends: .head), .data("dogs", isLast: false), .head(HPACK.field(":method", "GET")),
      ],
      refused),
    refusal(
      "8.3", "a pseudo-field behind another field is an error",
      of: HPACK.request(without: ":path", [["x", "1"], [":path", "/"]])),
  ]

  private static let connectionFields = [
    refusal("8.2.2", "the field Connection is an error", of: HPACK.request("GET", [["connection", "keep-alive"]])),
    refusal(
      "8.2.2", "the field TE but for trailers is an error", of: HPACK.request("GET", [["te", "trailers, deflate"]])),
    ConformanceCase(
      "8.2.2", "the field TE may ask for trailers", frames: [.head(HPACK.request("GET", [["te", "trailers"]]))],
      .response("GET||")),
    refusal(
      "8.2.2", "the field Transfer-Encoding is an error", of: HPACK.request("GET", [["transfer-encoding", "chunked"]])),
    refusal("8.2.2", "the field Upgrade is an error", of: HPACK.request("GET", [["upgrade", "h2c"]])),
    refusal("8.2.2", "the field Keep-Alive is an error", of: HPACK.request("GET", [["keep-alive", "1"]])),
    refusal(
      "8.2.2", "the field Proxy-Connection is an error", of: HPACK.request("GET", [["proxy-connection", "close"]])),
  ]

  private static let requiredFields =
    [refusal("8.3.1", "an empty :path is an error", of: HPACK.request(without: ":path", [[":path", ""]]))]
    + [":method", ":scheme", ":path"].map { name in
      refusal("8.3.1", "a request without \(name) is an error", of: HPACK.request(without: name))
    }
    + [[":method", "GET"], [":scheme", "http"], [":path", "/"]].map { field in
      refusal("8.3.1", "a request with \(field[0]) twice is an error", of: HPACK.request("GET", [field]))
    }

  private static let lengths = [
    ConformanceCase(
      "8.1.1", "a body of another length than announced is an error",
      frames: [.head(HPACK.request("POST", [["content-length", "1"]]), ends: .head), .data("dogs")], refused),
    ConformanceCase(
      "8.1.1", "a body of another length than announced is an error in several frames too",
      frames: [
        .head(HPACK.request("POST", [["content-length", "1"]]), ends: .head), .data("do", isLast: false), .data("gs"),
      ],
      refused),
    ConformanceCase(
      "8.1.1", "a body that is shorter than announced is an error",
      frames: [.head(HPACK.request("POST", [["content-length", "5"]]), ends: .head), .data("dogs")], refused),
    ConformanceCase(
      "8.1.1", "an announced body that does not come is an error",
      frames: [.head(HPACK.request("POST", [["content-length", "5"]]))], refused),
  ]

  private static let pushes = [
    ConformanceCase(
      "8.4", "a PUSH_PROMISE from a client ends the connection",
      frames: [
        HTTP2Frame(
          kind: .pushPromise, flags: HTTP2Frame.endHeaders, stream: 1, payload: [0, 0, 0, 3] + HPACK.request())
      ],
      .protocolError)
  ]
}
