// SPDX-License-Identifier: Apache-2.0

package import WoofModel

/// A permission to add an account, which somebody with an account gives to others. It never lets anybody administer the
/// service.
package struct Invitation: Hashable, Sendable {
  /// The name of the invitation, which is no secret.
  package var id: InvitationID
  /// The account that invites.
  package var inviter: Principal
  /// The inviter's own words on it, as for whom it is; empty where there are none. Guests never see them.
  package var note: String
  /// The maximum number of accounts that may be added by it.
  package var useLimit: Int
  /// The time at which it was made.
  package var createdAt: Timestamp
  /// The time from which it lets nobody in any more.
  package var expiresAt: Timestamp
  /// The number of accounts that were added by it, those that have been deleted since included.
  package var useCount: Int
  /// The accounts that were added by it and are still there, in the order in which they came.
  package var newcomers: [AccountName]

  /// Makes an invitation, by default one that nobody has used.
  package init(
    id: InvitationID, inviter: Principal, note: String, useLimit: Int, createdAt: Timestamp, expiresAt: Timestamp,
    useCount: Int = 0, newcomers: [AccountName] = []
  ) {
    self.id = id
    self.inviter = inviter
    self.note = note
    self.useLimit = useLimit
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.useCount = useCount
    self.newcomers = newcomers
  }

  /// Checks that an account may have another invitation.
  ///
  /// - Parameters:
  ///   - openCount: The number of its invitations that may still be used.
  ///   - limit: The maximum number of them.
  /// - Throws: ``WoofModel/WoofError`` with the code `insufficient-storage`.
  package static func admit(openCount: Int, limit: Int) throws(WoofError) {
    guard openCount < limit else {
      throw .full(
        "invitations", Int64(limit), Int64(openCount),
        "The account has \(openCount) open invitations of \(limit) that it may have; revoke some")
    }
  }
}

/// The terms of an invitation that is to be made.
package struct InvitationTerms: Hashable, Sendable {
  /// The seconds for which an invitation can be used where nothing else is said: 7 days.
  package static let standardLifetimeSeconds: Int64 = 604_800
  /// The maximum number of seconds for which an invitation can be used: 30 days.
  package static let longestLifetimeSeconds: Int64 = 2_592_000
  /// The numbers of accounts that may be added by one invitation.
  package static let useLimits = 1...100
  /// The maximum length of a note, in characters (Unicode grapheme clusters).
  package static let noteCharacterLimit = 100
  /// The maximum length of a note in UTF-8, in bytes, which limits the size of a single cluster too.
  package static let noteByteLimit = 800

  /// The inviter's own words; empty for none.
  package let note: String
  /// The maximum number of accounts that may be added.
  package let useLimit: Int
  /// The time at which the invitation ends; `nil` for the standard lifetime.
  package let expiresAt: Timestamp?

  /// Makes terms; by default, one account may be added within 7 days.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where the note is too long or holds a control
  ///   character, or the number is none of ``useLimits``.
  package init(note: String = "", useLimit: Int = 1, expiresAt: Timestamp? = nil) throws(WoofError) {
    guard note.utf8.count <= Self.noteByteLimit, note.count <= Self.noteCharacterLimit else {
      throw Self.invalid("note", "A note has at most \(Self.noteCharacterLimit) characters.")
    }
    guard !note.holdsControlCharacter else {
      throw Self.invalid("note", "A note is plain text without control characters.")
    }
    guard Self.useLimits.contains(useLimit) else {
      throw Self.invalid("useLimit", "An invitation is for 1 to \(Self.useLimits.upperBound) accounts.")
    }
    self.note = note.allSatisfy(\.isWhitespace) ? "" : note
    self.useLimit = useLimit
    self.expiresAt = expiresAt
  }

  /// The time of expiry of an invitation that is made now.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `invalid-parameter` where it has passed, or is too far away.
  func expiry(from now: Timestamp) throws(WoofError) -> Timestamp {
    let expiresAt = expiresAt ?? now.advanced(bySeconds: Self.standardLifetimeSeconds)
    guard expiresAt > now, expiresAt <= now.advanced(bySeconds: Self.longestLifetimeSeconds) else {
      throw Self.invalid("expiresAt", "An invitation ends at a time to come, within 30 days.")
    }
    return expiresAt
  }

  private static func invalid(_ name: String, _ message: String) -> WoofError {
    WoofError(.invalidParameter, message, details: ["parameter": .string(name)])
  }
}

extension WoofError {
  /// Refuses an invitation that is not there, to whoever looks for it by its id or its address.
  package static var noSuchInvitation: WoofError {
    WoofError(
      .notFound,
      "There is no such invitation: it has been used up, has ended or been revoked, or never was. Ask for another one.")
  }

  /// Refuses a sign-up. It is the same whatever the invitation lacks.
  package static var notInvited: WoofError {
    WoofError(
      .forbidden,
      "The invitation lets nobody in: it has been used up, has ended or been revoked, or never was. Ask for another one.",
      details: ["reason": "invitation"])
  }
}
