// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Searching in the web gallery, as somebody types.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GallerySearchTests {
  /// Runs a browser of somebody with six photos, of which one is in the snow, one at the sea, and two in a garden.
  private static func with(
    _ window: Browser.Window = .desktop, _ body: @escaping @Sendable (GalleryVisit) async throws -> Void
  ) async throws {
    try await GalleryVisit.with(window) { visit in
      try visit.caption([
        visit.own[1]: "snow", visit.own[2]: "sea", visit.own[3]: "garden", visit.own[4]: "garden in spring",
      ])
      try await visit.wait(for: visit.own)
      try await body(visit)
    }
  }

  // MARK: Typing

  @Test func `what is typed is found, and has an address`() async throws {
    try await Self.with { visit in
      try await visit.search(for: "snow")
      try await visit.wait(for: [visit.own[1]])
      try await visit.wait(forStatus: "1 photo found")
      try await visit.wait(forQuery: "snow")
      #expect(try await visit.browser.value("document.querySelector('.tabs [aria-current]')") == .null)
      let focused = try await visit.browser.value("document.activeElement.matches('\(GalleryVisit.searchField)')")
      #expect(focused == true)
    }
  }

  @Test func `Back leaves a search in one step, however often it was typed on, and Forward returns`() async throws {
    try await Self.with { visit in
      try await visit.search(for: "garden")
      try await visit.wait(forStatus: "2 photos found")
      try await visit.browser.type(" spring")
      try await visit.wait(for: [visit.own[4]])
      try await visit.wait(forQuery: "garden spring")
      try await visit.browser.goBack()
      try await visit.wait(for: visit.own)
      #expect(try await visit.browser.value("location.search").text == "?view=mine")
      #expect(try await visit.browser.value("document.querySelector('\(GalleryVisit.searchField)').value").text == "")
      try await visit.wait(forStatus: "")
      _ = try await visit.browser.value("history.forward()")
      try await visit.wait(for: [visit.own[4]])
      let field = try await visit.browser.value("document.querySelector('\(GalleryVisit.searchField)').value")
      #expect(field.text == "garden spring")
    }
  }

  @Test func `what is found stands under the months in which it was taken, the latest first`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let ids = try ["2024:06:03", "2026:05:01", "2025:12:24"].map { date in
        let picture = SampleJPEG.withExif(SampleExif(dateTimeOriginal: "\(date) 12:00:00"))
        return try #require(try ada.add(picture, "?caption=Rex")["id"].text)
      }
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/?view=search&q=rex")
        let order = [ids[1], ids[2], ids[0]].joined(separator: ",")
        try await browser.wait(
          until: "String([...document.querySelectorAll('.wall li')].map(cell => cell.dataset.id)) === '\(order)'")
        let headings = try await browser.value(
          "[...document.querySelectorAll('main h2')].filter(one => one.checkVisibility()).map(one => one.textContent)")
        #expect(headings.items.compactMap(\.text) == ["May 2026", "December 2025", "June 2024"])
      }
    }
  }

  @Test func `the address of a search opens it, and a reload keeps it`() async throws {
    try await Self.with { visit in
      try await visit.open("/?view=search&q=sea")
      for _ in 0..<2 {
        try await visit.wait(for: [visit.own[2]])
        try await visit.wait(forStatus: "1 photo found")
        let field = try await visit.browser.value("document.querySelector('\(GalleryVisit.searchField)').value")
        #expect(field.text == "sea")
        _ = try await visit.browser.value("(window.isOld = true, location.reload())")
        try await visit.browser.wait(until: "!window.isOld && document.querySelector('.wall li')")
      }
    }
  }

  @Test func `an answer to older words that comes late changes nothing`() async throws {
    try await Self.with { visit in
      let browser = visit.browser
      // The answer comes also where the page does not want it any more.
      _ = try await browser.value(
        """
        (({ fetch }) => {
          window.fetch = (address, options) => {
            if (!String(address).includes("q=snow&")) return fetch(address, options);
            const answer = fetch(address, { ...options, signal: null });
            return new Promise(done => { window.release = () => answer.then(done); });
          };
        })(window)
        """)
      try await visit.search(for: "snow")
      try await browser.wait(until: "window.release")
      _ = try await browser.value("document.activeElement.select()")
      try await browser.type("sea")
      try await visit.wait(for: [visit.own[2]])
      _ = try await browser.value("window.release()")
      _ = try await browser.value("new Promise(done => setTimeout(() => requestAnimationFrame(done), 200))")
      try await visit.wait(for: [visit.own[2]])
      try await visit.wait(forQuery: "sea")
    }
  }

  @Test func `an empty field leads back to where one was`() async throws {
    try await Self.with { visit in
      try await visit.search(for: "sea")
      try await visit.wait(for: [visit.own[2]])
      _ = try await visit.browser.value("document.activeElement.select()")
      try await visit.browser.type("\u{E003}")  // Backspace
      try await visit.wait(for: visit.own)
      #expect(try await visit.browser.value("location.search").text == "?view=mine")
      let focused = try await visit.browser.value("document.activeElement.matches('\(GalleryVisit.searchField)')")
      #expect(focused == true)
    }
  }

  @Test func `what nobody has written is not found, and markup stays text`() async throws {
    try await Self.with { visit in
      let words = "<img src=x onerror=alert(1)>"
      _ = try await visit.browser.value(
        "(window.broken = [], addEventListener('securitypolicyviolation', e => broken.push(e.violatedDirective)), 1)")
      try await visit.search(for: words)
      let said = "No photo found for \(GalleryVisit.quoted(words))"
      try await visit.wait(forStatus: said)
      try await visit.browser.wait(until: "document.querySelector('main .empty')?.textContent === '\(said)'")
      #expect(try await visit.browser.value("document.querySelectorAll('img[src=x]').length") == 0)
      #expect(try await visit.browser.value("broken") == .array([]))
    }
  }

  // MARK: Who finds what, and what becomes of it

  @Test func `a visitor does not find what is private, and its owner does`() async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let client = service.client(ada)
      let photos = try ["public", "private"].map { try client.addPhoto("?visibility=\($0)") }
      for photo in photos { _ = try client.send("PATCH", "/v1/photos/\(photo)", json: #"{"caption": "snow"}"#) }
      let shown = "String([...document.querySelectorAll('.wall li')].map(cell => cell.dataset.id).sort())"
      try await Browser.with { browser in
        let address = "http://127.0.0.1:\(service.port)/?view=search&q=snow"
        try await browser.open(address)
        try await browser.wait(until: "document.querySelector('.status').textContent === '1 photo found'")
        #expect(try await browser.value(shown).text == photos[0])
        try await browser.wait(until: "document.querySelector('.sign-in').hidden === false")
        try await browser.signIn(ada, at: service)
        try await browser.open(address)
        try await browser.wait(until: "document.querySelector('.status').textContent === '2 photos found'")
        #expect(try await browser.value(shown).text == photos.sorted().joined(separator: ","))
      }
    }
  }

  @Test func `who has not signed in is offered to where nothing is found`() async throws {
    try await withService { service in
      _ = try await service.member("ada").addPhoto()
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/?view=search&q=snow")
        try await browser.wait(until: "document.querySelector('main .empty')")
        try await browser.wait(until: "document.querySelector('.sign-in').hidden === false")
      }
    }
  }

  @Test func `what is found opens, and leads back to the search, also after a reload`() async throws {
    try await Self.with { visit in
      let browser = visit.browser
      try await visit.search(for: "garden")
      try await visit.wait(forStatus: "2 photos found")
      let found = try await browser.value("[...document.querySelectorAll('.wall li')].map(cell => cell.dataset.id)")
        .items.compactMap(\.text)
      try await browser.click("\(GalleryVisit.cell(found[0])) a")
      try await browser.wait(until: "document.querySelector('.viewer')?.open")
      _ = try await browser.value("(window.isOld = true, location.reload())")
      try await browser.wait(until: "!window.isOld && document.querySelector('.viewer')?.open")
      try await browser.press(.right)
      try await browser.wait(until: "location.pathname === '/photos/\(found[1])'")
      try await browser.press(.escape)
      try await visit.wait(for: found)
      try await visit.wait(forQuery: "garden")
      try await browser.goBack()
      try await browser.wait(until: "location.search === '?view=mine'")
    }
  }

  @Test func `what happens elsewhere is seen on what was found, and moves nothing`() async throws {
    try await Self.with { visit in
      let browser = visit.browser
      try await visit.search(for: "garden")
      try await visit.wait(forStatus: "2 photos found")
      let found = try await browser.value("[...document.querySelectorAll('.wall li')].map(cell => cell.dataset.id)")
        .items.compactMap(\.text)
      let words = "document.querySelector(\"\(GalleryVisit.cell(found[0])) img\").alt"
      try visit.caption([found[0]: "lawn"])
      try await browser.wait(until: "\(words).startsWith('lawn')")
      try visit.caption([visit.own[0]: "garden garden garden"])
      _ = try visit.client.setFavourite(found[1])
      try await browser.wait(
        until: "document.querySelector(\"\(GalleryVisit.cell(found[1])) .likes\").textContent === '1'")
      try await visit.wait(for: found)
      try await visit.check([found[0]])
      try await browser.click(".toolbar .delete")
      try await visit.wait(for: [found[1]])
      try await visit.wait(forStatus: "1 photo found")
    }
  }

  // MARK: Keys and phones

  @Test func `a slash leads to the field, and Escape empties and leaves it`() async throws {
    try await Self.with { visit in
      let browser = visit.browser
      try await browser.type("/")
      try await browser.wait(until: "document.activeElement.matches('\(GalleryVisit.searchField)')")
      try await browser.type("1/2")
      try await visit.wait(forQuery: "1/2")
      try await browser.press(.escape)
      try await visit.wait(for: visit.own)
      let state = try await browser.value(
        "[document.querySelector('\(GalleryVisit.searchField)').value, document.activeElement.tagName, location.search]"
      )
      #expect(state == .array([.string(""), .string("MAIN"), .string("?view=mine")]))
    }
  }

  @Test func `a slash that is written elsewhere stays there`() async throws {
    try await Self.with { visit in
      let browser = visit.browser
      try await browser.click("\(GalleryVisit.cell(visit.own[0])) a")
      try await browser.wait(until: "document.querySelector('.viewer')?.open")
      try await browser.type("i")
      try await browser.wait(until: "document.querySelector('.panel textarea')?.checkVisibility()")
      try await browser.click(".panel textarea")
      try await browser.type("a/b")
      #expect(try await browser.value("document.querySelector('.panel textarea').value").text == "a/b")
      #expect(try await browser.value("document.querySelector('\(GalleryVisit.searchField)').value").text == "")
    }
  }

  @Test func `on a phone a button opens the field over the header, and all fits`() async throws {
    try await Self.with(.phone) { visit in
      let browser = visit.browser
      try await browser.wait(until: "document.querySelector('.search-open')")
      for width in [390, 320] {
        try await browser.setWidth(width)
        let excess = try #require(try await Self.excess(of: ".bar :is(button, .home)", in: browser))
        #expect(excess <= 0, "\(width)")
        try await browser.click(".search-open")
        try await browser.wait(until: "document.activeElement.matches('\(GalleryVisit.searchField)')")
        #expect(try await Self.excess(of: ".search :is(button, input)", in: browser).map { $0 <= 0 } == true)
        try await browser.type("snow")
        try await visit.wait(for: [visit.own[1]])
        #expect(try await Self.excess(of: ".search :is(button, input)", in: browser).map { $0 <= 0 } == true)
        try await browser.click(".search .end")
        try await visit.wait(for: visit.own)
        try await browser.wait(until: "document.activeElement.matches('.search-open')")
      }
    }
  }

  @Test func `the page is in German for who prefers that`() async throws {
    try await withService { service in
      try await Browser.with(language: "de") { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/?view=search&q=Schnee")
        let words = "Kein Foto gefunden für „\u{2068}Schnee\u{2069}“"
        try await browser.wait(until: "document.querySelector('main .empty')?.textContent === '\(words)'")
        let label = try await browser.value("document.querySelector('\(GalleryVisit.searchField)').ariaLabel")
        #expect(label.text == "Fotos suchen")
      }
    }
  }

  /// How far the page or those of some elements that are visible go over the window, or lack of what a finger needs, in
  /// pixels.
  private static func excess(of selector: String, in browser: Browser) async throws -> Int64? {
    try await browser.value(
      """
      Math.max(document.documentElement.scrollWidth - innerWidth,
        ...[...document.querySelectorAll('\(selector)')].filter(element => element.checkVisibility({
          visibilityProperty: true,
        })).map(element => {
          const { left, right, width, height } = element.getBoundingClientRect();
          return Math.ceil(Math.max(-left, right - innerWidth, Math.floor(44 - width), Math.floor(44 - height)));
        }))
      """
    ).integer
  }
}
