// SPDX-License-Identifier: Apache-2.0

/// Reads the reason out of a response that refuses a request: by its code where it has one, and by its status where not.
struct S3Refusal {
  /// The difference of clocks, in seconds, from which on services refuse signatures.
  private static let toleratedSkew: Int64 = 15 * 60
  private static let longestMessage = 300

  let operation: S3Operation
  let bucket: String
  let key: String?
  let head: S3ResponseHead
  let document: S3ErrorDocument?
  /// The seconds by which the service's clock is ahead of this machine's; `nil` where it does not tell.
  let skew: Int64?
  /// The seconds by which the clock that signed was ahead of this machine's.
  var clockOffset: Int64 = 0

  /// The error, with the words of the service as `redact` lets them be.
  func error(redact: (String) -> String) -> S3Error {
    var error = S3Error(reason, operation, bucket: bucket, key: key, status: head.status)
    error.code = code.map { Self.printable(redact($0)) }
    error.serviceMessage = document?.message.map { Self.printable(redact($0)) }
    error.requestID = (document?.requestID ?? head.requestID).map { Self.printable(redact($0)) }
    error.retryAfter = head.retryAfter
    return error
  }

  private var code: String? { document?.code ?? head.fields["x-amz-error-code"] }

  private var reason: S3Error.Reason {
    if let code, let reason = reason(of: code) { return reason }
    return reasonOfStatus
  }

  private func reason(of code: String) -> S3Error.Reason? {
    switch code {
    case "NoSuchBucket": .bucketMissing
    case "NoSuchKey": .keyMissing
    case "NoSuchUpload": .uploadMissing
    case "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken", "TokenRefreshRequired":
      .credentialRefused
    case "RequestTimeTooSkewed": .clockSkewed(seconds: skew ?? 0)
    case "AccessDenied", "AllAccessDisabled", "AccountProblem": denial
    case "PermanentRedirect", "TemporaryRedirect", "Redirect", "IllegalLocationConstraintException":
      .wrongRegion(region)
    case "AuthorizationHeaderMalformed", "AuthorizationQueryParametersError":
      region.map { .wrongRegion($0) } ?? .refused
    case "SlowDown", "ServiceUnavailable", "ThrottlingException", "TooManyRequests", "RequestLimitExceeded", "Busy":
      .slowDown
    case "InternalError", "OperationAborted": .serviceFailed
    case "RequestTimeout": .timedOut
    // What arrived there is not what was sent: damage on the way, so that the same bytes may arrive the next time.
    case "BadDigest", "XAmzContentSHA256Mismatch", "IncompleteBody": .interrupted
    case "PreconditionFailed", "ConditionalRequestConflict": .preconditionFailed
    case "NotImplemented": .unsupported
    default: nil
    }
  }

  private var reasonOfStatus: S3Error.Reason {
    switch head.status {
    case 301, 302, 307, 308: .wrongRegion(region)
    case 401: .credentialRefused
    case 403: denial
    case 404: key == nil ? .bucketMissing : .keyMissing
    case 408: .timedOut
    case 412: .preconditionFailed
    case 429, 503: .slowDown
    case 501: .unsupported
    case 500...: .serviceFailed
    case 200...299: code == nil ? .unreadable : .refused
    default: .refused
    }
  }

  /// Refusals without content do not say that it was for the time.
  private var denial: S3Error.Reason {
    if let skew, abs(skew - clockOffset) >= Self.toleratedSkew, operation.hasBareErrors || code == nil {
      return .clockSkewed(seconds: skew)
    }
    return operation.writesObjects ? .readOnly : .accessDenied
  }

  private var region: String? { head.fields["x-amz-bucket-region"] ?? document?.region }

  private static func printable(_ text: String) -> String {
    let kept = text.unicodeScalars.prefix(longestMessage).map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    return String(String.UnicodeScalarView(kept))
  }
}
