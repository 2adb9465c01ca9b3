// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// What most people do in the gallery, in each browser.
@Suite(
  .enabled(if: BrowserKind.chromium.isInstalled),
  .enabled(if: BrowserKind.firefox.isInstalled, "firefox-esr is not installed, which script/test does"),
  .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryFlowTests {
  private static func cell(_ photo: String) -> String { "document.querySelector(\"li[data-id='\(photo)']\")" }

  /// Runs a browser at the gallery of a service with public photos, the oldest first.
  private static func with(
    _ kind: BrowserKind, photoCount: Int = 5, language: String = "en", isDark: Bool = false,
    _ body: @escaping @Sendable (Browser, TestService, [String]) async throws -> Void
  ) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photos = try (0..<photoCount).map { _ in try ada.addPhoto() }
      try await Browser.with(in: kind, language: language, isDark: isDark) { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/")
        try await body(browser, service, photos)
      }
    }
  }

  @Test(arguments: BrowserKind.allCases)
  func `the wall is scrolled from end to end`(kind: BrowserKind) async throws {
    try await Self.with(kind, photoCount: 150) { browser, _, photos in
      try await browser.wait(until: "\(Self.cell(photos[149]))?.querySelector('img').naturalWidth > 0")
      for _ in 0..<200 where try await browser.value("\(Self.cell(photos[0])) === null") == .bool(true) {
        _ = try await browser.value("scrollTo(0, document.documentElement.scrollHeight)")
      }
      try await browser.wait(until: "\(Self.cell(photos[0]))?.querySelector('img').naturalWidth > 0")
      _ = try await browser.value("scrollTo(0, 0)")
      try await browser.wait(until: Self.cell(photos[149]))
    }
  }

  @Test(arguments: BrowserKind.allCases)
  func `the viewer goes by keys, and Back leads to the wall`(kind: BrowserKind) async throws {
    try await Self.with(kind) { browser, _, photos in
      try await browser.wait(until: Self.cell(photos[4]))
      _ = try await browser.value("\(Self.cell(photos[4])).querySelector('a').focus()")
      try await browser.press(.enter)
      try await browser.wait(until: "document.querySelector('.viewer[open] .stage img')?.naturalWidth > 0")
      try await browser.press(.right)
      try await browser.wait(until: "location.pathname === '/photos/\(photos[3])'")
      try await browser.goBack()
      try await browser.wait(until: "location.pathname === '/' && !document.querySelector('.viewer')?.open")
      try await browser.wait(until: "document.activeElement.closest('li')?.dataset.id === '\(photos[3])'")
      try await browser.press(.enter)
      try await browser.wait(until: "document.querySelector('.viewer')?.open")
      try await browser.press(.escape)
      try await browser.wait(until: "!document.querySelector('.viewer')?.open")
    }
  }

  @Test(arguments: BrowserKind.allCases)
  func `a like is seen at once on two pages that share a stream`(kind: BrowserKind) async throws {
    try await Self.with(kind) { browser, service, photos in
      let likes = "\(Self.cell(photos[2]))?.querySelector('.likes').textContent"
      try await browser.wait(until: "\(likes) === '0'")
      let windows = try await browser.openWindow()
      try await browser.open("http://127.0.0.1:\(service.port)/")
      try await browser.wait(until: "\(likes) === '0'")
      try await eventually { try service.metrics().contains("woof_event_subscribers 1\n") }
      _ = try await service.member("bob").setFavourite(photos[2])
      try await browser.wait(until: "\(likes) === '1'")
      try await browser.use(window: windows.before)
      try await browser.wait(until: "\(likes) === '1'")
    }
  }

  @Test(arguments: BrowserKind.allCases)
  func `somebody signs in on an open page, and likes`(kind: BrowserKind) async throws {
    try await Self.with(kind) { browser, service, photos in
      try await browser.wait(until: "document.querySelector('.sign-in').hidden === false")
      let bob = try await service.addAccount("bob")
      let hidden = try service.client(bob).addPhoto("?visibility=private")
      let windows = try await browser.openWindow()
      try await browser.signIn(bob, at: service)
      try await browser.use(window: windows.before)
      try await browser.click(".sign-in")
      try await browser.wait(until: Self.cell(hidden))
      try await browser.click("li[data-id='\(photos[0])'] .likes")
      try await browser.wait(until: "\(Self.cell(photos[0])).querySelector('.likes').ariaPressed === 'true'")
      #expect(try service.client(bob).get("/v1/photos/\(photos[0])").member("isFavourite") == .bool(true))
    }
  }

  @Test(arguments: BrowserKind.allCases)
  func `pictures are chosen and become photos`(kind: BrowserKind) async throws {
    let folder = try TemporaryFolder()
    try folder.write(SampleJPEG.next(), to: "rex.jpg")
    try folder.write(SampleJPEG.large(byteCount: 9_000_000), to: "large.jpg")
    try folder.write(Array("no picture".utf8), to: "notes.jpg")
    try await GalleryVisit.with(in: kind, view: "photos", ownCount: 1) { visit in
      try await visit.pick(["rex.jpg", "large.jpg", "notes.jpg"].map(folder.path))
      let title = "document.querySelector('.uploads .title')?.textContent"
      try await visit.browser.wait(until: "\(title) === '2 added · 1 not added'")
      try await visit.browser.wait(until: "document.querySelectorAll('.wall li').length === 3")
    }
  }

  @Test(arguments: BrowserKind.allCases)
  func `a photo is found by words, and Back leaves the search`(kind: BrowserKind) async throws {
    try await GalleryVisit.with(in: kind) { visit in
      try visit.caption([visit.own[1]: "snow"])
      try await visit.wait(for: visit.own)
      try await visit.search(for: "snow")
      try await visit.wait(for: [visit.own[1]])
      try await visit.wait(forQuery: "snow")
      try await visit.browser.goBack()
      try await visit.wait(for: visit.own)
    }
  }

  @Test(arguments: BrowserKind.allCases)
  func `an album is made of photos that are selected`(kind: BrowserKind) async throws {
    try await GalleryVisit.with(in: kind) { visit in
      try await visit.check([visit.own[0], visit.own[2]])
      try await visit.browser.click(".toolbar .toAlbum")
      try await visit.browser.wait(until: "document.querySelector('.album-menu')")
      try await visit.browser.click(".album-menu .create-album")
      try await visit.browser.wait(until: "document.querySelector('.album-dialog')")
      try await visit.browser.type("Snow")
      try await visit.browser.click(".album-dialog .primary")
      try await visit.wait(forNotice: "2 photos are in \(GalleryVisit.quoted("Snow")) now.")
      let album = try #require(try visit.client.ids("/v1/me/albums").first)
      try await visit.open("/?album=\(album)")
      try await visit.wait(for: [visit.own[0], visit.own[2]])
    }
  }

  @Test(arguments: BrowserKind.allCases)
  func `a link is made, and shows a stranger what it leads to`(kind: BrowserKind) async throws {
    try await GalleryVisit.with(in: kind, ownCount: 2) { visit in
      _ = try await visit.openAlbum(photos: visit.own)
      try await visit.browser.click(".album-share")
      try await visit.browser.wait(until: "document.querySelector('.share-dialog .primary')?.disabled === false")
      try await visit.browser.click(".share-form .primary")
      let address = "document.querySelector('.share-address input')?.value"
      try await visit.browser.wait(until: address)
      let link = try #require(try await visit.browser.value(address).text)
      try await Browser.with(in: kind) { stranger in
        try await stranger.open(link)
        try await stranger.wait(until: "document.querySelectorAll('.wall li').length === 2")
        try await stranger.click("\(GalleryVisit.cell(visit.own[1])) a")
        try await stranger.wait(until: "document.querySelector('.viewer[open] .stage img')?.naturalWidth > 0")
      }
    }
  }

  @Test(arguments: BrowserKind.allCases)
  func `photos are selected, deleted and restored`(kind: BrowserKind) async throws {
    try await GalleryVisit.with(in: kind) { visit in
      try await visit.wait(for: visit.own)
      try await visit.check([visit.own[1]])
      try await visit.browser.click("\(GalleryVisit.cell(visit.own[3])) .cover", holding: .shift)
      try await visit.wait(forSelected: 3)
      try await visit.browser.click(".toolbar .delete")
      try await visit.wait(forNotice: "3 photos are in the trash.")
      try await visit.choose("trash")
      try await visit.check([visit.own[2]])
      try await visit.browser.click(".toolbar .restore")
      try await visit.wait(forNotice: "1 photo is back.")
      try await visit.choose("mine")
      try await visit.wait(for: [0, 2, 4, 5].map { visit.own[$0] })
    }
  }

  @Test(arguments: BrowserKind.allCases)
  func `what was seen is there without the service`(kind: BrowserKind) async throws {
    try await OfflineVisit.with(in: kind) { visit in
      try await visit.open()
      try await visit.waitUntilKept(visit.shown[3])
      try await visit.stop()
      try await visit.open("/?view=photos")
      for photo in visit.shown { try await visit.wait(for: photo) }
      try await visit.wait(untilOffline: true)
    }
  }

  @Test(arguments: BrowserKind.allCases)
  func `the page is in the reader's language, and dark where the system is`(kind: BrowserKind) async throws {
    try await Self.with(kind, language: "de", isDark: true) { browser, _, photos in
      try await browser.wait(until: Self.cell(photos[0]))
      try await browser.wait(until: "document.querySelector('.sign-in').textContent === 'Anmelden'")
      #expect(try await browser.value("document.documentElement.lang").text == "de")
      #expect(try await browser.value("getComputedStyle(document.body).backgroundColor").text == "rgb(20, 19, 18)")
    }
  }
}
