// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// The views of the web gallery, and what it tells of one photo.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryViewTests {
  @Test func `each view shows what it should, and Back leads through them`() async throws {
    try await GalleryVisit.with(view: "photos", otherCount: 3) { visit in
      _ = try visit.client.setFavourite(visit.others[1])
      _ = try visit.client.delete("/v1/photos/\(visit.own[0])")
      try await visit.open("/?view=photos")
      let own = Array(visit.own.dropFirst())
      try await visit.wait(for: visit.others + own)
      try await visit.choose("mine")
      try await visit.wait(for: own)
      try await visit.choose("likes")
      try await visit.wait(for: [visit.others[1]])
      try await visit.choose("trash")
      try await visit.wait(for: [visit.own[0]])
      #expect(try await visit.browser.value("document.querySelectorAll('.wall a').length") == .integer(0))
      #expect(try await visit.browser.value("location.search").text == "?view=trash")
      try await visit.browser.goBack()
      try await visit.wait(for: [visit.others[1]])
      let current = try await visit.browser.value("document.querySelector('.tabs [aria-current]').dataset.view")
      #expect(current.text == "likes")
    }
  }

  @Test func `an empty view says what to do`() async throws {
    try await GalleryVisit.with(ownCount: 0) { visit in
      let words = "document.querySelector('main .empty')?.textContent"
      try await visit.browser.wait(until: "\(words)?.startsWith('You have no photos yet.')")
      try await visit.choose("likes")
      try await visit.browser.wait(until: "\(words)?.startsWith('You have not liked a photo yet.')")
      try await visit.choose("trash")
      try await visit.browser.wait(until: "\(words) === 'Trash is empty.'")
    }
  }

  @Test func `what happens elsewhere is seen in each view`() async throws {
    try await GalleryVisit.with(view: "likes", otherCount: 2) { visit in
      try await visit.browser.wait(until: "document.querySelector('main .empty')")
      _ = try visit.client.setFavourite(visit.others[0])
      try await visit.wait(for: [visit.others[0]])
      _ = try visit.client.setFavourite(visit.own[2])
      try await visit.wait(for: [visit.own[2], visit.others[0]])
      try await visit.choose("trash")
      try await visit.browser.wait(until: "document.querySelector('main .empty')")
      _ = try visit.client.delete("/v1/photos/\(visit.own[2])")
      try await visit.wait(for: [visit.own[2]])
      try await visit.choose("likes")
      try await visit.wait(for: [visit.others[0]])
    }
  }

  @Test func `a photo goes back to the view where it was opened, also after a reload`() async throws {
    try await GalleryVisit.with(otherCount: 2) { visit in
      try await visit.wait(for: visit.own)
      try await visit.browser.click("\(GalleryVisit.cell(visit.own[1])) a")
      try await visit.browser.wait(until: "document.querySelector('.viewer')?.open")
      _ = try await visit.browser.value("(window.isOld = true, location.reload())")
      try await visit.browser.wait(until: "!window.isOld && document.querySelector('.viewer')?.open")
      try await visit.browser.press(.left)
      try await visit.browser.wait(until: "location.pathname === '/photos/\(visit.own[0])'")
      #expect(try await visit.browser.value("document.querySelector('.before').hidden") == .bool(true))
      try await visit.browser.goBack()
      try await visit.browser.wait(
        until: "location.search === '?view=mine' && !document.querySelector('.viewer')?.open")
    }
  }

  @Test func `who has not signed in is told to where there is nothing else`() async throws {
    try await withService { service in
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/?view=mine")
        try await browser.wait(until: "document.querySelector('main .empty button')?.textContent === 'Sign in'")
        #expect(try await browser.value("document.querySelectorAll('.check').length") == .integer(0))
      }
    }
  }

  /// Opens the panel of one's own newest photo.
  private static func openPanel(_ visit: GalleryVisit) async throws {
    try await visit.browser.wait(until: "document.querySelector(\"\(GalleryVisit.cell(visit.own[0]))\")")
    try await visit.browser.click("\(GalleryVisit.cell(visit.own[0])) a")
    try await visit.browser.wait(until: "document.querySelector('.viewer')?.open")
    try await visit.browser.type("i")
    try await visit.browser.wait(until: "document.querySelector('.info').getAttribute('aria-expanded') === 'true'")
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `the panel tells of a photo beside it, and its owner changes it there`(window: Browser.Window) async throws {
    try await GalleryVisit.with(window) { visit in
      try await Self.openPanel(visit)
      let digest = try visit.members("digest", of: [visit.own[0]])
      #expect(try await visit.browser.value("document.querySelector('.digest dd').textContent") == digest[0])
      let room = try await visit.browser.value(
        """
        (([stage, panel]) => innerWidth > 800 ? panel.left - stage.right : panel.top - stage.bottom)(
          ['.stage', '.panel'].map(name => document.querySelector(name).getBoundingClientRect()))
        """)
      #expect(room.integer.map { $0 >= 0 } == true)
      try await visit.browser.click(".panel textarea")
      try await visit.browser.type("after the bath, zzz lili")
      try await visit.browser.press(.enter)
      try await visit.browser.wait(until: "document.querySelector('.panel form p').textContent === 'Saved.'")
      #expect(try visit.members("caption", of: [visit.own[0]]) == [.string("after the bath, zzz lili")])
      _ = try await visit.browser.value(
        """
        (field => (field.value = 'private', field.dispatchEvent(new Event('change'))))(
          document.querySelector('.panel select'))
        """)
      try await eventually { try visit.members("visibility", of: [visit.own[0]]) == [.string("private")] }
    }
  }

  @Test func `a caption that was changed elsewhere is not overwritten unseen`() async throws {
    try await GalleryVisit.with { visit in
      try await Self.openPanel(visit)
      try await visit.browser.click(".panel textarea")
      try await visit.browser.type("mine")
      let path = "/v1/photos/\(visit.own[0])"
      _ = try visit.client.send("PATCH", path, json: #"{"caption": "from elsewhere"}"#)
      try await visit.browser.click(".panel [type='submit']")
      try await visit.browser.wait(
        until: "document.querySelector('.panel form p').textContent.includes('changed elsewhere')")
      #expect(try visit.members("caption", of: [visit.own[0]]) == [.string("from elsewhere")])
      try await visit.browser.wait(until: "document.querySelector('.words').textContent.startsWith('from elsewhere')")
      #expect(try await visit.browser.value("document.querySelector('.panel textarea').value").text == "mine")
      try await visit.browser.click(".panel [type='submit']")
      try await visit.browser.wait(until: "document.querySelector('.panel form p').textContent === 'Saved.'")
      #expect(try visit.members("caption", of: [visit.own[0]]) == [.string("mine")])
    }
  }
}
