// SPDX-License-Identifier: Apache-2.0

internal import WoofCore
internal import WoofModel
internal import WoofPostgreSQL

/// An operation that waits for the writer, and whoever awaits it.
struct WriteOperation: Sendable {
  /// The work of an operation.
  enum Work: Sendable {
    case favourite(FavouriteWrite)
    case addition(PhotoDraft, IdempotencyClaim?)
    case edit(PhotoID, PhotoEdit, PhotoCondition)
    /// Lets a deleted photo be there again, as an administrator where no owner is given.
    case restoration(PhotoID, by: Principal?)
    case accountDeletion(AccountName)
    case derivatives(PhotoID, PhotoDerivatives, DerivationOutcome)
    case variantRemoval(PhotoID, Set<String>)
    case sharing(SharingWrite)
  }

  /// The result of an operation.
  enum Answer: Sendable {
    case state(FavouriteState)
    case addition(PhotoAddition)
    case record(PhotoRecord)
    /// The photo after something was derived from it; `nil` where it is not there any more.
    case derived(PhotoRecord?)
    case deletedAccount(AccountID, generation: Int64)
    /// The rows of each statement of a change of albums or links; and whether an earlier attempt may have done it.
    case sharing([PostgreSQLRows], isOutcomeUnknown: Bool)
  }

  /// The thing of which a batch changes one aspect only once.
  enum Key: Hashable {
    case favourite(PhotoID, AccountID)
    case photo(PhotoID)
    case account(AccountName)
  }

  let work: Work
  private let continuation: CheckedContinuation<Answer, any Error>
  /// The number of attempts in vain.
  var attemptCount = 0
  /// The edit of which it is not known whether it was done.
  var unknownEdit: EditStatement?
  /// `true` if it is not known whether an earlier attempt was done.
  var isOutcomeUnknown = false

  init(_ work: Work, _ continuation: CheckedContinuation<Answer, any Error>) {
    self.work = work
    self.continuation = continuation
  }

  /// Ends it; to be called once.
  func finish(_ result: Result<Answer, any Error>) { continuation.resume(with: result) }

  var key: Key? {
    switch work {
    case .favourite(let write): .favourite(write.photo, write.account)
    case .addition(let draft, _): .photo(draft.id)
    case .edit(let photo, _, _), .restoration(let photo, _), .derivatives(let photo, _, _),
      .variantRemoval(let photo, _):
      .photo(photo)
    case .accountDeletion(let name): .account(name)
    // Its statements see what those before them in the batch have done.
    case .sharing: nil
    }
  }

  /// The photo whose record it has to see.
  var photo: PhotoID? {
    switch work {
    case .favourite(let write): write.photo
    case .addition, .accountDeletion, .sharing: nil
    case .edit(let photo, _, _), .restoration(let photo, _), .derivatives(let photo, _, _),
      .variantRemoval(let photo, _):
      photo
    }
  }
}

/// A favourite that is to be set or unset.
struct FavouriteWrite: Sendable {
  let isFavourite: Bool
  let photo: PhotoID
  let account: AccountID
  let time: Timestamp
  let edit: EditStamp?
  let condition: PhotoCondition
}

/// The state of a photo that a decision depends on, and in which it must be when the decision is carried out.
struct SeenPhoto: Hashable, Sendable {
  /// The photo's number.
  let number: Int64
  /// The revision, which favourites and what is derived leave alone.
  let revision: Int64
  /// The version, where the decision depends on it; `nil` where it does not.
  let version: Int64?

  /// Notes what a condition on a row depends on.
  ///
  /// Favourites change the version all the time, and a photo that many like must not be looked at anew for each: only a
  /// condition that names versions is held to the one that it saw.
  init(_ row: PhotoRow, _ condition: PhotoCondition) {
    number = row.number
    revision = row.record.revision
    version = condition.precondition.dependsOnVersion ? row.record.version : nil
  }
}
