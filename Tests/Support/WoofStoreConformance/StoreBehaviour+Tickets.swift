// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

extension StoreBehaviour {
  static let ticketBehaviours = [
    StoreBehaviour("a ticket is found by the hash of its secret until it expires") { stores in
      let ticket = try await stores.issue(1, to: stores.account("ada"))
      #expect(try await stores.tickets.ticket(ofSecretHash: Sample.digest(1), at: Sample.time(99)) == ticket)
      #expect(try await stores.tickets.ticket(ofSecretHash: Sample.digest(1), at: Sample.time(100)) == nil)
      #expect(try await stores.tickets.ticket(ofSecretHash: Sample.digest(2), at: Sample.time(0)) == nil)
    },
    StoreBehaviour("a photo that comes with a ticket uses it") { stores in
      let ada = try await stores.account("ada")
      let ticket = try await stores.issue(1, to: ada)
      guard case .added(let record) = try await stores.redeem(ticket, 10) else { throw Unexpected("it was not new") }
      let found = try await stores.tickets.ticket(ofSecretHash: Sample.digest(1), at: Sample.time(0))
      #expect(found?.use == UploadTicket.Use(photo: record.id, isNew: true))
    },
    StoreBehaviour("a used ticket gets the earlier response, and adds nothing") { stores in
      let ada = try await stores.account("ada")
      let ticket = try await stores.issue(1, to: ada)
      _ = try await stores.redeem(ticket, 10)
      try await stores.edit(Sample.photoID(10), .deletion)
      guard case .replayed(let response) = try await stores.redeem(ticket, 11) else {
        throw Unexpected("the response was not replayed")
      }
      #expect(response.photo == Sample.photoID(10) && response.isNew)
      #expect(try await stores.records.photo(Sample.photoID(11)) == nil)
    },
    StoreBehaviour("a ticket for bytes that the account has is used by them") { stores in
      let ada = try await stores.account("ada")
      try await stores.add(5, by: ada)
      let ticket = try await stores.issue(1, to: ada, bytes: 5)
      guard case .duplicate = try await stores.redeem(ticket, 10, bytes: 5) else { throw Unexpected("it was new") }
      let found = try await stores.tickets.ticket(ofSecretHash: Sample.digest(1), at: Sample.time(0))
      #expect(found?.use == UploadTicket.Use(photo: Sample.photoID(5), isNew: false))
    },
    StoreBehaviour("a ticket that has expired or been removed adds nothing") { stores in
      let ada = try await stores.account("ada")
      let (expired, removed) = (try await stores.issue(1, to: ada), try await stores.issue(2, to: ada))
      #expect(try await stores.tickets.removeTicket(removed.id, of: ada.id))
      await expectProblem(.notFound) { _ = try await stores.redeem(expired, 100) }
      await expectProblem(.notFound) { _ = try await stores.redeem(removed, 10) }
      #expect(try await stores.ids(PhotoQuery(scope: .readable(by: ada.id), limit: 10)) == [])
    },
    StoreBehaviour("an account has only its own tickets, the newest first, page by page") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let tickets = [
        try await stores.issue(1, to: ada), try await stores.issue(2, to: ada), try await stores.issue(3, to: bob),
        try await stores.issue(4, to: ada),
      ]
      func page(after id: UploadTicketID?) async throws -> [UploadTicket] {
        try await stores.tickets.tickets(UploadTicketQuery(account: ada.id, after: id, limit: 2, at: Sample.time(0)))
      }
      #expect(try await page(after: nil) == [tickets[3], tickets[1]])
      #expect(try await stores.tickets.removeTicket(tickets[1].id, of: ada.id))
      #expect(try await page(after: tickets[1].id) == [tickets[0]])
      #expect(try await !stores.tickets.removeTicket(tickets[2].id, of: ada.id))
    },
    StoreBehaviour("tickets of all accounts are listed together, and found by their ids until they expire") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let tickets = [
        try await stores.issue(1, to: ada), try await stores.issue(2, to: bob), try await stores.issue(3, to: ada),
      ]
      func page(after id: UploadTicketID?, at time: Int64 = 0) async throws -> [UploadTicket] {
        try await stores.tickets.tickets(
          UploadTicketQuery(account: nil, after: id, limit: 2, at: Sample.time(time)))
      }
      #expect(try await page(after: nil) == [tickets[2], tickets[1]])
      #expect(try await page(after: tickets[1].id) == [tickets[0]])
      #expect(try await page(after: nil, at: 100) == [])
      #expect(try await stores.tickets.ticket(tickets[1].id, at: Sample.time(99)) == tickets[1])
      #expect(try await stores.tickets.ticket(tickets[1].id, at: Sample.time(100)) == nil)
    },
    StoreBehaviour("an account has so many open tickets, and as many used ones are remembered") { stores in
      let ada = try await stores.account("ada")
      let first = try await stores.issue(1, to: ada, countLimit: 1)
      await expectProblem(.insufficientStorage) { _ = try await stores.issue(2, to: ada, countLimit: 1) }
      _ = try await stores.redeem(first, 10)
      let second = try await stores.issue(3, to: ada, countLimit: 1)
      _ = try await stores.redeem(second, 11, bytes: 3)
      let third = try await stores.issue(4, to: ada, countLimit: 1)
      let query = UploadTicketQuery(account: ada.id, limit: 10, at: Sample.time(0))
      #expect(try await stores.tickets.tickets(query).map(\.id) == [third.id, second.id])
    },
    StoreBehaviour("a new password, disabling and deletion remove an account's tickets, and nobody else's") { stores in
      let (ada, bob) = (try await stores.account("ada"), try await stores.account("bob"))
      let (cleo, dan) = (try await stores.account("cleo"), try await stores.account("dan"))
      for (number, account) in [ada, bob, cleo, dan].enumerated() { _ = try await stores.issue(number, to: account) }
      try await stores.credentials.setPasswordHash(try Sample.passwordHash("new"), of: ada.name)
      try await stores.credentials.setDisabled(true, of: bob.name)
      try await stores.administration.deleteAccount(cleo.name)
      for number in 0..<3 {
        #expect(try await stores.tickets.ticket(ofSecretHash: Sample.digest(number), at: Sample.time(0)) == nil)
      }
      #expect(try await stores.tickets.ticket(ofSecretHash: Sample.digest(3), at: Sample.time(0)) != nil)
      await expectProblem(.authenticationRequired) { _ = try await stores.issue(4, to: ada) }
      await expectProblem(.forbidden) { _ = try await stores.issue(5, to: bob) }
      await expectProblem(.conflict) { _ = try await stores.issue(6, to: cleo) }
    },
  ]
}

extension StoresUnderTest {
  /// Issues a ticket for the sample of a number, or of other bytes, that expires after 100 milliseconds.
  fileprivate func issue(
    _ number: Int, to owner: Principal, bytes: Int? = nil, countLimit: Int = 10
  ) async throws -> UploadTicket {
    let photo = UploadTicket.Promise(
      digest: Sample.digest(bytes ?? number), byteCount: 1000, type: .jpeg, caption: "Rex", visibility: .public)
    let ticket = UploadTicket(
      id: UploadTicketID(uuid: Sample.photoID(1000 + number)), owner: owner, photo: photo, createdAt: Sample.time(0),
      expiresAt: Sample.time(100))
    try await tickets.addTicket(ticket, secretHash: Sample.digest(number), countLimit: countLimit)
    return ticket
  }

  /// Adds the photo of a ticket, so many milliseconds after it was issued.
  fileprivate func redeem(_ ticket: UploadTicket, _ number: Int, bytes: Int = 1) async throws -> PhotoAddition {
    var draft = Sample.draft(number, by: ticket.owner, bytes: bytes)
    draft.ticket = ticket.id
    return try await records.addPhoto(draft, idempotency: nil)
  }
}
