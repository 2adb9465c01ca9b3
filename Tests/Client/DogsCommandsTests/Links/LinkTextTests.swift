// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofClient
import WoofModel

@testable import DogsCommands

@Suite struct `Share links as text` {
  private static let uuid = PhotoID(high: 0x0193_a7b2_c4d5_7e6f, low: 0x8123_4567_89ab_cdef)
  private let album = AlbumID(uuid: uuid)

  private func link(_ target: ShareLinkTarget) throws -> ShareLink {
    ShareLink(
      id: try #require(ShareLinkID("\(Self.uuid)")), target: target, createdAt: Self.uuid.createdAt,
      expiresAt: Self.uuid.createdAt.advanced(bySeconds: 60), viewCount: 7)
  }

  @Test func `a plain link shows an album as its owner sees it, and nothing else`() throws {
    let link = try link(.album(album))
    let text = LinkText.description(of: link, LinkSubject(target: link.target, title: "Lake", photoCount: 3))
    #expect(
      text == """
        Until \(link.expiresAt), whoever has this address sees the album ‘Lake’ (3 photos now) as you see it, with what is \
        added later.
        They are not told places where photos were taken, serial numbers of cameras and names of files.
        They may not download originals.
        Who may see it otherwise stays as it is. End the link by: dogs link revoke \(link.id)

        """)
  }

  @Test func `a link tells of its password, and of what may be downloaded`() throws {
    var link = try link(.photo(Self.uuid))
    (link.hasPassword, link.allows) = (true, .download)
    let copies = LinkText.description(of: link, LinkSubject(target: link.target))
    #expect(copies.contains("whoever has this address and its password sees the photo \(Self.uuid) and its caption."))
    #expect(copies.contains("They may download originals, as copies without these details."))
    link.showsLocation = true
    let originals = LinkText.description(of: link, LinkSubject(target: link.target, title: "Rex"))
    #expect(originals.contains("the photo ‘Rex’") && originals.contains("They are told places"))
    #expect(originals.contains("They may download originals.\n"))
  }

  @Test func `a list tells the rules of each link, and what it shows`() throws {
    var plain = try link(.album(album))
    let photo = try link(.photo(Self.uuid))
    let first = LinkText.table([plain, photo], titles: [album: "Lake"], width: nil).split(separator: "\n")
    #expect(first.count == 3)
    #expect(first[0].split(separator: " ") == ["ID", "USABLE", "UNTIL", "OPENED", "WITH", "SHOWS"])
    #expect(
      first[1].split(separator: " ") == ["\(plain.id)", "\(plain.expiresAt)", "7", "-", "album", "‘Lake’"])
    #expect(first[2].hasSuffix("photo \(Self.uuid)"))
    (plain.hasPassword, plain.allows, plain.showsLocation) = (true, .download, true)
    #expect(LinkText.table([plain], titles: [:], width: nil).contains("password,download,location  album \(album)"))
  }

  @Test func `a link tells what strangers may do under a name`() throws {
    var link = try link(.album(album))
    link.allows = [.add, .like]
    let text = LinkText.description(of: link, LinkSubject(target: link.target))
    #expect(
      text.contains(
        "They may not download originals.\nUnder a name that they give, they may add photos, which are yours then, and like photos.\n"
      ))
    #expect(LinkText.table([link], titles: [:], width: nil).contains(" add,like "))
    let likes = LinkText.table(
      [LinkLike(photo: Self.uuid, name: "Oma\u{1B}[2J", likedAt: link.createdAt)], width: nil)
    #expect(likes.contains("Oma") && !likes.contains("\u{1B}"))
  }

  @Test func `a title cannot steer the terminal`() throws {
    let link = try link(.album(album))
    let subject = LinkSubject(target: link.target, title: "Lake\u{1B}[2J")
    #expect(!LinkText.description(of: link, subject).contains("\u{1B}"))
    #expect(!LinkText.table([link], titles: [album: "Lake\u{1B}[2J"], width: nil).contains("\u{1B}"))
  }

  @Test(arguments: [
    ("30d", "2026-05-31T10:00:00.000Z"), ("12h", "2026-05-01T22:00:00.000Z"),
    ("2027-01-31", "2027-01-31T00:00:00.000Z"),
    ("2027-01-31T12:00Z", "2027-01-31T12:00:00.000Z"),
  ])
  func `a link ends after a length of time or at a date`(text: String, end: String) throws {
    let now = try #require(Timestamp("2026-05-01T10:00:00.000Z"))
    let expiry: Expiry? = Expiry(text)
    #expect(try #require(expiry).timestamp(now: now).description == end)
  }

  @Test(arguments: ["", "0s", "soon", "2027-02-30", "2027-01-31T12:00", "-1d"])
  func `what is neither is no end of a link`(text: String) {
    #expect(Expiry(text) == nil)
  }
}
