// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// The work on one photo of the queue.
struct DerivationPlan {
  /// The images to derive that do not move.
  let still: [VariantSpecification]
  /// The moving images to derive.
  let moving: [VariantSpecification]
  /// `true` if placeholder, average colour, hashes and annotations are to be derived.
  let wantsLooks: Bool

  /// Finds what is missing of a photo, or outdated where it is to be derived anew.
  ///
  /// - Parameter isAnimated: `true` if the photo has more than one frame.
  init(for record: PhotoRecord, _ item: Derivation, by setup: PictureSetup, isAnimated: Bool) {
    let wanted =
      item.isAnew
      ? setup.outdated(among: record.variants, isAnimated: isAnimated)
      : setup.missing(among: record.variants, isAnimated: isAnimated)
    still = wanted.filter { $0.motion == nil }
    moving = wanted.filter { $0.motion != nil }
    wantsLooks = item.isAnew || record.placeholder == nil || !item.hasPartHashes
  }

  /// `true` if nothing is to be derived.
  var isEmpty: Bool { !wantsLooks && still.isEmpty && moving.isEmpty }

  /// The request for all that does not move; `nil` where there is nothing of it to derive.
  var request: PictureRequest? {
    guard wantsLooks || !still.isEmpty else { return nil }
    return PictureRequest(variants: still, wantsAnnotations: wantsLooks, urgency: .background)
  }
}

/// Decides when a photo of the queue is tried again, and when no more.
struct DerivationPacing {
  /// The number of attempts after which a photo that keeps failing is given up.
  static let attemptLimit = 5

  /// The next step for a photo that failed.
  enum Step: Hashable {
    /// It is tried again after so many seconds.
    case wait(seconds: Int64)
    /// It is not tried again.
    case giveUp
  }

  /// After a failure of its own: a minute, then four times as long each time.
  static func step(afterAttempts attempts: Int) -> Step {
    guard attempts < attemptLimit else { return .giveUp }
    return .wait(seconds: 60 << (2 * Int64(max(attempts, 1) - 1)))
  }

  /// The seconds after which a photo that could not be looked at is tried again.
  static let unavailableSeconds: Int64 = 15
  /// The seconds after which a queue that could not be read is looked at again.
  static let unreadableSeconds: Int64 = 10
  /// The seconds after which the queue is looked at though nothing is known to be due.
  static let longestRestSeconds: Int64 = 300
}
