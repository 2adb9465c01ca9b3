// SPDX-License-Identifier: Apache-2.0

/// The reason why an object store has not done what it was asked.
package struct S3Error: Error, Sendable, CustomStringConvertible {
  /// The kinds of reasons, by what is to be done about them.
  package enum Reason: Hashable, Sendable {
    /// There is no such bucket.
    case bucketMissing
    /// There is no such object.
    case keyMissing
    /// There is no such upload in parts: it has been completed or given up.
    case uploadMissing
    /// The keys are unknown to the service, or the signature is not that of the secret.
    case credentialRefused
    /// The two clocks are so many seconds apart; positive where the service's is ahead.
    case clockSkewed(seconds: Int64)
    /// The keys may not write.
    case readOnly
    /// The keys may not do this.
    case accessDenied
    /// The bucket is in another region; `nil` where the service does not say in which.
    case wrongRegion(String?)
    /// The service asks for fewer requests.
    case slowDown
    /// The service has failed.
    case serviceFailed
    /// The service could not be reached; nothing has been sent.
    case unreachable
    /// The certificate of the service is not trusted.
    case untrusted
    /// The connection ended before the response did.
    case interrupted
    /// Nothing came for too long.
    case timedOut
    /// The file to send cannot be read.
    case sourceUnreadable
    /// There is an object already, or it is another one than before.
    case preconditionFailed
    /// The service cannot do this at all.
    case unsupported
    /// The bytes that arrived are not those that were put.
    case digestMismatch
    /// The response makes no sense.
    case unreadable
    /// The service refuses the request for another reason, which its code tells.
    case refused
  }

  /// The reason.
  package var reason: Reason
  /// The operation that was asked for.
  package var operation: S3Operation
  /// The bucket.
  package var bucket: String
  /// The key of the object; `nil` where the operation concerns none.
  package var key: String?
  /// The status of the response; `nil` without one.
  package var status: Int?
  /// The code that the service gives, as `NoSuchKey`; `nil` where it gives none.
  package var code: String?
  /// The words of the service, cut and without credentials; `nil` where it has none.
  package var serviceMessage: String?
  /// The id by which the service's operator finds the request; `nil` where it gives none.
  package var requestID: String?
  /// The time to wait that the service asks for; `nil` where it asks for none.
  package var retryAfter: Duration?
  /// The error below; `nil` where there is none.
  package var cause: (any Error)?

  /// Makes an error.
  init(
    _ reason: Reason, _ operation: S3Operation, bucket: String, key: String?, status: Int? = nil,
    cause: (any Error)? = nil
  ) {
    (self.reason, self.operation, self.bucket, self.key) = (reason, operation, bucket, key)
    (self.status, self.cause) = (status, cause)
  }

  /// `true` if the same request may succeed a little later.
  package var isRetryable: Bool {
    switch reason {
    case .slowDown, .serviceFailed, .unreachable, .interrupted, .timedOut, .digestMismatch: true
    default: false
    }
  }

  /// `true` if the service has certainly done nothing.
  package var isWithoutEffect: Bool {
    switch reason {
    case .unreachable, .untrusted, .slowDown, .clockSkewed, .credentialRefused: true
    default: false
    }
  }

  /// A description of what happened, to what, and what to do about it; for the log.
  package var description: String {
    var text = "\(operation.rawValue) of \(object): \(words)"
    if let code { text += " [\(code)]" }
    if let serviceMessage { text += " The service says: \(serviceMessage)" }
    if let requestID { text += " (request \(requestID))" }
    return text
  }

  /// The bucket and the key.
  package var object: String { key.map { "\(bucket)/\($0)" } ?? bucket }
}

extension S3Error {
  private var words: String {
    switch reason {
    case .bucketMissing: "there is no such bucket; create it, or correct its name."
    case .keyMissing: "there is no such object."
    case .uploadMissing: "there is no such upload; it has been completed or given up."
    case .credentialRefused: "the keys are refused; check the access key and the secret."
    case .clockSkewed(let seconds):
      "the clock of this machine is \(abs(seconds)) seconds \(seconds < 0 ? "ahead of" : "behind") that of the service; "
        + "set both by NTP."
    case .readOnly: "the keys may not write; grant them s3:PutObject."
    case .accessDenied: "the keys may not do this; grant them what the documentation lists."
    case .wrongRegion(let region):
      "the bucket is in \(region.map { "the region \($0)" } ?? "another region"); correct the region or the address."
    case .slowDown: "the service asks for fewer requests."
    case .serviceFailed: "the service has failed\(status.map { " with \($0)" } ?? "")."
    case .unreachable: "the service cannot be reached; check its address."
    case .untrusted: "the certificate of the service is not trusted; name its authority."
    case .interrupted: "the connection ended before the response did."
    case .timedOut: "nothing has come for too long."
    case .sourceUnreadable: "the file to send cannot be read."
    case .preconditionFailed: "there is another object of that name."
    case .unsupported: "the service cannot do this."
    case .digestMismatch: "the bytes that arrived are not those that were put; the object is damaged."
    case .unreadable: "the response makes no sense\(status.map { " (status \($0))" } ?? ""); is this an object store?"
    case .refused: "the service refuses it\(status.map { " with \($0)" } ?? "")."
    }
  }
}
