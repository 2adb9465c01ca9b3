// SPDX-License-Identifier: Apache-2.0

internal import Synchronization
package import WoofCryptography
import WoofModel

/// Issues, finds and revokes the tickets with which photos are uploaded without a credential.
package final class UploadTickets: Sendable {
  /// The limits on tickets.
  package struct Limits: Hashable, Sendable {
    /// The seconds for which a ticket can be used after its issue; 7 days by default, as long as a background session of
    /// Apple's systems goes on trying.
    package var lifetimeSeconds: Int64
    /// The maximum number of tickets of one account that are neither used nor expired; 1,000 by default.
    package var countPerAccount: Int

    /// Makes limits; each has the default that its property states.
    package init(lifetimeSeconds: Int64 = 604_800, countPerAccount: Int = 1_000) {
      self.lifetimeSeconds = lifetimeSeconds
      self.countPerAccount = countPerAccount
    }
  }

  /// The numbers of tickets since the service started.
  package struct Counts: Hashable, Sendable {
    /// The number of tickets issued.
    package var issuedCount = 0
    /// The number of tickets that became photos.
    package var usedCount = 0
    /// The number of tickets revoked by themselves; not those that went with a password or an account.
    package var revokedCount = 0
    /// The number of requests whose ticket was not there.
    package var refusedCount = 0
  }

  /// The limits on tickets.
  package let limits: Limits
  private let store: any UploadTicketStore
  private let uploads: ResumableUploads?
  private let time: any TimeSource
  private let random: any RandomSource
  private let ids: PhotoIDGenerator
  private let state = Mutex(Counts())

  /// Makes the tickets of a store.
  ///
  /// - Parameters:
  ///   - uploads: The uploads of which some are begun with tickets; `nil` where none may be resumed.
  ///   - random: The source of ids and secrets; the system's by default.
  package init(
    store: any UploadTicketStore, uploads: ResumableUploads?, time: any TimeSource, limits: Limits = Limits(),
    random: any RandomSource = SystemRandomSource()
  ) {
    self.store = store
    self.uploads = uploads
    self.time = time
    self.limits = limits
    self.random = random
    ids = PhotoIDGenerator(time: time, random: random)
  }

  /// The numbers of tickets so far.
  package var counts: Counts { state.withLock { $0 } }

  /// The id of a ticket that is to be issued, so that it can be named before it is.
  package func nextID() -> UploadTicketID { UploadTicketID(uuid: ids.next()) }

  /// Issues a ticket. One for somebody who signed in with an app password lasts no longer than that.
  ///
  /// - Returns: The ticket, and the secret that is kept nowhere.
  /// - Throws: ``WoofModel/WoofError`` as ``UploadTicketStore/addTicket(_:secretHash:countLimit:)``.
  package func issue(
    _ id: UploadTicketID, for photo: UploadTicket.Promise, to owner: Principal
  ) async throws -> (ticket: UploadTicket, secret: AddressSecret) {
    let (now, secret) = (time.now(), try AddressSecret(random: random))
    let end = [now.advanced(bySeconds: limits.lifetimeSeconds), owner.appPassword?.expiresAt].compactMap(\.self).min()
    let ticket = UploadTicket(id: id, owner: owner, photo: photo, createdAt: now, expiresAt: end ?? now)
    try await store.addTicket(ticket, secretHash: secret.hash, countLimit: limits.countPerAccount)
    state.withLock { $0.issuedCount += 1 }
    return (ticket, secret)
  }

  /// Returns the ticket of a secret, also if it has been used.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is none any more, `internal` or `unavailable`.
  package func ticket(of secret: AddressSecret) async throws -> UploadTicket {
    guard let ticket = try await store.ticket(ofSecretHash: secret.hash, at: time.now()) else {
      noteRefusal()
      throw WoofError.noSuchTicket
    }
    return ticket
  }

  /// Returns the ticket of an id, also if it has been used.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where there is none any more, `internal` or `unavailable`.
  package func ticket(_ id: UploadTicketID) async throws -> UploadTicket {
    guard let ticket = try await store.ticket(id, at: time.now()) else { throw WoofError.noSuchTicket }
    return ticket
  }

  /// Returns a page of tickets, the newest first, and the place at which the next page begins.
  ///
  /// - Parameter account: The account that has the tickets; `nil` for those of all.
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func tickets(
    of account: AccountID?, after id: UploadTicketID?, limit: Int
  ) async throws -> Page<UploadTicket, UploadTicketID> {
    let query = UploadTicketQuery(account: account, after: id, limit: limit + 1, at: time.now())
    return Page(try await store.tickets(query), limit: limit) { $0.id }
  }

  /// Revokes a ticket of an account, and removes what has come of an upload with it.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `not-found` where it has none of that id, `internal`, `unavailable` or
  ///   `insufficient-storage`.
  package func revoke(_ id: UploadTicketID, of account: AccountID) async throws {
    guard try await store.removeTicket(id, of: account) else { throw WoofError.noSuchTicket }
    state.withLock { $0.revokedCount += 1 }
    await uploads?.cancel(of: id)
  }

  /// Removes what has come of uploads whose tickets have expired, or went with a password or an account.
  ///
  /// - Throws: ``WoofModel/WoofError`` with the code `internal` or `unavailable`.
  package func sweep() async throws {
    guard let uploads else { return }
    for id in uploads.tickets where try await store.ticket(id, at: time.now()) == nil { await uploads.cancel(of: id) }
  }

  /// Counts a request whose ticket was not there.
  package func noteRefusal() { state.withLock { $0.refusedCount += 1 } }

  /// Counts a ticket that became a photo.
  package func noteUse() { state.withLock { $0.usedCount += 1 } }
}
