// SPDX-License-Identifier: Apache-2.0

import WoofCore

/// The reason for which an attempt at a job brought no reply.
struct AttemptFailure: Error, Hashable, Sendable {
  enum Kind: String, Hashable, Sendable {
    /// The process of the job ended.
    case crashed
    /// The job took longer than its deadline.
    case timedOut
    /// The job exceeded one of its limits, or reported that itself.
    case limitExceeded
    /// The plugin's reply was impossible.
    case lied
    /// The worker was gone before it could take the job.
    case notBegun
    /// The caller has given up the job.
    case cancelled
  }

  var kind: Kind
  /// The description of what happened, for logs.
  var detail: String

  init(_ kind: Kind, _ detail: String) {
    self.kind = kind
    self.detail = detail
  }

  /// The reason that the picture's owner is told if no further attempt is made.
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
