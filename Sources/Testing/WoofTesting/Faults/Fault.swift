// SPDX-License-Identifier: Apache-2.0

internal import Glibc
internal import WoofCore
internal import WoofModel
internal import WoofAPI

/// A failure of a request, a connection or a picture. Byte counts are those of bodies without their framing.
public enum Fault: Hashable, Sendable {
  /// A direction in which bytes go.
  public enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
    /// From the client to the service.
    case request
    /// From the service to the client.
    case response = "answer"
  }

  /// A way for a connection to end. Over HTTP/2, a fault of a request ends its stream instead, and a fault of the
  /// connection ends that with all its streams.
  public enum Ending: String, Hashable, Sendable, Codable, CaseIterable {
    /// In order, though too early. A stream ends by `RST_STREAM` with `CANCEL`.
    case close
    /// By a reset. A stream ends by `RST_STREAM` with `INTERNAL_ERROR`.
    case reset
    /// In one direction only: that side sends nothing more, and goes on receiving. A response ends by `END_STREAM`.
    case halfClose
  }

  /// The moment at which an interim response is sent that the service did not send.
  public enum InterimMoment: String, Hashable, Sendable, Codable, CaseIterable {
    /// Before the response.
    case early
    /// After the whole response, where none may be.
    case late
  }

  /// The request, or the first byte of a connection, is passed on later; a picture is looked at later.
  case delay(Delay)
  /// Bytes come in pieces, with a pause after each.
  case drip(Direction, byteCount: Int, every: Duration)
  /// The connection ends after so many bytes of a body.
  case cut(Direction, after: Int, by: Ending)
  /// The connection ends when the head of the request has come, without a response.
  case hangUp(by: Ending)
  /// `Content-Length` of the response is wrong by so much. It does nothing to a response without one.
  case wrongLength(by: Int)
  /// The byte at an offset has all its bits turned.
  case corruptByte(Direction, at: Int)
  /// Interim responses (1xx) are sent, so many of the same.
  case interim(status: Int, fields: [MessageField], count: Int, InterimMoment)
  /// The harness responds, before any route does.
  case response(StubbedResponse)
  /// The response to a body over a limit is 413, as by a proxy that is in between.
  case limitBody(to: Int)
  /// The so-manieth event of a live stream, from 1, breaks off in its middle, and the stream with it.
  case truncateEvent(Int)
  /// The so-manieth event of a live stream, from 1, comes twice.
  case duplicateEvent(Int)
  /// Some events of a live stream never come: so many from the so-manieth on, from 1.
  case dropEvents(from: Int, count: Int)
  /// The token that the request names is replaced by another text, which the service does not know.
  case replaceToken(by: String)
  /// Storage fails while the request is handled, for all that happens meanwhile.
  case storage(StorageFault)
  /// The service dies at a point of the upload, loses what was not durable, and is started again on the same data.
  case kill(at: UploadPoint)

  /// Looking at pictures fails: at all for which there is an occasion while the request is handled, or, with the scope
  /// `picture`, at each that the rule takes.
  case transformer(TransformerFault)

  /// The length of a delay: fixed, or by chance.
  public enum Delay: Hashable, Sendable {
    /// Always as long.
    case fixed(Duration)
    /// Any time of a range, all alike.
    case uniform(ClosedRange<Duration>)
    /// Mostly short and seldom long, as long as a mean in the mean.
    case exponential(mean: Duration)

    /// The time for a number from 0 to 1.
    func duration(_ fraction: Double) -> Duration {
      switch self {
      case .fixed(let duration): duration
      case .uniform(let range): range.lowerBound + (range.upperBound - range.lowerBound) * fraction
      case .exponential(let mean): mean * -log(1 - min(fraction, 0.999_999))
      }
    }
  }
}

extension Fault {
  /// The credential is asked for, whatever came: once where the rule holds once.
  public static var challenge: Fault {
    .response(
      .problem(
        "authentication-required", status: 401, title: "Sign-in required", "Sign in with the name and the password.",
        fields: [MessageField("WWW-Authenticate", ProblemDocument.challenge)]))
  }

  /// The service has had enough for so many seconds: 429.
  public static func tooManyRequests(retryAfter seconds: Int) -> Fault {
    .response(
      .problem(
        "too-many-requests", status: 429, title: "Too many requests", "Try again later.",
        fields: [MessageField("Retry-After", "\(seconds)")]))
  }

  /// The service fails: a status from 500 on.
  ///
  /// - Parameter fields: Fields that the response has besides, as `Retry-After`; none by default.
  public static func serverError(_ status: Int = 500, fields: [MessageField] = []) -> Fault {
    .response(
      status == 503
        ? .problem(
          "unavailable", status: 503, title: "Unavailable", "The service cannot answer just now.", fields: fields)
        : .problem("internal", status: status, title: "Internal error", "Something went wrong.", fields: fields))
  }

  /// The resource is elsewhere.
  public static func redirect(to location: String, status: Int = 307) -> Fault {
    .response(StubbedResponse(status: status, fields: [MessageField("Location", location)]))
  }

  /// The change log no longer reaches back to the token: 410, after which a client begins anew.
  public static var expiredToken: Fault {
    .response(.problem(ChangeTokenCoder.expired))
  }

  /// The token is replaced by one that no service ever gave.
  public static var unknownToken: Fault { .replaceToken(by: "unknown") }

  /// `100 Continue` comes once more than it should.
  public static var duplicatedContinue: Fault { .interim(status: 100, fields: [], count: 1, .early) }

  /// `103 Early Hints` comes when the response is over.
  public static var lateHints: Fault { .interim(status: 103, fields: [], count: 1, .late) }
}

/// A response that is sent in the place of the service's.
public struct StubbedResponse: Hashable, Sendable, Codable {
  /// The status.
  public var status: Int
  /// The fields; the length of the body is added.
  public var fields: [MessageField]
  /// The body.
  public var body: [UInt8]

  /// Makes a response.
  public init(status: Int, fields: [MessageField] = [], body: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.body = body
  }

  /// A response in JSON.
  public static func json(_ text: String, status: Int = 200) -> Self {
    Self(status: status, fields: [MessageField("Content-Type", "application/json")], body: Array(text.utf8))
  }

  /// A problem document of the contract (RFC 9457), by the name of its type.
  public static func problem(
    _ name: String, status: Int, title: String, _ detail: String, fields: [MessageField] = [],
    members: [(name: String, value: Int)] = []
  ) -> Self {
    let details = members.map { ($0.name, JSONValue.integer(Int64($0.value))) }
    let error = WoofError(
      WoofError.Code(name: name, status: status, title: title), detail,
      details: Dictionary(details, uniquingKeysWith: { $1 }))
    return problem(error, fields: fields)
  }

  fileprivate static func problem(_ error: WoofError, fields: [MessageField] = []) -> Self {
    Self(
      status: error.code.status, fields: [MessageField("Content-Type", "application/problem+json")] + fields,
      body: ProblemDocument.bytes(of: error))
  }
}
