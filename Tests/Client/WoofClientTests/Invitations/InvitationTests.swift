// SPDX-License-Identifier: Apache-2.0

import Combine
import Foundation
import Testing

@testable import WoofClient

@Suite struct InvitationTests {
  private let service = StubService()

  private func json(_ request: some APIRequest) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: try #require(try request.content).data)
  }

  private func link() throws -> InvitationLink { try #require(InvitationLink(token: SampleLink.token)) }

  private static func invitation(_ number: UInt64) -> Invitation {
    let uuid = PhotoID(high: 0x0193_a7b2_c4d5_7001, low: 0x8000_0000_0000_0000 | number)
    return Invitation(
      id: "\(uuid)", createdAt: uuid.createdAt, expiresAt: uuid.createdAt.advanced(bySeconds: 60))
  }

  // MARK: Links

  @Test(arguments: [
    ("https://photos.example.org/join/", "https://photos.example.org"),
    ("http://127.0.0.1:9663/join/", "http://127.0.0.1:9663"),
    ("https://example.org/woof/join/", "https://example.org/woof"),
  ])
  func `the address of an invitation tells its token and its service`(start: String, service: String) throws {
    for end in ["", "/", "?a=b#c"] {
      let url = try #require(URL(string: start + SampleLink.token + end))
      let link = try #require(InvitationLink(url: url))
      #expect(link.token == SampleLink.token && link.serviceURL?.absoluteString == service)
      #expect(!"\(link)".contains(link.token) && !String(reflecting: link).contains(link.token))
    }
  }

  @Test(arguments: ["https://example.org/s/", "https://example.org/", "/join/", "https://example.org/join/x"])
  func `another address is no invitation`(start: String) throws {
    #expect(InvitationLink(url: try #require(URL(string: start + SampleLink.token))) == nil)
    #expect(InvitationLink(token: start) == nil)
  }

  // MARK: Requests

  @Test func `an invitation is for one account unless more is said`() throws {
    #expect(try json(InvitationRequest()) == .object(["useLimit": 1]))
    let end = try #require(Timestamp("2027-01-31T12:00:00.000Z"))
    let request = InvitationRequest(note: "Bob", useLimit: 3, expiresAt: end)
    #expect(
      try json(request) == .object(["note": "Bob", "useLimit": 3, "expiresAt": "2027-01-31T12:00:00.000Z"]))
    #expect(!request.isIdempotent && RevokeInvitationRequest(id: "a").isIdempotent)
  }

  @Test func `a sign-up has an invitation where there is one, and nobody's credential`() throws {
    let open = SignUpRequest(name: "bob", password: "ears flapping")
    #expect(try json(open) == .object(["name": "bob", "password": "ears flapping"]))
    let invited = SignUpRequest(name: "bob", password: "ears flapping", invitation: try link())
    let expected: JSONValue = .object([
      "name": "bob", "password": "ears flapping", "invitation": .string(SampleLink.token),
    ])
    #expect(try json(invited) == expected)
    #expect(!invited.sendsCredential && !invited.isIdempotent)
    let received = ReceivedInvitationRequest(try link())
    #expect(received.path == "/v1/join/\(SampleLink.token)" && !received.sendsCredential)
  }

  // MARK: Responses

  @Test func `an invitation is read with all that a service tells of it`() throws {
    let text = """
      {"url":"https://photos.example.org/join/\(SampleLink.token)","token":"\(SampleLink.token)","id":"a","note":"Bob",\
      "createdAt":"2026-05-01T10:00:00.000Z","expiresAt":"2026-05-08T10:00:00.000Z","useLimit":2,"useCount":2,\
      "accounts":["bob"]}
      """
    let invitation = try JSONDecoder().decode(Invitation.self, from: Data(text.utf8))
    #expect(invitation.url.flatMap { InvitationLink(url: $0) }?.token == invitation.token)
    #expect(invitation.note == "Bob" && invitation.useLimit == 2 && invitation.accounts == ["bob"])
  }

  // MARK: Calls

  @Test(arguments: [0, 1, 2, 5])
  func `all invitations of a list come in their order`(count: UInt64) async throws {
    let all = (0..<count).map { Self.invitation($0) }
    service.respond(to: InvitationPageRequest.self) { .sample(of: all, after: $0.after) }
    let read = try await items(service.invitations(pageSize: 2))
    #expect(read == all)
    #expect(try await values(service.invitationsPublisher()) == all)
  }

  @Test func `what is made, looked at, used and revoked is published`() async throws {
    let made = Self.invitation(1)
    service.respond(to: InvitationRequest.self) { request in
      var made = made
      (made.note, made.useLimit) = (request.note, request.useLimit)
      return made
    }
    service.respond(to: RevokeInvitationRequest.self) { _ in }
    service.respond(to: ReceivedInvitationRequest.self) { _ in ReceivedInvitation(inviter: "ada") }
    service.respond(to: SignUpRequest.self) { Account(name: $0.name, createdAt: made.createdAt) }
    let invitations = try await values(service.makeInvitationPublisher(note: "Bob", useLimit: 2))
    #expect(invitations.map(\.note) == ["Bob"] && invitations.map(\.useLimit) == [2])
    let received = try await values(service.receivedInvitationPublisher(try link()))
    #expect(received.map(\.inviter) == ["ada"])
    let accounts = try await values(
      service.signUpPublisher(name: "bob", password: "ears flapping", invitation: try link()))
    #expect(accounts.map(\.name) == ["bob"])
    let endCount = try await values(service.revokeInvitationPublisher(made.id)).count
    #expect(endCount == 1 && service.requests.last as? RevokeInvitationRequest == RevokeInvitationRequest(id: made.id))
  }
}
