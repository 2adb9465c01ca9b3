// SPDX-License-Identifier: Apache-2.0

@testable import HTTP2TestKit
@testable import WoofHTTP

/// The rules of windows (RFC 9113 §6.9).
extension ConformanceCase {
  static let flowControl = windowUpdates + windows + initialWindows

  private static let windowUpdates = [
    ConformanceCase(
      "6.9", "a window of the connection that is opened by nothing ends it", frames: [.windowUpdate(0, on: 0)],
      .protocolError),
    ConformanceCase(
      "6.9", "a window of a stream that is opened by nothing is an error",
      frames: [.window(0), .head(), .windowUpdate(0, on: 1)], .streamError([.protocolError])),
    ConformanceCase(
      "6.9", "a WINDOW_UPDATE of another length than 4 bytes ends the connection",
      frames: [.windowUpdate(1, on: 0).with(payload: [0, 0, 1])], .frameSizeError),
  ]

  /// The errors of single windows may be ones of the stream only, but a peer that counts wrongly is not trusted further
  /// (RFC 9113 §5.4.2).
  private static let windows = [
    ConformanceCase(
      "6.9.1", "no more is sent than the window lets through", frames: [.window(1), .head()], .data([1])),
    ConformanceCase(
      "6.9.1", "a window of the connection that grows too large ends it",
      frames: [.windowUpdate(0x7fff_ffff, on: 0), .windowUpdate(0x7fff_ffff, on: 0)],
      .connectionError([.flowControlError])),
    ConformanceCase(
      "6.9.1", "a window of a stream that grows too large ends the connection",
      frames: [
        .window(0), .head(HPACK.request("GET", [["custom-key", "wait"]])), .windowUpdate(0x7fff_ffff, on: 1),
        .windowUpdate(1, on: 1),
      ],
      .connectionError([.flowControlError])),
    ConformanceCase(
      "6.9.1", "a body that exceeds the window of its stream ends the connection",
      [.send(.head(HPACK.request("POST", [["custom-key", "wait"]]), ends: .head))]
        + [ConformanceCase.Step](
          repeating: .send(.data([UInt8](repeating: 0x61, count: 16_384), isLast: false)), count: 5),
      .connectionError([.flowControlError])),
  ]

  private static let initialWindows = [
    ConformanceCase(
      "6.9.2", "a new initial window holds for streams that are open",
      [
        .send(.window(0)), .awaitAcknowledgements(2), .send(.head()), .await(.headers, on: 1), .send(.window(1)),
      ],
      .data([1])),
    ConformanceCase(
      "6.9.2", "a window that has become negative is made up for before more is sent",
      [
        .send(.window(3)), .awaitAcknowledgements(2), .send(.head()), .await(.data, on: 1), .send(.window(2)),
        .awaitAcknowledgements(3), .send(.windowUpdate(2, on: 1)),
      ],
      .data([3, 1])),
    ConformanceCase(
      "6.9.2", "an initial window that is too large ends the connection",
      frames: [.window(0), .head(), .window(0xffff_ffff)], .connectionError([.flowControlError])),
    ConformanceCase(
      "6.9.2", "an initial window that makes a stream's too large ends the connection",
      frames: [
        .window(0), .head(HPACK.request("GET", [["custom-key", "wait"]])), .windowUpdate(0x7fff_ffff, on: 1),
        .window(1),
      ],
      .connectionError([.flowControlError])),
  ]
}
