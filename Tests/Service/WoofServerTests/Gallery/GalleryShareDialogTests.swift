// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Making share links in the web gallery, as owners do.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryShareDialogTests {
  /// Runs a browser at the dialog that shares an album of two photos, the second of which is private.
  private static func withDialog(
    _ window: Browser.Window = .desktop, links: [String] = [],
    _ body: @escaping @Sendable (GalleryVisit, _ album: String) async throws -> Void
  ) async throws {
    try await GalleryVisit.with(window, ownCount: 2) { visit in
      _ = try visit.client.send("PATCH", "/v1/photos/\(visit.own[1])", json: #"{"visibility": "private"}"#)
      let album = try await visit.openAlbum(photos: visit.own)
      for members in links { _ = try LinkHolder(visit.service, visit.client, album: album, members) }
      try await visit.browser.click(".album-share")
      try await visit.browser.wait(until: "document.querySelector('.share-dialog .primary')?.disabled === false")
      try await body(visit, album)
    }
  }

  private static let summary = "document.querySelector('.share-dialog .summary')?.textContent"

  private static func links(_ visit: GalleryVisit) throws -> [JSONValue] {
    try visit.client.get("/v1/links").member("items").items
  }

  /// Chooses what the pointer reaches through its label.
  private static func choose(_ selector: String, _ visit: GalleryVisit) async throws {
    _ = try await visit.browser.value("(document.querySelector(\"\(selector)\").click(), true)")
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `the dialog says what strangers will see, and makes nothing before its button`(
    window: Browser.Window
  ) async throws {
    try await Self.withDialog(window) { visit, _ in
      let first = "Whoever has this link sees 2 photos of this album, 1 of them private, and what is added later."
      let bare = "They see no places, no camera serial numbers and no file names. They cannot download originals."
      try await visit.browser.wait(until: "\(Self.summary)?.startsWith('\(first) \(bare)')")
      try await Self.choose(".share-form [name='allows']", visit)
      let downloads = "They can download the photos in full size, without these details."
      try await visit.browser.wait(until: "\(Self.summary).includes('\(downloads)')")
      try await Self.choose(".share-form [name='location']", visit)
      try await visit.browser.wait(until: "\(Self.summary).includes('They see the names of files')")
      #expect(try await visit.browser.value("document.querySelector('.share-form .warning').hidden") == false)
      try await visit.browser.click(".share-form [name='link-secret']")
      try await visit.browser.type("walkies")
      try await visit.browser.wait(until: "\(Self.summary).startsWith('Whoever has this link and the password sees')")
      #expect(try Self.links(visit).isEmpty)
      try await visit.browser.press(.escape)
      try await visit.browser.wait(until: "!document.querySelector('.share-dialog')")
      #expect(try Self.links(visit).isEmpty)
    }
  }

  @Test func `a link that is made opens for whoever has its address, which is shown once`() async throws {
    try await Self.withDialog { visit, album in
      try await Self.choose(".share-form [name='period'][value='week']", visit)
      try await Self.choose(".share-form [name='allows']", visit)
      try await visit.browser.click(".share-form .primary")
      try await visit.browser.wait(until: "document.activeElement.matches('.share-address input')")
      let address = try await visit.browser.value("document.activeElement.value").text ?? ""
      #expect(address.hasPrefix("http://127.0.0.1:\(visit.service.port)/s/"))
      let selected = try await visit.browser.value("document.activeElement.selectionEnd")
      #expect(selected.integer == Int64(address.count))
      let link = try #require(try Self.links(visit).first)
      #expect(link["album"] == .string(album) && link["allows"] == .array(["download"]))
      #expect(link["location"] == false && link["hasPassword"] == false)
      let created = try #require(link["createdAt"].text.flatMap { Timestamp($0) })
      let expires = try #require(link["expiresAt"].text.flatMap { Timestamp($0) })
      #expect(abs(expires.milliseconds - created.milliseconds - 7 * 86_400_000) < 60_000)
      try await visit.browser.wait(until: "document.querySelectorAll('.share-links .link').length === 1")
      try await visit.browser.click(".share-address .done")
      try await visit.browser.click(".album-share")
      try await visit.browser.wait(until: "document.querySelectorAll('.share-links .link').length === 1")
      let secret = try #require(address.split(separator: "/").last)
      #expect(try await visit.browser.value("document.documentElement.outerHTML.includes('\(secret)')") == false)
      try await visit.browser.open(address)
      try await visit.wait(for: visit.own)
      try await visit.wait(for: "Lake", in: ".shared-head h1")
    }
  }

  @Test func `a link with a password is made with it, and a short one is refused`() async throws {
    try await Self.withDialog { visit, _ in
      try await visit.browser.click(".share-form [name='link-secret']")
      try await visit.browser.type("abc")
      try await visit.browser.click(".share-form .primary")
      try await visit.wait(for: "A password has four letters or more.", in: ".share-form .alarm")
      #expect(try Self.links(visit).isEmpty)
      try await visit.browser.type("def")
      try await visit.browser.click(".share-form .primary")
      try await visit.browser.wait(until: "document.querySelector('.share-address input')")
      #expect(try Self.links(visit).map { $0["hasPassword"] } == [true])
    }
  }

  @Test func `a link is revoked after a question`() async throws {
    try await Self.withDialog(links: [#""password":"walkies""#]) { visit, _ in
      try await visit.browser.wait(until: "document.querySelector('.link')?.textContent.includes('never opened')")
      #expect(try await visit.browser.value("document.querySelector('.link').textContent.includes('Password')") == true)
      try await visit.browser.click(".link .revoke")
      try await visit.browser.wait(until: "document.querySelector('.confirm')")
      #expect(try Self.links(visit).count == 1)
      try await visit.browser.click(".confirm .danger")
      try await visit.wait(for: "The link is revoked.", in: ".links .note")
      #expect(try Self.links(visit).isEmpty)
      #expect(try await visit.browser.value("document.querySelectorAll('.link').length") == 0)
    }
  }

  @Test func `the rules of a link are changed, and its password can be taken away`() async throws {
    try await Self.withDialog(links: [#""password":"walkies""#]) { visit, _ in
      try await visit.browser.wait(until: "document.querySelector('.link .change')")
      let before = try #require(try Self.links(visit).first)
      try await visit.browser.click(".link .change")
      try await visit.browser.wait(until: "document.querySelector('.share-change')")
      try await Self.choose(".share-change [value='none']", visit)
      try await Self.choose(".share-change [name='allows']", visit)
      try await visit.browser.click(".share-change .primary")
      try await visit.wait(for: "What you have changed counts from now on.", in: ".links .note")
      let after = try #require(try Self.links(visit).first)
      #expect(after["hasPassword"] == false && after["allows"] == .array(["download"]))
      #expect(after["expiresAt"] == before["expiresAt"])
    }
  }

  @Test func `one photo of one's own is shared from the bar`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 2, otherCount: 1) { visit in
      let hidden = "document.querySelector('.toolbar .share').hidden"
      try await visit.check([visit.own[0]])
      try await visit.browser.wait(until: "!\(hidden)")
      try await visit.check([visit.own[1]])
      try await visit.browser.wait(until: hidden)
      try await visit.check(visit.own + visit.others)
      try await visit.wait(forSelected: 1)
      #expect(try await visit.browser.value(hidden) == true)
      try await visit.check([visit.others[0], visit.own[0]])
      try await visit.browser.click(".toolbar .share")
      try await visit.browser.wait(until: "\(Self.summary)?.startsWith('Whoever has this link sees this photo. ')")
      try await visit.browser.click(".share-form .primary")
      try await visit.browser.wait(until: "document.querySelector('.share-address input')")
      #expect(try Self.links(visit).map { $0["photo"] } == [.string(visit.own[0])])
    }
  }

  @Test func `one's own photo is shared from its panel, and nobody else's`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 1, otherCount: 1) { visit in
      for (photo, isOwn) in [(visit.others[0], false), (visit.own[0], true)] {
        try await visit.open("/photos/\(photo)")
        try await visit.browser.wait(until: "document.querySelector('.viewer')?.open")
        try await visit.browser.type("i")
        try await visit.browser.wait(until: "document.querySelector('.panel .share')?.hidden === \(!isOwn)")
      }
      try await visit.browser.click(".panel .share")
      try await visit.browser.wait(until: "\(Self.summary)?.startsWith('Whoever has this link sees this photo. ')")
    }
  }

  @Test func `all links are listed with where they lead, and revoked there`() async throws {
    try await GalleryVisit.with(ownCount: 2) { visit in
      let album = try visit.client.makeAlbum(titled: "Lake", visibility: "private", photos: visit.own)
      _ = try LinkHolder(visit.service, visit.client, album: album)
      _ = try LinkHolder(visit.service, visit.client, photo: visit.own[0])
      try await visit.choose("links")
      let leads = "[...document.querySelectorAll('.link-lead')].map(lead => lead.getAttribute('href')).join(' ')"
      try await visit.browser.wait(until: "\(leads) === '/photos/\(visit.own[0]) /albums/\(album)'")
      try await visit.wait(for: "Album \(GalleryVisit.quoted("Lake"))", in: ".link:last-child .link-lead")
      try await visit.browser.click(".link:first-child .revoke")
      try await visit.browser.wait(until: "document.querySelector('.confirm')")
      try await visit.browser.click(".confirm .danger")
      try await visit.browser.wait(until: "\(leads) === '/albums/\(album)'")
      #expect(try Self.links(visit).map { $0["album"] } == [.string(album)])
      try await visit.choose("mine")
      try await visit.wait(for: visit.own)
      #expect(try await visit.browser.value("document.querySelector('.link-list')") == .null)
    }
  }
}
