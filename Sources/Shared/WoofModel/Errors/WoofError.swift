// SPDX-License-Identifier: Apache-2.0

/// An error of the wire contract: the service turns it into a problem document (RFC 9457), and the client makes it from
/// one.
public struct WoofError: Error, Sendable {
  /// The kind of problem.
  public var code: Code
  /// A message for whoever sent the request, with advice if possible; it holds no secret, path or SQL.
  public var message: String
  /// Members of the problem document that belong to its code, as `limit` or `parameter`.
  public var details: [String: JSONValue]
  /// The number of seconds after which another attempt makes sense; `nil` if it is not known.
  public var retryAfter: Int?
  /// The error below this one, for logs only.
  public var cause: (any Error)?
  /// The place in the source at which the error was made.
  public var location: SourceLocation

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, details: [String: JSONValue] = [:], retryAfter: Int? = nil,
    cause: (any Error)? = nil, fileID: String = #fileID, line: Int = #line
  ) {
    self.code = code
    self.message = message
    self.details = details
    self.retryAfter = retryAfter
    self.cause = cause
    location = SourceLocation(fileID: fileID, line: line)
  }

  /// A place in the source.
  public struct SourceLocation: Hashable, Sendable, CustomStringConvertible {
    /// The module and the file's name.
    public var fileID: String
    /// The line, from 1.
    public var line: Int

    /// Makes a location.
    public init(fileID: String, line: Int) {
      self.fileID = fileID
      self.line = line
    }

    /// The file and the line, as compilers write them.
    public var description: String { "\(fileID):\(line)" }
  }
}

extension WoofError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The title of the code and the message; fit for a client.
  public var description: String { "\(code.title): \(message)" }

  /// Everything, the cause and the place in the source included; for logs, not for clients.
  public var debugDescription: String {
    let below = cause.map { " (cause: \(String(reflecting: $0)))" } ?? ""
    return "\(code.name) at \(location): \(message)\(below)"
  }
}

extension WoofError {
  /// A kind of problem: its stable name, the status of its responses, and its title.
  ///
  /// The set is open: a newer service may send a name that this list does not hold.
  public struct Code: Hashable, Sendable {
    /// The last part of the problem's type, as in `https://woof.invalid/problems/not-found`.
    public let name: String
    /// The HTTP status of responses with this problem; 0 where a client met it without a response.
    public let status: Int
    /// A short title of the kind, the same in every response.
    public let title: String
    /// `true` if the obstacle may go away by itself, so that an idempotent request is worth sending again.
    public let isTransient: Bool

    /// Makes a code.
    ///
    /// - Parameters:
    ///   - status: 0 for what a client meets without a response.
    ///   - isTransient: By default what the status says.
    public init(name: String, status: Int, title: String, isTransient: Bool? = nil) {
      self.name = name
      self.status = status
      self.title = title
      self.isTransient = isTransient ?? Self.transientStatuses.contains(status)
    }

    private static let transientStatuses: Set = [408, 425, 429, 500, 502, 503, 504]

    /// Two codes are the same when their names are.
    public static func == (left: Code, right: Code) -> Bool { left.name == right.name }

    /// Feeds the name to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// Lets `catch` clauses name a code, as in `catch WoofError.Code.notFound`.
    public static func ~= (code: Code, error: any Error) -> Bool { (error as? WoofError)?.code == code }
  }
}

extension WoofError.Code {
  /// The part of a problem's `type` before its name.
  public static let typePrefix = "https://woof.invalid/problems/"

  /// The `type` of problem documents with this code; that of a problem of another origin is its name.
  public var type: String { name.contains(":") ? name : Self.typePrefix + name }

  /// The request breaks the rules of HTTP or of this contract.
  public static let invalidRequest = Self(name: "invalid-request", status: 400, title: "Invalid request")
  /// A query parameter or member is unknown, repeated or out of its range; `parameter` names it.
  public static let invalidParameter = Self(name: "invalid-parameter", status: 400, title: "Invalid parameter")
  /// A change token is broken, or another principal's.
  public static let changeTokenInvalid = Self(name: "change-token-invalid", status: 400, title: "Invalid change token")
  /// A credential is missing or wrong.
  public static let authenticationRequired = Self(
    name: "authentication-required", status: 401, title: "Sign-in required")
  /// The principal may not do this.
  public static let forbidden = Self(name: "forbidden", status: 403, title: "Forbidden")
  /// A browser sent a write from another origin.
  public static let crossOriginRefused = Self(
    name: "cross-origin-refused", status: 403, title: "Cross-origin write refused")
  /// There is nothing here for this principal.
  public static let notFound = Self(name: "not-found", status: 404, title: "Not found")
  /// The path does not know the method.
  public static let methodNotAllowed = Self(name: "method-not-allowed", status: 405, title: "Method not allowed")
  /// The head or the body came too slowly; what had come of a resumable upload is kept.
  public static let requestTimeout = Self(name: "request-timeout", status: 408, title: "Request timeout")
  /// Something else is in the way, as an account of the same name or a request still running.
  public static let conflict = Self(name: "conflict", status: 409, title: "Conflict")
  /// The photo was here and was deleted.
  public static let gone = Self(name: "gone", status: 410, title: "Deleted")
  /// The change log no longer reaches back to the token; take a new snapshot.
  public static let changeTokenExpired = Self(name: "change-token-expired", status: 410, title: "Change token expired")
  /// The length of the body must be announced.
  public static let lengthRequired = Self(name: "length-required", status: 411, title: "Length required")
  /// A precondition of the request does not hold.
  public static let preconditionFailed = Self(name: "precondition-failed", status: 412, title: "Precondition failed")
  /// The body is larger than `limit` bytes.
  public static let payloadTooLarge = Self(name: "payload-too-large", status: 413, title: "Payload too large")
  /// The request's target is too long.
  public static let uriTooLong = Self(name: "uri-too-long", status: 414, title: "URI too long")
  /// The body's media type is not one that is taken here.
  public static let unsupportedMediaType = Self(
    name: "unsupported-media-type", status: 415, title: "Unsupported media type")
  /// No range asked for lies within the bytes.
  public static let rangeNotSatisfiable = Self(
    name: "range-not-satisfiable", status: 416, title: "Range not satisfiable")
  /// `Expect` holds something other than `100-continue`.
  public static let expectationFailed = Self(name: "expectation-failed", status: 417, title: "Expectation failed")
  /// The request names a host that the service is not known by.
  public static let misdirectedRequest = Self(name: "misdirected-request", status: 421, title: "Misdirected request")
  /// The bytes are not a sound picture; `transformer`, `reason` and `offset` say more.
  public static let invalidImage = Self(name: "invalid-image", status: 422, title: "Not a sound picture")
  /// The picture makes a transformer fail, so its bytes are kept apart for an administrator; `transformer` names it.
  public static let imageQuarantined = Self(name: "image-quarantined", status: 422, title: "Picture in quarantine")
  /// The bytes do not have the digest that was announced.
  public static let digestMismatch = Self(name: "digest-mismatch", status: 422, title: "Digest mismatch")
  /// The content of a request that speaks tus does not have the digest that was announced.
  public static let checksumMismatch = Self(name: "checksum-mismatch", status: 460, title: "Checksum mismatch")
  /// An idempotency key came again with another request.
  public static let idempotencyKeyReused = Self(
    name: "idempotency-key-reused", status: 422, title: "Idempotency key reused")
  /// Too many requests or failed sign-ins; try again after `Retry-After` seconds.
  public static let tooManyRequests = Self(name: "too-many-requests", status: 429, title: "Too many requests")
  /// The head of the request is too large.
  public static let headersTooLarge = Self(name: "headers-too-large", status: 431, title: "Header section too large")
  /// The service failed; the log knows more under the request's id.
  public static let `internal` = Self(name: "internal", status: 500, title: "Internal error")
  /// The method or transfer coding is not known to this service.
  public static let notImplemented = Self(name: "not-implemented", status: 501, title: "Not implemented")
  /// The service cannot respond just now; try again after `Retry-After` seconds.
  public static let unavailable = Self(name: "unavailable", status: 503, title: "Unavailable")
  /// The version of HTTP is not one that is spoken here.
  public static let httpVersionNotSupported = Self(
    name: "http-version-not-supported", status: 505, title: "HTTP version not supported")
  /// The disk is full.
  public static let insufficientStorage = Self(name: "insufficient-storage", status: 507, title: "Insufficient storage")

  /// Every code of this version of the contract.
  public static let all: [WoofError.Code] = [
    invalidRequest, invalidParameter, changeTokenInvalid, authenticationRequired, forbidden, crossOriginRefused,
    notFound, methodNotAllowed, requestTimeout, conflict, gone, changeTokenExpired, lengthRequired, preconditionFailed,
    payloadTooLarge, uriTooLong, unsupportedMediaType, rangeNotSatisfiable, expectationFailed, misdirectedRequest,
    invalidImage, imageQuarantined, digestMismatch, checksumMismatch, idempotencyKeyReused, tooManyRequests,
    headersTooLarge, `internal`,
    notImplemented, unavailable, httpVersionNotSupported, insufficientStorage,
  ]
}

extension WoofError {
  /// `true` if sending an idempotent request again may help, after ``retryAfter`` seconds if that is set.
  public var isWorthRetrying: Bool { code.isTransient || retryAfter != nil }

  /// Makes the error that a problem document (RFC 9457) tells of.
  ///
  /// A problem of the wire contract gets the code of its name, known to this version or not. The code of a problem of
  /// another origin has the whole `type` for a name.
  ///
  /// - Parameters:
  ///   - status: The status of the response, which counts more than the document's.
  ///   - retryAfter: The seconds that the response's `Retry-After` tells.
  /// - Returns: `nil` where the document names no problem.
  public init?(
    problem: JSONValue, status: Int, retryAfter: Int? = nil, fileID: String = #fileID, line: Int = #line
  ) {
    guard case .object(var members) = problem, case .string(let type) = members.removeValue(forKey: "type"),
      !type.isEmpty, type != "about:blank"
    else { return nil }
    let name = type.hasPrefix(Code.typePrefix) ? String(type.dropFirst(Code.typePrefix.count)) : type
    let known = Code.all.first { $0.name == name }
    let title = Self.text(members.removeValue(forKey: "title")) ?? known?.title ?? name
    let detail = Self.text(members.removeValue(forKey: "detail"))
    for member in ["status", "instance"] { members[member] = nil }
    self.init(
      Code(name: name, status: status, title: title), detail ?? "The service says no more than this.",
      details: members, retryAfter: retryAfter, fileID: fileID, line: line)
  }

  private static func text(_ value: JSONValue?) -> String? {
    guard case .string(let text) = value, !text.isEmpty else { return nil }
    return text
  }
}
