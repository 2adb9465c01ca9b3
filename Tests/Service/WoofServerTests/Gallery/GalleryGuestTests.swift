// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Likes and photos of strangers on the page of a share link, and what the link's owner sees of them.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryGuestTests {
  private static func likes(of photo: String) -> String { "\(GalleryVisit.cell(photo)) .likes" }

  /// Gives a name in the dialog that asks for one.
  private static func introduce(_ name: String, _ visit: SharedVisit) async throws {
    try await visit.browser.wait(until: "document.activeElement.matches('.name-dialog input')")
    try await visit.browser.type(name)
    try await visit.browser.press(.enter)
    try await visit.browser.wait(until: "!document.querySelector('.name-dialog')")
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `a stranger likes photos under a name that is asked for once`(window: Browser.Window) async throws {
    try await SharedVisit.with(window, terms: #""allows":["like"]"#) { visit in
      try await visit.wait(for: visit.photos)
      try await visit.browser.click(Self.likes(of: visit.photos[0]))
      try await Self.introduce("Oma", visit)
      let pressed = "document.querySelector(\"\(Self.likes(of: visit.photos[0]))\").ariaPressed"
      try await visit.browser.wait(until: "\(pressed) === 'true'")
      try await visit.wait(for: "1", in: Self.likes(of: visit.photos[0]))
      let name = try await visit.browser.value("document.querySelector('.guest-name').textContent")
      #expect(name.text?.contains("Oma") == true)
      // In the viewer, by the key, without being asked again.
      try await visit.show(visit.photos[1])
      try await visit.browser.type("l")
      try await visit.browser.wait(until: "document.querySelector('.viewer .likes').ariaPressed === 'true'")
      let list = try visit.service.client(visit.owner).get("/v1/links/\(visit.link)/likes").member("items").items
      #expect(list.map { $0["photo"].text } == [visit.photos[1], visit.photos[0]])
      #expect(list.allSatisfy { $0["name"] == "Oma" })
      let kept = "document.cookie.length + localStorage.length + sessionStorage.length"
      #expect(try await visit.browser.value(kept) == 0)
      let overflow = try await visit.browser.value("document.documentElement.scrollWidth - innerWidth")
      #expect(overflow.integer.map { $0 <= 0 } == true)
      // The browser keeps the name for this link, and takes a like back.
      try await visit.open()
      try await visit.browser.wait(until: "document.querySelector('.guest-name')?.checkVisibility()")
      try await visit.wait(for: visit.photos)
      try await visit.browser.click(Self.likes(of: visit.photos[0]))
      try await visit.wait(for: "0", in: Self.likes(of: visit.photos[0]))
    }
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `a stranger adds photos, of which what is refused says why`(window: Browser.Window) async throws {
    try await SharedVisit.with(window, terms: #""allows":["add"]"#) { visit in
      let owner = visit.service.client(visit.owner)
      let secret = SampleJPEG.next()
      try owner.add(secret, "?visibility=private")
      let folder = try TemporaryFolder()
      for (name, bytes) in [("new.jpg", SampleJPEG.next()), ("theirs.jpg", secret), ("notes.jpg", Array("no".utf8))] {
        try folder.write(bytes, to: name)
      }
      try await visit.wait(for: visit.photos)
      #expect(try await visit.browser.value("document.querySelectorAll('.likes:not([hidden])').length") == 0)
      try await visit.browser.click(".shared-head .add")
      try await Self.introduce("Oma", visit)
      try await visit.browser.wait(until: "document.querySelector('.uploads')?.checkVisibility()")
      let about = "document.querySelector('.uploads .about').textContent"
      try await visit.browser.wait(until: "\(about).startsWith('What you add belongs to ada then')")
      #expect(
        try await visit.browser.value("document.querySelector('.uploads .visibility').checkVisibility()") == false)
      try await visit.browser.choose(
        ["new.jpg", "theirs.jpg", "notes.jpg"].map { folder.path($0) }, in: ".uploads .picker")
      try await visit.wait(for: "1 added · 2 not added", in: ".uploads .title")
      let reasons = try await visit.browser.value(
        "[...document.querySelectorAll('.uploads [data-state=refused] .about')].map(({ textContent }) => textContent)")
      #expect(reasons.items.contains("Whoever made this link has the photo already."))
      #expect(reasons.items.contains { $0.text?.hasPrefix("Not a picture") == true })
      try await visit.browser.wait(until: "document.querySelectorAll('.wall li').length === 4")
      let added = try #require(try owner.ids("/v1/me/photos").first)
      let metadata = try owner.get("/v1/photos/\(added)").json()
      #expect(metadata["fileName"] == "new.jpg" && metadata["visibility"] == "private")
      try await visit.browser.wait(until: "document.querySelector('.shared-head p').textContent.includes('4 photos')")
    }
  }

  @Test func `a link that is revoked or locked meanwhile says so at the next like`() async throws {
    try await SharedVisit.with(terms: #""allows":["like","add"]"#) { visit in
      try await visit.wait(for: visit.photos)
      try await visit.browser.click(Self.likes(of: visit.photos[0]))
      try await Self.introduce("Oma", visit)
      try await visit.wait(for: "1", in: Self.likes(of: visit.photos[0]))
      _ = try visit.service.client(visit.owner).send(
        "PATCH", "/v1/links/\(visit.link)", json: #"{"password":"walkies"}"#)
      try await visit.browser.click(Self.likes(of: visit.photos[1]))
      try await visit.browser.wait(until: "document.activeElement.matches('.lock input')")
      try await visit.browser.type("walkies")
      try await visit.browser.press(.enter)
      try await visit.wait(for: visit.photos)
      try visit.revoke()
      try await visit.browser.click(Self.likes(of: visit.photos[1]))
      try await visit.wait(for: SharedVisit.gone, in: "main .empty")
    }
  }

  @Test func `a link to one photo takes likes below the photo`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto("?visibility=private")
      let holder = try LinkHolder(service, ada, photo: photo, #""allows":["like"]"#)
      _ = try Guest(holder, "Opa").like(photo)
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)\(holder.page)")
        try await browser.wait(until: "document.querySelector('.shared-photo .likes')?.textContent === '1'")
        #expect(try await browser.value("document.querySelector('.shared-photo .likes').title") == "Opa")
        try await browser.click(".shared-photo .likes")
        try await browser.wait(until: "document.activeElement.matches('.name-dialog input')")
        try await browser.press(.enter)
        try await browser.wait(until: "document.querySelector('.name-dialog .alarm').textContent.startsWith('A name')")
        try await browser.type("Oma")
        try await browser.press(.enter)
        try await browser.wait(until: "document.querySelector('.shared-photo .likes')?.textContent === '2'")
      }
    }
  }

  @Test func `an owner allows likes and photos in words that say what they mean, and sees what came of it`()
    async throws
  {
    try await GalleryVisit.with(ownCount: 2) { visit in
      let album = try await visit.openAlbum(photos: visit.own)
      try await visit.browser.click(".album-share")
      try await visit.browser.wait(until: "document.querySelector('.share-dialog .primary')?.disabled === false")
      for name in ["likes", "adding"] {
        _ = try await visit.browser.value("(document.querySelector(\".share-form [name='\(name)']\").click(), true)")
      }
      let summary = "document.querySelector('.share-dialog .summary').textContent"
      try await visit.browser.wait(
        until: "\(summary).includes('They can like photos, under a name that nobody checks.')")
      try await visit.browser.wait(until: "\(summary).includes('These belong to you and count for your storage')")
      try await visit.browser.click(".share-form .primary")
      try await visit.browser.wait(until: "document.querySelector('.share-address input')")
      let link = try #require(try visit.client.get("/v1/links").member("items").items.first)
      #expect(link["allows"] == .array(["add", "like"]))
      let guest = try Guest(
        try LinkHolder(visit.service, visit.client, album: album, #""allows":["like","add"]"#), "Oma")
      #expect(try guest.like(visit.own[0]).status == 200)
      let added = try #require(try guest.add().member("id").text)
      try await visit.open("/?album=\(album)")
      try await visit.browser.wait(until: "document.querySelectorAll('.wall li').length === 3")
      try await visit.browser.click("\(GalleryVisit.cell(added)) a")
      try await visit.browser.wait(
        until: "document.querySelector('.viewer .words')?.textContent.includes('added by Oma through a link')")
      try await visit.browser.press(.escape)
      try await visit.browser.wait(until: "!document.querySelector('.viewer')?.open")
      try await visit.browser.click(".album-share")
      try await visit.browser.wait(until: "document.querySelector('.link .link-likes')?.textContent === '1 like'")
      try await visit.browser.click(".link .link-likes")
      try await visit.browser.wait(until: "document.querySelector('.guest-likes li')?.textContent.includes('Oma')")
    }
  }
}
