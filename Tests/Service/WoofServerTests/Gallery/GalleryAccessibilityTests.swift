// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Every view of the gallery by the rules of accessibility, as far as a program can tell.
@Suite(
  .enabled(if: Browser.isInstalled),
  .enabled(if: AccessibilityEngine.script != nil, "axe-core is not in .build/axe, where script/test fetches it"),
  .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryAccessibilityTests {
  /// Opens a view, waits for what it shows, and looks at it.
  private static func look(
    at view: String, _ path: String, for selector: String, _ visit: GalleryVisit
  ) async throws {
    try await visit.open(path)
    try await visit.browser.wait(until: "document.querySelector(\"\(selector)\")?.checkVisibility()")
    try await visit.browser.expectAccessible(view)
  }

  @Test(.timeLimit(.minutes(6)), arguments: [Browser.Window.desktop, .phone])
  func `walls, the viewer and what is selected are accessible, light and dark`(window: Browser.Window) async throws {
    try await GalleryVisit.with(window, view: "photos", ownCount: 4, otherCount: 2) { visit in
      let browser = visit.browser
      try visit.caption([visit.own[0]: "Rex at the lake"])
      for isDark in [false, true] {
        let colours = isDark ? "dark" : "light"
        try await browser.prefer(isDark: isDark)
        try await Self.look(at: "wall, \(colours)", "/", for: GalleryVisit.cell(visit.own[3]), visit)
        try await browser.click("\(GalleryVisit.cell(visit.own[0])) a")
        try await browser.wait(until: "document.querySelector('.viewer[open] .stage img')?.naturalWidth > 0")
        try await browser.expectAccessible("viewer, \(colours)")
        try await browser.type("i")
        try await browser.wait(until: "document.querySelector('.panel')?.checkVisibility()")
        try await browser.expectAccessible("panel, \(colours)")
        try await visit.open("/?view=mine")
        if window == .phone {
          try await browser.wait(until: "document.querySelector(\"\(GalleryVisit.cell(visit.own[0])) .check\")")
          try await browser.touch("\(GalleryVisit.cell(visit.own[0])) .cover", for: 900)
          try await visit.wait(forSelected: 1)
        } else {
          try await visit.check(visit.own.prefix(2))
        }
        try await browser.expectAccessible("selection, \(colours)")
      }
    }
  }

  @Test(.timeLimit(.minutes(6)), arguments: [Browser.Window.desktop, .phone])
  func `albums, their dialogs and links are accessible`(window: Browser.Window) async throws {
    try await GalleryVisit.with(window, ownCount: 3) { visit in
      let browser = visit.browser
      let album = try visit.client.makeAlbum(titled: "Lake", visibility: "public", photos: visit.own)
      let holder = try LinkHolder(visit.service, visit.client, album: album, #""allows":["like"]"#)
      _ = try Guest(holder, "Oma").like(visit.own[0])
      try await Self.look(at: "albums", "/?view=albums", for: "main [href^='/albums/']", visit)
      try await Self.look(at: "album", "/albums/\(album)", for: GalleryVisit.cell(visit.own[0]), visit)
      try await browser.click(".album-share")
      try await browser.wait(until: "document.querySelector('.share-dialog .primary')?.disabled === false")
      try await browser.expectAccessible("share dialog")
      try await browser.click(".share-dialog .link-likes")
      try await browser.wait(until: "document.querySelector('.guest-likes li')")
      try await browser.expectAccessible("likes of a link")
      try await Self.look(at: "links", "/?view=links", for: ".link", visit)
    }
  }

  @Test(.timeLimit(.minutes(6)), arguments: [Browser.Window.desktop, .phone])
  func `signing in, and where somebody is signed in, are accessible`(window: Browser.Window) async throws {
    try await withService { service in
      let bob = try await service.addAccount("bob")
      _ = try service.client(bob).addPhoto()
      try BrowserPage(of: service).signIn(bob)
      try await Browser.with(window) { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/?view=account")
        try await browser.wait(until: "document.querySelector('.sign-in-dialog')?.checkVisibility()")
        try await browser.click(".sign-in-dialog .primary")
        try await browser.wait(until: "document.querySelector('.sign-in-dialog .alarm')?.textContent !== ''")
        try await browser.expectAccessible("sign-in dialog")
        for (name, value) in [("username", bob.name), ("password", bob.password)] {
          _ = try await browser.value("document.querySelector('.sign-in-dialog [name=\(name)]').value = '\(value)'")
        }
        try await browser.click(".sign-in-dialog .primary")
        try await browser.wait(until: "document.querySelectorAll('[data-session]').length === 2")
        try await browser.expectAccessible("sessions")
      }
    }
  }

  @Test(.timeLimit(.minutes(6)))
  func `lists, the account and adding are accessible`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 4) { visit in
      let browser = visit.browser
      try visit.caption([visit.own[1]: "Rex at the lake"])
      _ = try visit.client.setFavourite(visit.own[1])
      _ = try visit.client.delete("/v1/photos/\(visit.own[3])")
      _ = try visit.client.send("POST", "/v1/me/app-passwords", json: #"{"name": "Phone", "scopes": ["read"]}"#)
      try await Self.look(at: "likes", "/?view=likes", for: GalleryVisit.cell(visit.own[1]), visit)
      try await Self.look(at: "trash", "/?view=trash", for: GalleryVisit.cell(visit.own[3]), visit)
      try await Self.look(at: "search", "/?view=search&q=lake", for: GalleryVisit.cell(visit.own[1]), visit)
      try await Self.look(at: "no result", "/?view=search&q=cat", for: "main .empty", visit)
      try await Self.look(at: "account", "/?view=account", for: "[data-app-password]", visit)
      try await Self.look(at: "look-alikes", "/?view=duplicates", for: "main .empty", visit)
      let folder = try TemporaryFolder()
      try folder.write(Array("no picture".utf8), to: "notes.jpg")
      try folder.write(SampleJPEG.next(), to: "rex.jpg")
      try await visit.open("/")
      try await visit.pick(["notes.jpg", "rex.jpg"].map(folder.path))
      try await browser.wait(
        until: "document.querySelector('.uploads .title')?.textContent === '1 added · 1 not added'")
      try await browser.expectAccessible("uploads")
    }
  }

  @Test(.timeLimit(.minutes(6)))
  func `months, and pages without scripts and without an account, are accessible`() async throws {
    try await TimelineVisit.with { visit in
      try await visit.browser.expectAccessible("months")
      let album = try visit.client.makeAlbum(titled: "Lake", visibility: "public", photos: Array(visit.photos[0..<3]))
      try await visit.browser.block("*/gallery.js")
      for path in ["/", "/photos/\(visit.photos[0])", "/albums/\(album)", "/photos/nonsense"] {
        try await visit.browser.open("http://127.0.0.1:\(visit.service.port)\(path)")
        try await visit.browser.expectAccessible("\(path) without scripts")
      }
    }
  }

  @Test(.timeLimit(.minutes(6)))
  func `pages of links are accessible`() async throws {
    try await SharedVisit.with(terms: #""password": "walkies", "allows": ["like", "add", "download"]"#) { visit in
      let browser = visit.browser
      try await browser.wait(until: "document.querySelector('.lock input')")
      try await browser.expectAccessible("locked link")
      try await browser.click(".lock input")
      try await browser.type("walkies")
      try await browser.press(.enter)
      try await visit.wait(for: visit.photos)
      try await browser.expectAccessible("link")
      try await browser.click("\(GalleryVisit.cell(visit.photos[0])) .likes")
      try await browser.wait(until: "document.activeElement.matches('.name-dialog input')")
      try await browser.expectAccessible("name of a guest")
      try await browser.type("Oma")
      try await browser.press(.enter)
      try await browser.wait(until: "document.querySelector('.guest-name')?.checkVisibility()")
      try await browser.click(".shared-head .add")
      try await browser.wait(until: "document.querySelector('.uploads')?.checkVisibility()")
      try await browser.expectAccessible("guest who adds")
      try visit.revoke()
      try await visit.open()
      try await browser.wait(until: "document.querySelector('main .empty')")
      try await browser.expectAccessible("revoked link")
    }
  }
}
