// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An invitation to sign up, as the account sees it that made it. Only the response to
/// ``APIService/makeInvitation(note:useLimit:until:)`` has its address.
public struct Invitation: Codable, Hashable, Sendable, Identifiable {
  /// The name of the invitation, with which it is revoked; no secret.
  public var id: String
  /// The address of the page at which people sign up; `nil` in lists. It is a secret: whoever has it may sign up.
  public var url: URL?
  /// The secret part of ``url``; `nil` in lists.
  public var token: String?
  /// The account's own words on it, as for whom it is; `nil` where there are none.
  public var note: String?
  /// The time at which it was made.
  public var createdAt: Timestamp
  /// The time from which it lets nobody in any more.
  public var expiresAt: Timestamp
  /// The maximum number of accounts that may be added by it.
  public var useLimit: Int
  /// The number of accounts that were added by it, those that have been deleted since included.
  public var useCount: Int
  /// The names of the accounts that were added by it and are still there, in the order in which they came.
  public var accounts: [String]

  /// Makes an invitation, as tests do; by default one for one account that nobody has used, as in lists.
  public init(
    id: String, url: URL? = nil, token: String? = nil, note: String? = nil, createdAt: Timestamp, expiresAt: Timestamp,
    useLimit: Int = 1, useCount: Int = 0, accounts: [String] = []
  ) {
    self.id = id
    self.url = url
    self.token = token
    self.note = note
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.useLimit = useLimit
    self.useCount = useCount
    self.accounts = accounts
  }
}

/// Some of the account's invitations, the newest first, without their addresses.
public typealias InvitationPage = ItemPage<Invitation>

/// An invitation, as somebody sees it who has its address.
public struct ReceivedInvitation: Codable, Hashable, Sendable {
  /// The name of the account that invites.
  public var inviter: String

  /// Makes an invitation, as tests do.
  public init(inviter: String) { self.inviter = inviter }
}
