// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofModel

/// Something about pictures that an operator may want to know of.
package enum PictureEvent: Sendable {
  /// A picture made a transformer fail while it was uploaded; it is at the path, or nowhere where there was no room.
  case quarantined(PictureFailure, digest: Digest, path: String?)
  /// A picture was taken in without having been looked at.
  case passedUnseen(PictureFailure)
  /// A photo got in without a transformer that refuses it now: it was deleted, and its bytes are at the path, or nowhere
  /// else than where deleted ones are kept for a while.
  case withdrawn(PhotoID, digest: Digest, path: String?, reason: String)
  /// No moving image could be made of an animation; everything else of it is as it should be.
  case notAnimated(PhotoID, reason: String)
  /// Nothing more will be derived from a photo by itself.
  case gaveUp(PhotoID, reason: String)
}

/// The counts of events with pictures since the service started, for metrics.
package struct PictureCounts: Hashable, Sendable {
  /// Pictures that were accepted while they were uploaded.
  package var acceptedCount = 0
  /// Pictures that were accepted without having been looked at again: another photo, public or of the same owner, has the same bytes.
  package var knownCount = 0
  /// Pictures that were refused while they were uploaded.
  package var refusedCount = 0
  /// Pictures that made a transformer fail while they were uploaded.
  package var quarantinedCount = 0
  /// Pictures that were taken in without having been looked at.
  package var unseenCount = 0
  /// Variants that were made.
  package var variantCount = 0
  /// Requests for a variant that were refused because too many waited.
  package var overloadCount = 0
  /// Photos of the queue that were done with.
  package var derivedCount = 0
  /// Photos of the queue that failed, and wait to be tried again.
  package var postponedCount = 0
  /// Photos of the queue that were given up.
  package var givenUpCount = 0
  /// The number of photos that waited in the queue when it was last looked at.
  package var backlog = 0
}

/// Counts on any thread.
final class PictureCounter: Sendable {
  private let counts = Mutex(PictureCounts())

  /// The counts so far.
  var current: PictureCounts { counts.withLock { $0 } }

  /// Counts one more.
  func count(_ path: any WritableKeyPath<PictureCounts, Int> & Sendable, _ number: Int = 1) {
    counts.withLock { $0[keyPath: path] += number }
  }

  /// Notes how many photos wait.
  func noteBacklog(_ count: Int) { counts.withLock { $0.backlog = count } }
}
