// SPDX-License-Identifier: Apache-2.0

/// The outcome of one attempt to send an edit.
enum EditOutcome: Sendable {
  /// The service did it, and the photo is as it says.
  case photo(PhotoMetadata)
  /// The service has deleted the photo.
  case deleted
  /// The service has the picture.
  case uploaded(UploadedPhoto)
  /// The photo as it is, read because a precondition failed and the response did not tell.
  case read(PhotoMetadata)
  /// The staged file is not what it was.
  case fileLost(SyncProblem)
  /// The service, or the way to it, failed.
  case failed(WoofError)
}

/// The consequence of an outcome for the edit that was sent.
///
/// The table of responses is in `Documentation/sync.md`.
enum Settlement: Sendable {
  /// The edit is settled, and the photo is as the service says.
  case done(PhotoMetadata)
  /// The edit is settled, and the service has the photo no longer.
  case gone
  /// The picture is uploaded.
  case uploaded(UploadedPhoto)
  /// Somebody else has changed the photo, which is now so.
  case conflict(PhotoMetadata)
  /// The photo has changed, and has to be read before it is known how.
  case read
  /// The edit is sent again: at once, or after a while that grows with the attempts.
  case again(isCounted: Bool, after: Duration?)
  /// The edit is not sent again by itself. Where the service has the photo no longer, its row goes.
  case problem(SyncProblem, photoIsGone: Bool)
  /// Nothing is sent for a while.
  case pause(Duration?, WoofError)
  /// Nothing is sent before somebody has signed in.
  case signedOut(WoofError)
  /// The service was not reached, or nobody knows whether it was.
  case unreachable(WoofError)
}

extension Settlement {
  /// The number of attempts after which an edit that the service keeps failing on becomes a problem.
  static let attemptLimit = 10
  /// The number of attempts after which an upload is a problem of whose bytes the service keeps getting others.
  static let mismatchLimit = 3
  /// The number of times that an edit is sent again because the photo has moved on in something else.
  static let conflictLimit = 5

  /// Decides what an outcome means.
  ///
  /// - Parameter attempts: The number of attempts that counted before this one.
  init(_ outcome: EditOutcome, of kind: Outbox.Kind, attempts: Int) {
    switch outcome {
    case .photo(let photo): self = .done(photo)
    case .deleted: self = .gone
    case .uploaded(let photo): self = .uploaded(photo)
    case .read(let photo): self = .conflict(photo)
    case .fileLost(let problem): self = .problem(problem, photoIsGone: false)
    case .failed(let error): self = Self.meaning(of: error, for: kind, attempts: attempts)
    }
  }

  private static func meaning(of error: WoofError, for kind: Outbox.Kind, attempts: Int) -> Settlement {
    switch error.code {
    case .serviceUnreachable, .connectionLost: return .unreachable(error)
    case .authenticationRequired, .signInCancelled, .insecureSignIn, .otherAccount: return .signedOut(error)
    case .tooManyRequests, .unavailable, .insufficientStorage:
      return .pause(error.retryAfter.map { .seconds($0) }, error)
    case .requestTimeout: return .again(isCounted: false, after: nil)
    case .notFound, .gone: return missing(error, for: kind, attempts: attempts)
    case .preconditionFailed: return kind == .metadata ? conflict(error) : again(error, attempts: attempts)
    case .conflict: return again(error, attempts: attempts)
    case .digestMismatch where kind == .upload && attempts < mismatchLimit: return again(error, attempts: attempts)
    default: break
    }
    let isRefusal = (400...499).contains(error.code.status) && !error.isWorthRetrying
    guard !isRefusal, error.code != .fileNotReadable else { return .problem(SyncProblem(error), photoIsGone: false) }
    return again(error, attempts: attempts)
  }

  private static func missing(_ error: WoofError, for kind: Outbox.Kind, attempts: Int) -> Settlement {
    switch kind {
    case .favourite, .deletion: .gone
    // The text is kept, so that the app can show or copy it.
    case .metadata: .problem(SyncProblem(error), photoIsGone: true)
    // The upload itself cannot be missing: what was uploaded has been deleted since.
    case .upload: error.code == .gone ? .gone : again(error, attempts: attempts)
    }
  }

  private static func conflict(_ error: WoofError) -> Settlement {
    guard let photo = error.currentPhoto else { return .read }
    return .conflict(photo)
  }

  private static func again(_ error: WoofError, attempts: Int) -> Settlement {
    guard attempts + 1 < attemptLimit else {
      let message = "The service failed \(attempts + 1) times, at last with: \(error.message)"
      return .problem(SyncProblem(name: WoofError.Code.editGaveUp.name, message: message), photoIsGone: false)
    }
    return .again(isCounted: true, after: error.retryAfter.map { .seconds($0) })
  }
}
