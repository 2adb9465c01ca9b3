import WoofCore

/// Why an attempt at a job brought no answer.
struct AttemptFailure: Error, Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    /// The process of the job ended.
    case crashed
    /// It took longer than it may.
    case timedOut
    /// It took more than it may, or says so itself.
    case limitExceeded
    /// It answered what cannot be.
    case lied
    /// The worker was gone before it could take the job.
    case notBegun
    /// Whoever asked has given it up.
    case cancelled
  }

  var kind: Kind
  /// What happened, for logs.
  var detail: String

  init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }

  /// What the picture's owner is told where no further attempt is made.
  var reason: PictureFailure.Reason {
    switch kind {
    case .crashed: .crashed
    case .timedOut: .timedOut
    case .limitExceeded: .limitExceeded
    case .lied: .lied
    case .notBegun, .cancelled: .unavailable
    }
  }
}
