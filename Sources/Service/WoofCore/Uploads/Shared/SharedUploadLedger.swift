// SPDX-License-Identifier: Apache-2.0

internal import WoofModel

/// Knows the uploads that may be resumed on any node, and decides which node goes on with each.
///
/// Each request takes a *turn*, which ends the one before it on whatever node that is: what is noted of an earlier turn changes
/// nothing. So nobody waits for a node that is gone. All times are by the ledger's clock, which is one for all nodes.
///
/// All calls throw ``WoofModel/WoofError`` with the code `unavailable` or `internal`, and may be made again after that.
package protocol SharedUploadLedger: Sendable {
  /// Begins an upload, if there is room for it, as ``UploadLedger`` decides; one of the same account and idempotency key goes.
  /// The count of the account is exact; of all accounts together there may be a few more than the limit.
  ///
  /// - Parameter countLimit: The most uploads that the account may have under way; `nil` for as many as any.
  /// - Throws: ``WoofModel/WoofError`` with the code `conflict` where the account has been deleted, or `forbidden` where it has been
  ///   disabled.
  func admit(
    _ upload: SharedUploadBeginning, _ limits: ResumableUploadLimits, countLimit: Int64?
  ) async throws -> SharedUploadAdmission

  /// Begins a turn: the one before it ends.
  func takeTurn(of id: UploadID) async throws -> SharedUploadTaking

  /// Counts a part whose bytes are kept, and which begins where the upload ends; doing it twice counts it once.
  ///
  /// - Parameter length: The length of the whole upload, where the request says so; `nil` leaves it as it is.
  /// - Returns: `false` if the turn is over, so that the part does not count.
  func note(_ part: UploadPart, length: Int64?) async throws -> Bool

  /// Notes that all bytes have come, and that for a while nobody but this node makes a photo of them; to be done again before the
  /// while, of two minutes, is over.
  ///
  /// - Returns: `false` if the turn is over, or the upload has another number of bytes.
  func complete(_ id: UploadID, turn: Int64, byteCount: Int64) async throws -> Bool

  /// Ends the while for which nobody but this node makes a photo; without effect in another turn.
  func release(_ id: UploadID, turn: Int64) async throws

  /// Removes an upload.
  ///
  /// - Parameter turn: Only in this turn it is removed, also while a photo is made of it; `nil` for any turn.
  func remove(_ id: UploadID, turn: Int64?) async throws -> SharedUploadRemoval

  /// The upload of an id as it is, whose turn goes on; `nil` where there is none, or its time is over.
  func upload(_ id: UploadID) async throws -> SharedUpload?

  /// The uploads of an account as they are, the newest first, without parts; also those of which a photo is being made.
  func uploads(of account: AccountID) async throws -> [SharedUpload]

  /// Those of the names that parts have.
  func names(among names: [UploadPart.Name]) async throws -> Set<UploadPart.Name>
}

/// An upload that begins.
package struct SharedUploadBeginning: Hashable, Sendable {
  /// Names it.
  package var id: UploadID
  /// The account that it is of.
  package var account: AccountID
  /// The key of an upload that is the same when it comes again.
  package var idempotencyKey: String?
  /// The ticket that it uses; with it, the upload goes.
  package var ticket: UploadTicketID?
  /// The note on what it is to become.
  package var note: [UInt8]
  /// The number of all its bytes; `nil` where nobody has said.
  package var length: Int64?
  /// The number of bytes to reserve.
  package var reservation: Int64
  /// The time since its request came, in microseconds.
  package var age: Int64

  /// Makes a beginning, by a request that comes now, without a key or a ticket.
  package init(_ id: UploadID, of account: AccountID, note: [UInt8], length: Int64?, reservation: Int64) {
    (self.id, self.account, self.note) = (id, account, note)
    (self.length, self.reservation, age) = (length, reservation, 0)
  }
}

/// The decision on an upload that begins.
package enum SharedUploadAdmission: Hashable, Sendable {
  /// It is taken. Where it takes the place of another one, that had these parts, which are garbage now.
  case taken(garbage: [UploadPart.Name])
  /// Of the same one, a photo is being made at this moment.
  case isBeingCompleted
  /// The same one was begun again by a request that came later.
  case isOutdated
  /// A limit would be exceeded.
  case refused(UploadLedger.Refusal)
}

/// The answer to whoever wants to go on with an upload.
package enum SharedUploadTaking: Hashable, Sendable {
  /// The upload, in the turn that has begun.
  case taken(SharedUpload)
  /// A photo is being made of it at this moment.
  case isBeingCompleted
  /// There is none, or its time is over.
  case gone
}

/// The outcome of a removal.
package enum SharedUploadRemoval: Hashable, Sendable {
  /// It is removed, and had these parts, which are garbage now.
  case removed(garbage: [UploadPart.Name])
  /// A photo is being made of it at this moment.
  case isBeingCompleted
  /// There is none, or not in that turn.
  case gone
}

/// An upload that nodes share, as its ledger has it.
package struct SharedUpload: Hashable, Sendable {
  /// Names it.
  package var id: UploadID
  /// The account that it is of.
  package var account: AccountID
  /// The ticket that it uses; `nil` where its account sends it.
  package var ticket: UploadTicketID?
  /// The note on what it is to become.
  package var note: [UInt8]
  /// The number of all its bytes; `nil` where nobody has said.
  package var length: Int64?
  /// The number of bytes in its parts.
  package var byteCount: Int64
  /// The number of the latest turn, which grows.
  package var turn: Int64
  /// `true` if all bytes have come.
  package var isComplete: Bool
  /// Its parts, in their order.
  package var parts: [UploadPart]

  /// Makes an upload.
  package init(
    id: UploadID, account: AccountID, ticket: UploadTicketID?, note: [UInt8], length: Int64?, byteCount: Int64,
    turn: Int64, isComplete: Bool, parts: [UploadPart]
  ) {
    (self.id, self.account, self.ticket, self.note) = (id, account, ticket, note)
    (self.length, self.byteCount, self.turn, self.isComplete) = (length, byteCount, turn, isComplete)
    self.parts = parts
  }
}
