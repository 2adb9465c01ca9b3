// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel

/// A reader's position in a feed.
enum FeedPosition: Hashable, Sendable {
  /// A position in the snapshot that began when the log stood at `startedAt`, behind a photo; at the start if that is
  /// `nil`.
  case snapshot(startedAt: Int64, after: PhotoID?)
  /// A position in the log: it has been read up to and with `through`, by a reader who knew all changes up to and with
  /// `known` when it set out. The two differ on the way only: a photo that changed before `through` and again behind it
  /// comes later, with all that happened to it since `known`.
  case changes(known: Int64, through: Int64)

  /// The position at which all changes up to and with a number are known.
  static func upToDate(_ sequence: Int64) -> FeedPosition { .changes(known: sequence, through: sequence) }

  /// The position that a token means.
  init(_ position: ChangePosition) {
    switch position {
    case .sequence(let sequence): self = .upToDate(sequence)
    case .snapshot(let startedAt, let id): self = .snapshot(startedAt: startedAt, after: id)
    }
  }

  /// The position that a token of this one holds.
  var resumption: ChangePosition {
    switch self {
    case .snapshot(let startedAt, let id):
      // No photo has the least id, so behind it is the start.
      .snapshot(startedAt: startedAt, after: id ?? PhotoID(high: 0, low: 0))
    case .changes(_, let through): .sequence(through)
    }
  }

  /// The number behind which the log goes on from here.
  var sequence: Int64 {
    switch self {
    case .snapshot(let startedAt, _): startedAt
    case .changes(_, let through): through
    }
  }
}

extension ChangeTokenCoder {
  /// The token of a position in a feed, for one reader.
  func token(for position: FeedPosition, reader: ChangeReader) -> ChangeToken {
    token(for: position.resumption, reader: reader)
  }
}
