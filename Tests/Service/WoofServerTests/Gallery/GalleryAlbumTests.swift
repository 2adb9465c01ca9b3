// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Albums in the web gallery, as their owners use them.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryAlbumTests {
  @Test func `an album is made, and open after it`() async throws {
    try await GalleryVisit.with(view: "albums") { visit in
      try await visit.browser.wait(until: "document.querySelector('main .empty .create-album')")
      try await visit.browser.click("main .empty .create-album")
      try await visit.browser.press(.enter)
      try await visit.wait(for: "An album needs a title.", in: ".album-dialog .alarm")
      try await visit.browser.type("Snow")
      try await visit.browser.press(.enter)
      try await visit.wait(forTitle: "Snow")
      let albums = try visit.client.get("/v1/me/albums").member("items").items
      #expect(albums.map { $0["visibility"].text } == ["private"])
      let address = try await visit.browser.value("location.pathname").text
      #expect(address == albums.first?["id"].text.map { "/albums/\($0)" })
      try await visit.choose("albums")
      try await visit.wait(for: "Snow", in: ".album-card .album-title")
      try await visit.browser.goBack()
      try await visit.wait(forTitle: "Snow")
    }
  }

  @Test func `photos that are selected are added to a new album`() async throws {
    try await GalleryVisit.with { visit in
      try await visit.check([visit.own[0], visit.own[2]])
      try await visit.browser.click(".toolbar .toAlbum")
      try await visit.browser.wait(until: "document.querySelector('.album-menu')")
      try await visit.browser.click(".album-menu .create-album")
      try await visit.browser.wait(until: "document.querySelector('.album-dialog')")
      try await visit.browser.type("Snow")
      try await visit.browser.click(".album-dialog .primary")
      try await visit.wait(forNotice: "2 photos are in \(GalleryVisit.quoted("Snow")) now.")
      let album = try #require(try visit.client.ids("/v1/me/albums").first)
      #expect(try visit.photos(of: album) == [visit.own[0], visit.own[2]])
    }
  }

  @Test func `of photos that are selected one's own are added, and the message says why others are not`() async throws {
    try await GalleryVisit.with(view: "photos", otherCount: 1) { visit in
      let album = try visit.client.makeAlbum(titled: "Lake")
      try await visit.check(visit.others + visit.own[0..<2])
      try await visit.browser.click(".toolbar .toAlbum")
      try await visit.browser.wait(until: "document.querySelector('.album-menu')")
      try await visit.browser.click(".album-menu [data-album='\(album)']")
      try await visit.wait(
        forNotice: "2 photos are in \(GalleryVisit.quoted("Lake")) now. 1 of 3 is not yours and was not added.")
      #expect(try visit.photos(of: album) == Array(visit.own[0..<2]))
    }
  }

  @Test func `of many albums one is found by what is typed`() async throws {
    try await GalleryVisit.with { visit in
      for title in (1...8).map({ "Walk \($0)" }) + ["Café"] { _ = try visit.client.makeAlbum(titled: title) }
      try await visit.check([visit.own[0]])
      try await visit.browser.click(".toolbar .toAlbum")
      try await visit.browser.wait(until: "document.activeElement.matches('.album-menu input')")
      try await visit.browser.type("cafe")
      try await visit.browser.wait(
        until:
          "String([...document.querySelectorAll('.album-menu li:not([hidden]) strong')].map(e => e.textContent)) === 'Café'"
      )
    }
  }

  @Test func `photos are chosen from one's own for an album`() async throws {
    try await GalleryVisit.with { visit in
      let album = try await visit.openAlbum(photos: [visit.own[5]])
      try await visit.browser.click(".album-addphotos")
      try await visit.browser.wait(until: "document.querySelector('.toolbar.choosing')")
      for photo in [visit.own[0], visit.own[3]] {
        try await visit.browser.wait(until: "document.querySelector(\"\(GalleryVisit.cell(photo)) .check\")")
        try await visit.browser.click("\(GalleryVisit.cell(photo)) .cover")
      }
      try await visit.wait(for: "Add 2 to \(GalleryVisit.quoted("Lake"))", in: ".toolbar .pick")
      try await visit.browser.click(".toolbar .pick")
      try await visit.wait(for: [visit.own[5], visit.own[0], visit.own[3]])
      #expect(try await visit.browser.value("location.pathname").text == "/albums/\(album)")
      #expect(try visit.photos(of: album) == [visit.own[5], visit.own[0], visit.own[3]])
    }
  }

  @Test func `a photo that is dragged is before the one where it is dropped`() async throws {
    try await GalleryVisit.with { visit in
      let album = try await visit.openAlbum(photos: visit.own)
      try await visit.browser.wait(until: "document.querySelectorAll('.check').length === 6")
      try await visit.browser.drag(
        from: "\(GalleryVisit.cell(visit.own[0])) .cover", to: "\(GalleryVisit.cell(visit.own[3])) .check")
      let order = [1, 2, 0, 3, 4, 5].map { visit.own[$0] }
      try await visit.wait(for: order)
      try await eventually { try visit.photos(of: album) == order }
      #expect(try await visit.browser.value("Boolean(document.querySelector('.viewer')?.open)") == .bool(false))
    }
  }

  @Test func `a photo is moved by keys alone`() async throws {
    try await GalleryVisit.with { visit in
      let (browser, album) = (visit.browser, try await visit.openAlbum(photos: visit.own))
      try await browser.wait(until: "document.querySelectorAll('.check').length === 6")
      _ = try await browser.value("document.querySelector(\"\(GalleryVisit.cell(visit.own[0])) a\").focus()")
      try await browser.press(.space)
      _ = try await browser.value("document.querySelector('.toolbar .later').focus()")
      try await browser.press(.enter)
      try await visit.wait(forNotice: "The photo is at place 2 of 6.")
      try await browser.press(.enter)
      try await visit.wait(forNotice: "The photo is at place 3 of 6.")
      _ = try await browser.value("document.querySelector('.toolbar .earlier').focus()")
      try await browser.press(.enter)
      try await visit.wait(forNotice: "The photo is at place 2 of 6.")
      let order = [1, 0, 2, 3, 4, 5].map { visit.own[$0] }
      try await visit.wait(for: order)
      #expect(try visit.photos(of: album) == order)
    }
  }

  @Test func `what is removed from an album comes back to its place by Undo`() async throws {
    try await GalleryVisit.with { visit in
      let album = try await visit.openAlbum(photos: visit.own)
      try await visit.check([visit.own[1], visit.own[3]])
      try await visit.browser.click(".toolbar .remove")
      try await visit.wait(forNotice: "2 photos are out of the album.")
      let rest = [0, 2, 4, 5].map { visit.own[$0] }
      try await visit.wait(for: rest)
      #expect(try visit.photos(of: album) == rest)
      #expect(try visit.client.ids("/v1/me/photos").count == 6)
      try await visit.browser.click(".notice button")
      try await visit.wait(forNotice: "2 photos are back in the album.")
      try await visit.wait(for: visit.own)
      #expect(try visit.photos(of: album) == visit.own)
    }
  }

  @Test func `title and readers are changed in a dialog that says what strangers do not see`() async throws {
    try await GalleryVisit.with { visit in
      for photo in visit.own[0..<2] {
        _ = try visit.client.send("PATCH", "/v1/photos/\(photo)", json: #"{"visibility": "private"}"#)
      }
      let album = try await visit.openAlbum(photos: visit.own)
      try await visit.browser.click(".album-edit")
      let words = "2 of 6 photos are private, and strangers do not see them here."
      try await visit.browser.wait(
        until: "document.querySelector('.album-dialog .note')?.textContent.endsWith('\(words)')")
      // The title is selected, and what is typed takes its place.
      try await visit.browser.type("Sea")
      try await visit.browser.click(".album-dialog [value='public']")
      try await visit.browser.click(".album-dialog .primary")
      try await visit.wait(forTitle: "Sea")
      try await visit.wait(for: "6 photos · Public", in: ".album-head .album-about")
      let told = try visit.client.get("/v1/albums/\(album)").json()
      #expect(told["title"].text == "Sea" && told["visibility"].text == "public")
      #expect(try visit.members("visibility", of: visit.own[0..<2]) == [.string("private"), .string("private")])
    }
  }

  @Test func `a photo that is selected becomes the cover`() async throws {
    try await GalleryVisit.with { visit in
      let album = try await visit.openAlbum(photos: visit.own)
      try await visit.check([visit.own[2]])
      try await visit.browser.wait(until: "document.querySelector('.toolbar .cover').hidden === false")
      try await visit.browser.click(".toolbar .cover")
      try await visit.wait(forNotice: "This photo is the cover now.")
      #expect(try visit.client.get("/v1/albums/\(album)").member("cover") == .string(visit.own[2]))
      try await visit.choose("albums")
      try await visit.browser.wait(
        until: "document.querySelector('.album-cover img.picture')?.src.includes('\(visit.own[2])')")
    }
  }

  @Test func `an album is deleted after a question, and its photos stay`() async throws {
    try await GalleryVisit.with { visit in
      let album = try await visit.openAlbum(photos: visit.own)
      try await visit.browser.click(".album-delete")
      try await visit.browser.wait(until: "document.querySelector('.confirm').textContent.includes('Its photos stay')")
      try await visit.browser.press(.escape)
      try await visit.browser.wait(until: "document.querySelector('.confirm') === null")
      #expect(try visit.client.get("/v1/albums/\(album)").status == 200)
      try await visit.browser.click(".album-delete")
      try await visit.browser.click(".confirm .danger")
      try await visit.browser.wait(until: "location.search === '?view=albums'")
      try await visit.browser.wait(until: "document.querySelector('main .empty')")
      #expect(try visit.client.get("/v1/albums/\(album)").status == 404)
      #expect(try visit.client.ids("/v1/me/photos").count == 6)
    }
  }

  @Test func `a photo opens among those of the album, also after a reload`() async throws {
    try await GalleryVisit.with { visit in
      let photos = [visit.own[4], visit.own[0], visit.own[2]]
      let album = try await visit.openAlbum(photos: photos)
      try await visit.browser.click("\(GalleryVisit.cell(photos[0])) a")
      try await visit.browser.wait(until: "document.querySelector('.viewer')?.open")
      _ = try await visit.browser.value("(window.isOld = true, location.reload())")
      try await visit.browser.wait(until: "!window.isOld && document.querySelector('.viewer')?.open")
      try await visit.browser.press(.right)
      try await visit.browser.wait(until: "location.pathname === '/photos/\(photos[1])'")
      try await visit.browser.press(.right)
      try await visit.browser.wait(until: "location.pathname === '/photos/\(photos[2])'")
      #expect(try await visit.browser.value("document.querySelector('.after').hidden") == .bool(true))
      try await visit.browser.press(.escape)
      try await visit.browser.wait(until: "location.pathname === '/albums/\(album)'")
      try await visit.wait(for: photos)
    }
  }

  @Test func `a photo that is deleted leaves the album, and comes back to its place`() async throws {
    try await GalleryVisit.with { visit in
      _ = try await visit.openAlbum(photos: visit.own)
      try await visit.check([visit.own[2]])
      try await visit.browser.click(".toolbar .delete")
      try await visit.wait(for: [0, 1, 3, 4, 5].map { visit.own[$0] })
      try await visit.wait(for: "5 photos · Private", in: ".album-head .album-about")
      try await visit.browser.click(".notice button")
      try await visit.wait(for: visit.own)
    }
  }

  @Test func `who comes back to a page sees what has become of the album meanwhile`() async throws {
    try await GalleryVisit.with { visit in
      let album = try await visit.openAlbum(photos: visit.own)
      _ = try visit.client.send("PATCH", "/v1/albums/\(album)", json: #"{"title": "Sea"}"#)
      _ = try visit.client.delete("/v1/albums/\(album)/photos/\(visit.own[0])")
      _ = try await visit.browser.value("dispatchEvent(new Event('focus'))")
      try await visit.wait(forTitle: "Sea")
      try await visit.wait(for: Array(visit.own.dropFirst()))
    }
  }

  @Test func `what is written in a title stays text`() async throws {
    try await GalleryVisit.with { visit in
      let title = "<img src=x onerror=alert(1)> & كلب"
      let album = try await visit.openAlbum(title, photos: visit.own)
      _ = try await visit.browser.value(
        "(window.broken = [], addEventListener('securitypolicyviolation', e => broken.push(e.violatedDirective)), 1)")
      try await visit.browser.click(".album-delete")
      try await visit.wait(for: "Delete \(GalleryVisit.quoted(title))?", in: ".confirm h2")
      try await visit.browser.press(.escape)
      try await visit.choose("albums")
      try await visit.wait(for: title, in: "[data-album='\(album)'] .album-title")
      #expect(try await visit.browser.value("broken") == .array([]))
    }
  }

  @Test func `on a phone all of an album fits, and fingers meet it`() async throws {
    try await GalleryVisit.with(.phone) { visit in
      let browser = visit.browser
      _ = try await visit.openAlbum(photos: visit.own)
      try await browser.wait(until: "document.querySelectorAll('.check').length === 6")
      try await browser.touch("\(GalleryVisit.cell(visit.own[0])) .cover", for: 700)
      try await visit.wait(forSelected: 1)
      #expect(try await Self.excess(of: ".toolbar button:not([hidden])", in: browser).map { $0 <= 0 } == true)
      try await browser.click(".toolbar .clear")
      #expect(try await Self.excess(of: ".album-actions button:not([hidden])", in: browser).map { $0 <= 0 } == true)
      try await visit.choose("albums")
      try await browser.wait(until: "document.querySelector('.album-card')")
      #expect(try await Self.excess(of: ".album-card a", in: browser).map { $0 <= 0 } == true)
    }
  }

  /// How far the page or some of its elements go over the window, or lack of what a finger needs, in pixels.
  private static func excess(of selector: String, in browser: Browser) async throws -> Int64? {
    try await browser.value(
      """
      Math.max(document.documentElement.scrollWidth - innerWidth,
        ...[...document.querySelectorAll('\(selector)')].map(element => {
          const { right, width, height } = element.getBoundingClientRect();
          return Math.ceil(Math.max(right - innerWidth, 44 - width, 44 - height));
        }))
      """
    ).integer
  }
}
