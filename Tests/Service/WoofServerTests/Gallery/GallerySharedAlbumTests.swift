// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Albums in the web gallery that others see or add to, and what is uploaded into one.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GallerySharedAlbumTests {
  /// Runs a browser of somebody who has not signed in, at the page of an album of two public photos and a private one.
  private static func withStranger(
    visibility: String,
    _ body: @escaping @Sendable (Browser, TestService, Credential, _ photos: [String]) async throws -> Void
  ) async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let client = service.client(ada)
      let photos = try ["public", "private", "public"].map { try client.addPhoto("?visibility=\($0)") }
      let album = try client.makeAlbum(titled: "Lake", visibility: visibility, photos: photos)
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/?album=\(album)")
        try await body(browser, service, ada, photos)
      }
    }
  }

  private static let shown = "String([...document.querySelectorAll('.wall li')].map(cell => cell.dataset.id))"

  @Test func `a stranger sees of a public album its public photos`() async throws {
    try await Self.withStranger(visibility: "public") { browser, _, _, photos in
      try await browser.wait(until: "\(Self.shown) === '\(photos[0]),\(photos[2])'")
      let about = try await browser.value("document.querySelector('.album-head .album-about').textContent")
      #expect(about.text == "2 photos · by ada · Public")
      let offers = try await browser.value(
        "String([...document.querySelectorAll('.album-actions button:not([hidden])')].map(e => e.className))")
      #expect(offers.text == "album-download")
      try await browser.click(".tabs [data-view='albums']")
      try await browser.wait(until: "document.querySelector('.album-card .album-title')?.textContent === 'Lake'")
    }
  }

  @Test func `an unlisted album is seen by its address only`() async throws {
    try await Self.withStranger(visibility: "unlisted") { browser, _, _, photos in
      try await browser.wait(until: "\(Self.shown) === '\(photos[0]),\(photos[2])'")
      try await browser.click(".tabs [data-view='albums']")
      try await browser.wait(
        until: "document.querySelector('main .empty')?.textContent.startsWith('No public albums yet.')")
    }
  }

  @Test func `the address of a private album says to strangers that it is not for them, and leads on`() async throws {
    try await Self.withStranger(visibility: "private") { browser, _, _, _ in
      try await browser.wait(
        until:
          "document.querySelector('main .empty')?.textContent.startsWith('This album is not here, or not for you.')")
      #expect(try await browser.value("document.querySelectorAll('.wall li').length") == 0)
      try await browser.click("main .empty .primary")
      try await browser.wait(until: "location.search === '?view=albums'")
    }
  }

  @Test func `who signs in at the address of a private album sees it`() async throws {
    try await Self.withStranger(visibility: "private") { browser, service, ada, photos in
      try await browser.wait(until: "document.querySelector('main .empty')")
      let windows = try await browser.openWindow()
      try await browser.signIn(ada, at: service)
      try await browser.use(window: windows.before)
      try await browser.click(".sign-in")
      try await browser.wait(until: "\(Self.shown) === '\(photos.joined(separator: ","))'")
      try await browser.wait(until: "document.querySelector('.album-delete:not([hidden])')")
      #expect(try await browser.value("document.querySelector('main .empty')") == .null)
    }
  }

  @Test func `an album that does not exist is said not to`() async throws {
    try await GalleryVisit.with { visit in
      try await visit.open("/?album=0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11")
      try await visit.browser.wait(
        until: "document.querySelector('main .empty')?.textContent.startsWith('This album is not here')")
    }
  }

  @Test func `the owner lets others add, and no longer`() async throws {
    try await GalleryVisit.with { visit in
      _ = try await visit.service.addAccount("eve")
      let (browser, album) = (visit.browser, try await visit.openAlbum(photos: visit.own))
      try await browser.click(".album-people")
      try await browser.wait(until: "document.activeElement.matches('.contributors input')")
      try await browser.type("mallory")
      try await browser.press(.enter)
      try await visit.wait(for: "There is no account \(GalleryVisit.quoted("mallory")).", in: ".contributors .alarm")
      _ = try await browser.value("document.activeElement.select()")
      try await browser.type("eve")
      try await browser.press(.enter)
      try await visit.wait(for: "eve", in: ".contributors .names span")
      #expect(try visit.client.get("/v1/albums/\(album)").member("contributors") == .array([.string("eve")]))
      try await browser.click(".contributors .remove")
      try await browser.wait(until: "document.querySelector('.contributors .names').hidden")
      #expect(try visit.client.get("/v1/albums/\(album)").member("contributors") == .array([]))
    }
  }

  @Test func `a contributor adds photos, and leaves`() async throws {
    try await GalleryVisit.with(otherCount: 2) { visit in
      let eve = try await visit.service.member("eve")
      let photo = try eve.addPhoto()
      let album = try await visit.openAlbum("Shared", by: eve, contributors: ["bob"], photos: [photo])
      try await visit.browser.click(".album-addphotos")
      try await visit.browser.wait(until: "document.querySelector(\"\(GalleryVisit.cell(visit.own[1])) .check\")")
      try await visit.browser.click("\(GalleryVisit.cell(visit.own[1])) .cover")
      try await visit.browser.click(".toolbar .pick")
      try await visit.wait(for: [photo, visit.own[1]])
      try await visit.browser.click(".album-leave")
      try await visit.browser.click(".confirm .danger")
      try await visit.browser.wait(until: "location.search === '?view=albums'")
      try await visit.wait(forNotice: "You have left \(GalleryVisit.quoted("Shared")).")
      let told = try eve.get("/v1/albums/\(album)").json()
      #expect(told["contributors"] == .array([]) && told["photoCount"] == .integer(2))
    }
  }

  @Test func `a contributor takes out what is its own`() async throws {
    try await GalleryVisit.with { visit in
      let eve = try await visit.service.member("eve")
      let photo = try eve.addPhoto()
      let album = try eve.makeAlbum(titled: "Shared", photos: [photo])
      _ = try eve.put("/v1/albums/\(album)/contributors/bob")
      _ = try visit.client.put("/v1/albums/\(album)/photos/\(visit.own[0])")
      try await visit.open("/albums/\(album)")
      try await visit.wait(for: [photo, visit.own[0]])
      try await visit.check([photo, visit.own[0]])
      try await visit.browser.click(".toolbar .remove")
      try await visit.wait(forNotice: "1 photo is out of the album. 1 of 2 is not yours and stayed.")
      try await visit.wait(for: [photo])
      #expect(try eve.ids("/v1/albums/\(album)/photos") == [photo])
    }
  }

  @Test func `what is uploaded while an album is open is in it, also what was there already`() async throws {
    try await GalleryVisit.with(ownCount: 1) { visit in
      let (folder, known) = (try TemporaryFolder(), SampleJPEG.next())
      let here = try #require(try visit.client.add(known)["id"].text)
      for (name, bytes) in [("new.jpg", SampleJPEG.next()), ("known.jpg", known)] { try folder.write(bytes, to: name) }
      let album = try await visit.openAlbum(photos: [visit.own[0]])
      try await visit.openUploads()
      try await visit.browser.wait(
        until:
          "document.querySelector('.uploads .about').textContent.endsWith('They are added to \(GalleryVisit.quoted("Lake")).')"
      )
      try await visit.pick(["new.jpg", "known.jpg"].map { folder.path($0) })
      try await visit.browser.wait(until: "document.querySelectorAll('.wall li').length === 3")
      let photos = try visit.photos(of: album)
      #expect(photos.count == 3 && photos.contains(here) && photos.first == visit.own[0])
    }
  }

  @Test func `what is dropped on an open album is in it, and what is dropped elsewhere is not`() async throws {
    try await GalleryVisit.with(ownCount: 1) { visit in
      let folder = try TemporaryFolder()
      for name in ["one.jpg", "two.jpg"] { try folder.write(SampleJPEG.next(), to: name) }
      let album = try await visit.openAlbum(photos: [visit.own[0]])
      try await visit.browser.drop([folder.path("one.jpg")])
      try await visit.browser.wait(until: "document.querySelectorAll('.wall li').length === 2")
      try await visit.choose("mine")
      try await visit.browser.wait(until: "document.querySelectorAll('.wall li').length === 2")
      try await visit.browser.drop([folder.path("two.jpg")])
      try await visit.browser.wait(until: "document.querySelectorAll('.wall li').length === 3")
      #expect(try visit.photos(of: album).count == 2)
    }
  }
}
