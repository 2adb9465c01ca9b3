// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Testing

@testable import TestKit
@testable import WoofClient

/// Changes of photos, albums and share links in one log.
@Suite struct ServiceChangeTests {
  private static let token = ChangeToken(rawValue: "t")
  private static let album = SampleAlbum.numbered(1)
  private static let link = ShareLink(
    id: ShareLinkID(uuid: SampleAlbum.id.uuid), target: .album(album.id), createdAt: album.createdAt,
    expiresAt: album.createdAt, likeCount: 0)

  private static var photo: PhotoChange {
    get throws { PhotoChange(token: token, kind: .photo, photo: try SamplePhoto.metadata(of: Data([1]))) }
  }

  private static var changes: [ServiceChange] {
    get throws {
      [
        .photo(try photo), .album(album, token: token),
        .albumWithdrawn(album.id, version: 7, reason: .hidden, token: token), .link(link, token: token),
        .linkWithdrawn(link.id, reason: .deleted, token: token),
      ]
    }
  }

  @Test func `each change is read as it is written, with its token and what it is about`() throws {
    let subjects: [ChangeSubjects] = [.photos, .albums, .albums, .links, .links]
    for (change, subject) in zip(try Self.changes, subjects) {
      let data = try JSONEncoder().encode(change)
      #expect(try JSONDecoder().decode(ServiceChange.self, from: data) == change)
      #expect(change.token == Self.token && change.subject == subject)
    }
  }

  @Test func `a change is read as the service writes it`() throws {
    let json = """
      {"change":"t","kind":"album","id":"\(SampleAlbum.id)","owner":"ada","title":"Rex","visibility":"public",\
      "photoCount":3,"createdAt":"2026-05-01T10:00:00.000Z","version":7}
      """
    let change = try JSONDecoder().decode(ServiceChange.self, from: Data(json.utf8))
    guard case .album(let album, Self.token) = change else { throw TestFailure("\(change)") }
    #expect((album.title, album.version, album.contributors) == ("Rex", 7, nil))
    let lost = #"{"change":"t","kind":"album-withdrawn","reason":"new","id":"\#(SampleAlbum.id)","version":8}"#
    #expect(
      try JSONDecoder().decode(ServiceChange.self, from: Data(lost.utf8))
        == .albumWithdrawn(SampleAlbum.id, version: 8, reason: RemovalReason(rawValue: "new"), token: Self.token))
  }

  @Test func `a page is asked for with its kinds in their order`() {
    let request = ServiceChangePageRequest(kinds: [.links, .photos], since: Self.token, limit: 3)
    #expect(request.query.map { "\($0.name)=\($0.value ?? "")" } == ["kinds=photos,links", "since=t", "limit=3"])
    #expect(ChangeSubjects(parameter: "links,photos") == [.photos, .links])
    for text in ["", ",", "photos,photos", "photo", "photos,"] { #expect(ChangeSubjects(parameter: text) == nil) }
  }

  @Test func `pages are read, and published, until there are no more`() async throws {
    let service = StubService()
    let changes = try Self.changes
    service.respond(to: ServiceChangePageRequest.self) { request in
      let next = request.since == nil ? "1" : "2"
      return ServiceChangePage(
        changes: request.since == nil ? [changes[1]] : [changes[2]], next: ChangeToken(rawValue: next),
        more: request.since == nil)
    }
    #expect(try await items(service.changes(kinds: .albums)).flatMap(\.changes) == Array(changes[1...2]))
    #expect(try await values(service.changesPublisher(kinds: .albums, pageSize: 1)).map(\.next.rawValue) == ["1", "2"])
    #expect(
      service.requests.last as? ServiceChangePageRequest
        == ServiceChangePageRequest(kinds: .albums, since: ChangeToken(rawValue: "1"), limit: 1))
  }

  @Test func `a stub sends each subscriber the kinds that it asks for`() async throws {
    let service = StubService()
    for change in try Self.changes { service.send(change) }
    service.failEvents(with: WoofError(.unavailable, "over"))
    var events: [ServiceEvent] = []
    do {
      for try await event in service.events(kinds: [.albums, .links]) { events.append(event) }
    } catch is WoofError {}
    #expect(try events == Self.changes.dropFirst().map { .change($0) })
    var iterator = service.events().makeAsyncIterator()
    #expect(try await iterator.next() == .change(try Self.photo))
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a service tells of albums and links, in pages and as they happen`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      let first = try await ada.createAlbum(titled: "Rex")
      let photo = try await ada.upload(data: SamplePhoto.next()).photo.id
      var (found, token): ([ServiceChange], ChangeToken?) = ([], nil)
      for try await page in ada.changes(kinds: .all, pageSize: 1) { (found, token) = (found + page.changes, page.next) }
      #expect(found.map(\.subject) == [.photos, .albums])
      let live = Task { [token] in
        var events: [ServiceEvent] = []
        for try await event in ada.events(kinds: .all, since: token) {
          events.append(event)
          if events.count == 2 { return events }
        }
        return events
      }
      try await ada.addPhoto(photo, to: first.id)
      let link = try await ada.createLink(to: .album(first.id))
      try await ada.deleteAlbum(first.id)
      var rest: [ServiceChange] = []
      for try await page in ada.changes(kinds: .all, since: token) { rest += page.changes }
      #expect(Set(rest.map(\.subject.rawValue)) == [2, 4] && rest.count == 2)
      #expect(rest.contains { if case .linkWithdrawn(link.id, .deleted, _) = $0 { true } else { false } })
      #expect(try await live.value.count == 2)
      let error = await #expect(throws: WoofError.self) {
        for try await _ in ada.changes(kinds: .all, since: try await lastToken(of: ada)) {}
      }
      #expect(error?.code == .changeTokenExpired)
    }
  }

  private func lastToken(of client: WoofClient) async throws -> ChangeToken? {
    var token: ChangeToken?
    for try await page in client.changes() { token = page.next }
    return token
  }
}
