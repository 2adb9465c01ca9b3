// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofCryptography
package import WoofModel

/// Makes, lists and revokes invitations, and lets in whom they are for.
///
/// Everything may be called from any thread.
package final class Invitations: Sendable {
  /// The numbers of invitations since the service started.
  package struct Counts: Hashable, Sendable {
    /// The number of invitations made.
    package var madeCount = 0
    /// The number of accounts added by invitations.
    package var usedCount = 0
    /// The number of invitations revoked by themselves; not those that went with an account.
    package var revokedCount = 0
    /// The number of requests whose invitation let nobody in.
    package var refusedCount = 0
  }

  /// The maximum number of invitations of one account that are neither used up nor expired.
  package static let countLimit = 100

  /// The rules of the installation.
  package let policy: SignUpPolicy
  private let store: any InvitationStore
  private let time: any TimeSource
  private let random: any RandomSource
  private let ids: PhotoIDGenerator
  private let state = Mutex(Counts())

  /// Makes the invitations of a store.
  ///
  /// - Parameter random: The source of ids and secrets; the system's by default.
  package init(
    store: any InvitationStore, policy: SignUpPolicy, time: any TimeSource,
    random: any RandomSource = SystemRandomSource()
  ) {
    self.store = store
    self.policy = policy
    self.time = time
    self.random = random
    ids = PhotoIDGenerator(time: time, random: random)
  }

  /// The numbers of invitations so far.
  package var counts: Counts { state.withLock { $0 } }
}

// MARK: For inviters

extension Invitations {
  /// The id of an invitation that is to be made, so that it can be named before it is.
  package func nextID() -> InvitationID { InvitationID(uuid: ids.next()) }

  /// Makes sure that an account may invite.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden`.
  package func requireInviter(_ inviter: Principal) throws(WoofError) {
    switch policy.rule {
    case .off: throw WoofError(.forbidden, "Nobody can sign up here, so there is nothing to invite to.")
    case .open: throw WoofError(.forbidden, "Everybody can sign up here; no invitation is needed.")
    case .invitation: break
    }
    guard policy.admitsInviter(isAdministrator: inviter.isAdministrator) else {
      throw WoofError(.forbidden, "Only administrators invite others here.")
    }
  }

  /// Makes an invitation.
  ///
  /// - Returns: The invitation, and the secret that is kept nowhere.
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where the account may not invite, `invalid-parameter` where it
  ///   would end too late or has ended, and as ``InvitationStore/addInvitation(_:secretHash:countLimit:)``.
  package func make(
    _ id: InvitationID, _ terms: InvitationTerms, by inviter: Principal
  ) async throws -> (invitation: Invitation, secret: AddressSecret) {
    try requireInviter(inviter)
    let (now, secret) = (time.now(), try AddressSecret(random: random))
    let invitation = Invitation(
      id: id, inviter: inviter, note: terms.note, useLimit: terms.useLimit, createdAt: now,
      expiresAt: try terms.expiry(from: now))
    try await store.addInvitation(invitation, secretHash: secret.hash, countLimit: Self.countLimit)
    state.withLock { $0.madeCount += 1 }
    return (invitation, secret)
  }

  /// A page of invitations that have not expired, the newest first, with the place at which the next page begins.
  ///
  /// - Parameter inviter: The account that has them; `nil` for those of all, for administrators.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func invitations(
    of inviter: AccountID?, after id: InvitationID?, limit: Int
  ) async throws -> Page<Invitation, InvitationID> {
    let query = InvitationQuery(account: inviter, after: id, limit: limit + 1, at: time.now())
    return Page(try await store.invitations(query), limit: limit) { $0.id }
  }

  /// The invitation of an id, whosever it is, for administrators.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found`.
  package func invitation(_ id: InvitationID) async throws -> Invitation {
    guard let invitation = try await store.invitation(id, at: time.now()) else { throw WoofError.noSuchInvitation }
    return invitation
  }

  /// Revokes an invitation of an account: it lets nobody in any more. Who came by it stays.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where the account has none of that id, `internal`,
  ///   `unavailable` or `insufficient-storage`.
  package func revoke(_ id: InvitationID, of inviter: AccountID) async throws {
    guard try await store.removeInvitation(id, of: inviter) else { throw WoofError.noSuchInvitation }
    state.withLock { $0.revokedCount += 1 }
  }
}

// MARK: For guests

extension Invitations {
  /// The invitation of a secret, as long as it lets somebody in; `nil` after that, and where there is none.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func openInvitation(of secret: AddressSecret?) async throws -> Invitation? {
    if let secret,
      let found = try await store.openInvitation(ofSecretHash: secret.hash, at: time.now(), by: policy.inviters)
    {
      return found
    }
    state.withLock { $0.refusedCount += 1 }
    return nil
  }

  /// Adds an account that was prepared, by the invitation of a secret: both happen, or neither.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `forbidden` where the invitation lets nobody in by now, `conflict` where
  ///   the name was taken meanwhile, `internal`, `unavailable` or `insufficient-storage`.
  package func addAccount(_ account: PreparedAccount, by secret: AddressSecret) async throws -> Account {
    do {
      let account = try await store.addAccount(
        account.name, passwordHash: account.hash, invitedBy: secret.hash, at: time.now(), by: policy.inviters)
      state.withLock { $0.usedCount += 1 }
      return account
    } catch let error as WoofError where error.code == .forbidden {
      state.withLock { $0.refusedCount += 1 }
      throw error
    }
  }
}
