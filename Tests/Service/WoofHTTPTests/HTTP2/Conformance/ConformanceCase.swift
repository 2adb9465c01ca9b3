// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2TestKit
@testable import WoofHTTP

/// One rule of HTTP/2 or of its compression: what a client sends, and what the server has to do about it.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  /// Something that the client does.
  enum Step: Sendable {
    case send(HTTP2Frame)
    case sendBytes([UInt8])
    /// Waits for a frame of the kind on the stream.
    case await(HTTP2Frame.Kind, on: UInt32)
    /// Waits for the end of the response.
    case awaitResponse(on: UInt32)
    /// Waits until so many settings are acknowledged; the first are those that begin the connection.
    case awaitAcknowledgements(Int)
  }

  /// Something that the server has to do. But for an end of the connection, it has to go on serving it.
  enum Expected: Sendable {
    /// The connection ends with one of the codes (RFC 9113 §5.4.1).
    case connectionError([HTTP2ErrorCode])
    /// The connection ends; the peer may not even speak HTTP/2.
    case end
    /// The stream ends with one of the codes, or the connection does, as which every error of a stream may be treated
    /// (RFC 9113 §5.4.2).
    case streamError([HTTP2ErrorCode], on: UInt32 = 1)
    /// A response of the text.
    case response(String, on: UInt32 = 1)
    /// A response of the status without a body.
    case head(Int, on: UInt32 = 1)
    /// An answer to the `PING`.
    case pingAnswer(String)
    /// So many acknowledgements of settings, with that which begins the connection.
    case acknowledgements(Int)
    /// `DATA` frames of these sizes.
    case data([Int], on: UInt32 = 1)
    /// A connection error whose `GOAWAY` names the stream as the last one that was looked at.
    case lastStream(UInt32)
    /// The first frame that comes is of the kind.
    case firstFrame(HTTP2Frame.Kind)
    /// The frames are taken and nothing is said about them.
    case silence
  }

  /// What a connection can be used for.
  enum Use: Sendable {
    case requests
    /// No further stream can be opened.
    case pings
    /// The client has taken its leave.
    case nothing
  }

  let section: String
  /// The behaviour, as a sentence.
  let name: String
  let steps: [Step]
  let expected: Expected
  /// `true` if the connection begins in order before the steps.
  var beginsInOrder = true
  /// The use that the connection is still of after the steps.
  var use = Use.requests

  init(_ section: String, _ name: String, _ steps: [Step], _ expected: Expected) {
    (self.section, self.name, self.steps, self.expected) = (section, name, steps, expected)
  }

  /// A case of frames only.
  init(_ section: String, _ name: String, frames: [HTTP2Frame], _ expected: Expected) {
    self.init(section, name, frames.map(Step.send), expected)
  }

  var testDescription: String { "§\(section): \(name)" }

  /// The same case on a connection that begins with the steps themselves.
  func fromTheStart() -> ConformanceCase {
    var copy = self
    copy.beginsInOrder = false
    return copy
  }

  /// The same case where the connection is of less use after it.
  func leaving(_ use: Use) -> ConformanceCase {
    var copy = self
    copy.use = use
    return copy
  }

  /// The concurrent streams that the server allows in these tests.
  static let streamCount = 20

  static let all = generic + exchanges + framing + frameTypes + flowControl + streamStates + messages + compression

  /// Those in which the client does something wrong.
  static let malformed = all.filter { $0.isMalformed }

  private var isMalformed: Bool {
    switch expected {
    case .connectionError, .end, .streamError, .lastStream: true
    default: false
    }
  }
}

/// The way in which the bytes of a case arrive.
enum ConformanceDelivery: Sendable {
  /// Frame by frame, after the settings of both ends have been acknowledged.
  case frames
  /// Each byte by itself, from the preface on.
  case bytes
  /// Everything at once that does not wait for the server, from the preface on.
  case together
}
