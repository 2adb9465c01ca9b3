// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofCryptography
import WoofModel

@Suite struct ShareLinksTests {
  private let store = MemoryShareLinkStore()
  private let time = ManualTime()
  private let links: ShareLinks
  private let library: SampleLibrary

  init() throws {
    library = try SampleLibrary()
    links = ShareLinks(
      store: store, albums: NoAlbums(), photos: library.library, keys: ShareLinkKeys(key: [1]), time: time,
      random: RepeatableRandom())
  }

  private func makeLink(
    to photo: PhotoID = PhotoID(high: 1, low: 1)
  ) async throws -> (link: ShareLink, secret: AddressSecret) {
    let terms = ShareLink.Terms(expiresAt: try links.expiry(nil))
    return try await links.make(links.nextID(), to: .photo(photo), terms, by: library.ada)
  }

  private func refusal(_ body: () async throws -> Void) async throws -> WoofError.Code {
    try #require(await #expect(throws: WoofError.self) { try await body() }).code
  }

  // MARK: Expiry

  @Test func `a link can be used for 30 days where nothing else is said`() throws {
    #expect(try links.expiry(nil) == time.now().advanced(bySeconds: 30 * 86_400))
  }

  @Test func `a link expires after now, and within ten years`() async throws {
    let now = time.now().milliseconds
    let last = now + 10 * 365 * 86_400_000
    for milliseconds in [now + 1, last] {
      #expect(try links.expiry(Timestamp(milliseconds: milliseconds)).milliseconds == milliseconds)
    }
    for milliseconds in [now, now - 1, 0, last + 1] {
      #expect(
        try await refusal { _ = try links.expiry(Timestamp(milliseconds: milliseconds)) } == .invalidParameter)
    }
  }

  @Test func `a link is found by its secret until it expires`() async throws {
    let (link, secret) = try await makeLink()
    #expect(try await links.link(of: secret) == link)
    time.advance(by: .seconds(30 * 86_400 - 1))
    #expect(try await links.link(of: secret) == link)
    time.advance(by: .seconds(1))
    #expect(try await refusal { _ = try await links.link(of: secret) } == .notFound)
  }

  @Test func `nothing but the hash of a secret is kept, and no other secret opens the link`() async throws {
    let (first, second) = (try await makeLink(), try await makeLink())
    #expect(Set(store.secretHashes) == [first.secret.hash, second.secret.hash])
    #expect(first.secret.text != second.secret.text && first.link.id != second.link.id)
    #expect(try await links.link(of: second.secret) == second.link)
    let other = try AddressSecret(random: RepeatableRandom(seed: 99))
    #expect(try await refusal { _ = try await links.link(of: other) } == .notFound)
  }

  @Test func `a revoked link is not found by the next request`() async throws {
    let (link, secret) = try await makeLink()
    #expect(try await refusal { try await links.revoke(link.id, by: library.bob) } == .notFound)
    #expect(try await links.link(of: secret) == link)
    try await links.revoke(link.id, by: library.ada)
    #expect(try await refusal { _ = try await links.link(of: secret) } == .notFound)
    #expect(try await refusal { try await links.revoke(link.id, by: library.ada) } == .notFound)
  }

  // MARK: What is shown

  @Test func `a link to a photo shows this photo, while it is there and its owner's`() async throws {
    let (photo, other) = (
      try await library.add("dog", by: library.ada, visibility: .private),
      try await library.add("dog, too", by: library.ada)
    )
    let (link, _) = try await makeLink(to: photo.id)
    #expect(try await links.shows(photo.id, link))
    #expect(try await !links.shows(other.id, link))
    #expect(try await links.photos(of: link, after: nil, limit: 1).items.map(\.record.id) == [photo.id])
    let cursor = try await links.photos(of: link, after: nil, limit: 9).items.map(\.cursor).first
    #expect(try await links.photos(of: link, after: cursor, limit: 1).items.isEmpty)
    try await library.library.delete(photo.id, by: library.ada)
    #expect(try await !links.shows(photo.id, link))
    #expect(try await refusal { _ = try await links.photos(of: link, after: nil, limit: 1) } == .notFound)
  }

  // MARK: Visits

  /// The visits as the owner of a link is told.
  private func told(_ link: ShareLink) async throws -> ShareLink.Visits? {
    try await links.links(of: link.owner.id, to: nil, after: nil, limit: 9).items.first { $0.id == link.id }?.visits
  }

  @Test func `visits are counted before they are written, each link's for itself`() async throws {
    let (link, other) = (try await makeLink().link, try await makeLink().link)
    for _ in 0..<3 { links.noteVisit(of: link) }
    time.advance(by: .seconds(1))
    links.noteVisit(of: other)
    #expect(store.visits(of: link.id) == ShareLink.Visits())
    let expected = (
      ShareLink.Visits(count: 3, last: link.createdAt), ShareLink.Visits(count: 1, last: time.now())
    )
    #expect(try await told(link) == expected.0)
    #expect(try await told(other) == expected.1)
    #expect(try await links.link(link.id).visits == expected.0)
    let edited = try await links.edit(link.id, ShareLinkEdit(allowsDownload: true), by: library.ada)
    #expect(edited.visits == expected.0)
    try await links.writeVisits()
    #expect(store.visits(of: link.id) == expected.0 && store.visits(of: other.id) == expected.1)
  }

  @Test func `visits are added to those that have been written, and written once`() async throws {
    let link = try await makeLink().link
    for count in 1...3 {
      links.noteVisit(of: link)
      for _ in 0..<2 { try await links.writeVisits() }
      #expect(store.visits(of: link.id)?.count == count)
      #expect(try await told(link)?.count == count)
    }
  }

  @Test func `visits that cannot be written are kept for the next time`() async throws {
    let link = try await makeLink().link
    links.noteVisit(of: link)
    store.fail(with: WoofError(.unavailable, "The disk sleeps."))
    #expect(try await refusal { try await links.writeVisits() } == .unavailable)
    links.noteVisit(of: link)
    #expect(store.visits(of: link.id)?.count == 0)
    #expect(try await told(link)?.count == 2)
    store.fail(with: nil)
    try await links.writeVisits()
    #expect(store.visits(of: link.id)?.count == 2)
    #expect(try await told(link)?.count == 2)
  }

  @Test func `visits that come while others are written are not lost`() async throws {
    let link = try await makeLink().link
    links.noteVisit(of: link)
    store.whileWritingVisits { [links, time] in
      time.advance(by: .seconds(1))
      links.noteVisit(of: link)
    }
    try await links.writeVisits()
    #expect(store.visits(of: link.id)?.count == 1)
    #expect(try await told(link) == ShareLink.Visits(count: 2, last: time.now()))
    store.whileWritingVisits(nil)
    try await links.writeVisits()
    #expect(store.visits(of: link.id) == ShareLink.Visits(count: 2, last: time.now()))
  }
}
