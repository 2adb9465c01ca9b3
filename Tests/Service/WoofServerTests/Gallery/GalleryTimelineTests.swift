// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// The timeline of the web gallery: photos by the month in which they were taken, and ways to any of them.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryTimelineTests {
  private static func isSelected(_ photo: String) -> String {
    "document.querySelector(\"\(GalleryVisit.cell(photo))\")?.classList.contains('selected')"
  }

  /// What the page has read of a month.
  private static func reads(of month: String, in browser: Browser) async throws -> JSONValue {
    try await browser.value(
      "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/v1/timeline/\(month)')).length")
  }

  // MARK: Months

  @Test func `dragging the handle shows the photos of a month, and reads none of those before it`() async throws {
    try await TimelineVisit.with { visit in
      let december = try #require(visit.months.first { $0.key == "2024-12" })
      #expect(try await visit.browser.value("document.querySelectorAll('.scrubber .year').length") == .integer(3))
      try await visit.browser.drag(from: ".scrubber .handle", to: ".scrubber span:nth-child(3)")
      try await visit.wait(forMonth: "December 2024")
      try await visit.wait(forPicture: december.photos[0])
      #expect(try await Self.reads(of: "2025-07", in: visit.browser) == .integer(0))
      let first = "document.querySelector(\"\(GalleryVisit.cell(visit.photos[0]))\")"
      #expect(try await visit.browser.value(first) == .null)
      let heading = try await visit.browser.value(
        "[...document.querySelectorAll('main h2')].find(({ textContent }) => textContent === 'December 2024')"
          + ".nextElementSibling.querySelectorAll('li').length")
      #expect(heading == .integer(12))
    }
  }

  @Test(arguments: [
    ("en", ["April 2026", "December 2025", "June 2026", "July 2024"]),
    ("de", ["April 2026", "Dezember 2025", "Juni 2026", "Juli 2024"]),
  ])
  func `keys go by month and by year, and say where they are`(language: String, names: [String]) async throws {
    try await TimelineVisit.with(language: language) { visit in
      let browser = visit.browser
      _ = try await browser.value("\(TimelineVisit.handle).focus()")
      try await browser.press(.down)
      try await browser.press(.down)
      try await visit.wait(forMonth: names[0])
      try await visit.wait(forPicture: visit.months[2].photos[0])
      try await browser.press(.pageDown)
      try await visit.wait(forMonth: names[1])
      try await visit.wait(forPicture: visit.months[6].photos[0])
      try await browser.press(.pageUp)
      try await visit.wait(forMonth: names[2])
      try await browser.press(.end)
      try await visit.wait(forMonth: names[3])
      try await visit.wait(forPicture: visit.months[23].photos[11])
      try await browser.press(.home)
      try await browser.wait(until: "scrollY === 0")
      try await visit.wait(forPicture: visit.photos[0])
      let attributes = "['role', 'aria-valuemin', 'aria-valuemax', 'aria-valuenow']"
      let bounds = try await browser.value("\(attributes).map(name => \(TimelineVisit.handle).getAttribute(name))")
      #expect(bounds.items.compactMap(\.text) == ["slider", "0", "23", "0"])
    }
  }

  @Test func `the page is as high from the beginning as it is at its end`() async throws {
    try await TimelineVisit.with { visit in
      let height = try await visit.browser.value("document.documentElement.scrollHeight")
      try await visit.go(to: 12)
      try await visit.go(to: 23)
      #expect(try await visit.browser.value("document.documentElement.scrollHeight") == height)
    }
  }

  @Test func `a few photos need no way to months`() async throws {
    try await GalleryVisit.with { visit in
      try await visit.wait(for: visit.own)
      _ = try visit.client.addPhoto(takenOn: "2020-01-01")
      try await visit.browser.wait(until: "document.querySelectorAll('.wall li').length === 7 || location.reload()")
      #expect(try await visit.browser.value("document.querySelector('.scrubber:not([hidden])')") == .null)
    }
  }

  @Test func `one's own timeline has the months of nobody else`() async throws {
    try await TimelineVisit.with(path: { _ in "/?view=mine" }) { visit in
      let bob = try await visit.service.member("bob")
      let other = try bob.addPhoto(takenOn: "2019-05-01")
      let path = "/v1/photos/\(visit.months[15].photos[0])"
      _ = try visit.client.send("PATCH", path, json: #"{"visibility": "private"}"#)
      try await visit.open("/?view=mine")
      try await visit.go(to: 15)
      try await visit.browser.press(.end)
      try await visit.wait(forMonth: "July 2024")
      try await visit.browser.click(".tabs [data-view='photos']")
      try await visit.browser.wait(until: "\(TimelineVisit.handle)?.getAttribute('aria-valuemax') === '24'")
      _ = try await visit.browser.value("\(TimelineVisit.handle).focus()")
      try await visit.browser.press(.end)
      try await visit.wait(forMonth: "May 2019")
      try await visit.wait(forPicture: other)
    }
  }

  @Test func `what is found has months to go to, of which only those are read that are near`() async throws {
    try await TimelineVisit.with(path: { _ in "/" }) { visit in
      let browser = visit.browser
      // Half of the photos of each month are found.
      for photo in visit.months.flatMap({ $0.photos.prefix(6) }) {
        let changed = try visit.client.send("PATCH", "/v1/photos/\(photo)", json: #"{"caption": "Rex"}"#)
        #expect(changed.status == 200)
      }
      try await visit.open("/?view=search&q=rex")
      try await browser.wait(until: "document.querySelector('.status').textContent === '144 photos found'")
      try await browser.wait(until: "\(TimelineVisit.handle).getAttribute('aria-valuemax') === '23'")
      try await visit.go(to: 20)
      try await visit.wait(forMonth: "October 2024")
      #expect(try await Self.reads(of: visit.months[15].key, in: browser) == .integer(0))
      let shown = "[...document.querySelectorAll('.wall li')].map(cell => cell.dataset.id)"
      #expect(try await browser.value("\(shown).includes('\(visit.months[20].photos[6])')") == false)
      try await visit.waitForStream()
      // What is deleted elsewhere goes, also where it was not read.
      _ = try visit.client.delete("/v1/photos/\(visit.months[12].photos[0])")
      try await browser.wait(until: "document.querySelector('.status').textContent === '143 photos found'")
      _ = try visit.client.addPhoto(takenOn: "2025-06-20")
      _ = try visit.client.setFavourite(visit.months[20].photos[1])
      try await browser.wait(
        until: "document.querySelector(\"\(GalleryVisit.cell(visit.months[20].photos[1])) .likes\").textContent === '1'"
      )
      #expect(try await browser.value("document.querySelector('.status').textContent").text == "143 photos found")
      try await browser.type("a", holding: .control)
      try await browser.wait(until: "document.querySelector('.toolbar p')?.textContent === '143 selected'")
    }
  }

  // MARK: Changes

  @Test func `a new photo goes to the month in which it was taken, and goes from it`() async throws {
    try await TimelineVisit.with { visit in
      try await visit.waitForStream()
      try await visit.go(to: 10)
      let month = visit.months[10]
      let photo = try visit.client.addPhoto(takenOn: "\(month.key)-20")
      // One of the same day is there already; the later id is first.
      try await visit.browser.wait(
        until: """
          document.querySelector("\(GalleryVisit.cell(photo))")?.nextElementSibling?.dataset.id === '\(month.photos[5])'
          """)
      _ = try visit.client.delete("/v1/photos/\(photo)")
      try await visit.browser.wait(until: "document.querySelector(\"\(GalleryVisit.cell(photo))\") === null")
      try await visit.wait(forPicture: month.photos[0])
    }
  }

  @Test func `photos of months that were not read make these longer, and new months are there to go to`() async throws {
    try await TimelineVisit.with { visit in
      try await visit.waitForStream()
      let height = try #require(try await visit.browser.value("document.documentElement.scrollHeight").integer)
      for _ in 0..<8 { _ = try visit.client.addPhoto(takenOn: "\(visit.months[14].key)-20") }
      try await visit.browser.wait(until: "document.documentElement.scrollHeight > \(height + 100)")
      let photo = try visit.client.addPhoto(takenOn: "2021-03-01")
      try await visit.browser.wait(until: "\(TimelineVisit.handle)?.getAttribute('aria-valuemax') === '24'")
      // The clock of its camera was wrong.
      let ahead = try visit.client.addPhoto(takenOn: "2090-01-01")
      try await visit.browser.wait(until: "document.querySelector('.wall li').dataset.id === '\(ahead)'")
      try await visit.browser.wait(until: "\(TimelineVisit.handle).getAttribute('aria-valuemax') === '25'")
      let heading = try await visit.browser.value("document.querySelector('main h2').textContent")
      #expect(heading.text?.contains("2090") == false)
      for id in [visit.months[20].photos[3], photo, ahead] { _ = try visit.client.delete("/v1/photos/\(id)") }
      try await visit.browser.wait(until: "\(TimelineVisit.handle)?.getAttribute('aria-valuemax') === '23'")
      try await visit.go(to: 20)
      let photos = visit.months[20].photos
      try await visit.browser.wait(
        until: """
          document.querySelector("\(GalleryVisit.cell(photos[2]))").nextElementSibling?.dataset.id === '\(photos[4])'
          """)
    }
  }

  @Test func `what is in sight stays there where photos come above it, and in a window of another width`() async throws
  {
    try await TimelineVisit.with { visit in
      let browser = visit.browser
      try await visit.waitForStream()
      try await visit.go(to: 12)
      _ = try await browser.value("scrollBy(0, 120)")
      let photo = visit.months[12].photos[4]
      try await visit.wait(forPicture: photo)
      let top = "Math.round(document.querySelector(\"\(GalleryVisit.cell(photo))\").getBoundingClientRect().top)"
      let before = try #require(try await browser.value("Math.round(scrollY)").integer)
      let place = try #require(try await browser.value(top).integer)
      for _ in 0..<8 { _ = try visit.client.addPhoto(takenOn: "2026-06-27") }
      try await browser.wait(until: "scrollY > \(before + 100)")
      let moved = try #require(try await browser.value(top).integer) - place
      #expect(abs(moved) <= 2)
      for width in [500, 900, 1_280] {
        try await browser.setWidth(width)
        try await browser.wait(until: "document.querySelector('main').clientWidth > \(width - 60)")
        _ = try await browser.value("new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)))")
        try await visit.wait(forPicture: photo)
      }
    }
  }

  // MARK: One photo and many

  @Test func `a photo that was opened by its address has neighbours, and its place on the wall`() async throws {
    try await TimelineVisit.with(path: { "/photos/\($0[14].photos[0])" }) { visit in
      let browser = visit.browser
      try await browser.wait(until: "document.querySelector('.viewer')?.open")
      try await browser.wait(until: "document.querySelector('.after').hidden === false")
      try await browser.press(.right)
      try await browser.wait(until: "location.pathname === '/photos/\(visit.months[14].photos[1])'")
      try await browser.press(.left)
      try await browser.wait(until: "location.pathname === '/photos/\(visit.months[14].photos[0])'")
      try await browser.press(.left)
      try await browser.wait(until: "location.pathname === '/photos/\(visit.months[13].photos[11])'")
      try await browser.press(.escape)
      try await browser.wait(
        until: "document.activeElement.closest('li')?.dataset.id === '\(visit.months[13].photos[11])'")
      try await visit.wait(forPicture: visit.months[13].photos[11])
    }
  }

  @Test func `the viewer goes over photos that were not read, and Back leads to where it came to`() async throws {
    try await TimelineVisit.with { visit in
      let (browser, photos) = (visit.browser, visit.photos)
      try await browser.wait(until: "document.querySelector(\"\(GalleryVisit.cell(photos[0]))\")")
      try await browser.click("\(GalleryVisit.cell(photos[0])) a")
      try await browser.wait(until: "document.querySelector('.viewer')?.open")
      for index in 1...130 {
        try await browser.press(.right)
        try await browser.wait(until: "location.pathname === '/photos/\(photos[index])'")
      }
      try await browser.goBack()
      try await browser.wait(until: "document.activeElement.closest('li')?.dataset.id === '\(photos[130])'")
      try await visit.wait(forPicture: photos[130])
    }
  }

  @Test func `Shift selects a range over photos that were not read, and a key selects all`() async throws {
    try await TimelineVisit.with { visit in
      let browser = visit.browser
      try await browser.click("\(GalleryVisit.cell(visit.photos[1])) .check")
      try await browser.wait(until: Self.isSelected(visit.photos[1]))
      try await visit.go(to: 20)
      #expect(try await Self.reads(of: visit.months[14].key, in: browser) == .integer(0))
      try await browser.click("\(GalleryVisit.cell(visit.months[20].photos[1])) .cover", holding: .shift)
      let count = 20 * TimelineVisit.photoCount + 1
      try await browser.wait(until: "document.querySelector('.toolbar p')?.textContent === '\(count) selected'")
      try await visit.go(to: 14)
      try await browser.wait(until: Self.isSelected(visit.months[14].photos[0]))
      try await browser.press(.escape)
      try await browser.type("a", holding: .control)
      try await browser.wait(
        until: "document.querySelector('.toolbar p')?.textContent === '\(visit.photos.count) selected'")
    }
  }

  // MARK: Phones and failures

  @Test func `on a phone the handle is there while the page is scrolled, and a finger drags it`() async throws {
    try await TimelineVisit.with(.phone) { visit in
      let browser = visit.browser
      let opacity = "getComputedStyle(document.querySelector('.scrubber')).opacity"
      try await browser.wait(until: "\(opacity) === '0'")
      _ = try await browser.value("scrollBy(0, 300)")
      try await browser.wait(until: "\(opacity) === '1'")
      let size = try await browser.value(
        "(({ width, height }) => [width, height].map(Math.round))(\(TimelineVisit.handle).getBoundingClientRect())")
      #expect(size == .array([.integer(44), .integer(48)]))
      try await browser.swipe(from: ".scrubber .handle", to: ".scrubber .marks")
      let range = "(document.documentElement.scrollHeight - innerHeight)"
      try await browser.wait(until: "Math.abs(scrollY / \(range) - 0.5) < 0.05")
      let month = try await browser.value("\(TimelineVisit.handle).getAttribute('aria-valuenow')").text
      let number = try #require(month.flatMap { Int($0) })
      #expect((10...13).contains(number))
      let photos = visit.months[number].photos.map { "'\($0)'" }.joined(separator: ",")
      try await browser.wait(
        until: """
          [...document.querySelectorAll('.wall img')].some(image =>
            image.naturalWidth > 0 && [\(photos)].includes(image.closest('li').dataset.id))
          """)
      #expect(try await browser.value("document.documentElement.scrollWidth - innerWidth <= 0") == true)
    }
  }

  @Test func `a month comes when the service is back that was away when somebody went there`() async throws {
    try await TimelineVisit.with { visit in
      let browser = visit.browser
      _ = try await browser.value(
        """
        (fetch => {
          window.isAway = true;
          window.fetch = (...request) => window.isAway ? Promise.reject(new TypeError("away")) : fetch(...request);
        })(window.fetch)
        """)
      _ = try await browser.value("\(TimelineVisit.handle).focus()")
      try await browser.press(.end)
      try await browser.wait(until: "document.querySelector('.status').textContent.includes('does not answer')")
      try await browser.wait(until: "document.querySelectorAll('.wall .blank').length > 0")
      _ = try await browser.value("(window.isAway = false)")
      try await visit.wait(forPicture: visit.months[23].photos[11])
      try await browser.wait(until: "document.querySelector('.status').textContent === ''")
    }
  }

  @Test(arguments: [
    #"new Response('{"months": 7}', { status: 200 })"#, "new Response('{}', { status: 503 })",
    #"new Response('{"detail": "There is nothing."}', { status: 404 })"#,
  ])
  func `without months the first photos are there, and it is said why there are no others`(answer: String) async throws
  {
    try await TimelineVisit.with { visit in
      let browser = visit.browser
      _ = try await browser.value(
        """
        (fetch => {
          window.isBroken = true;
          window.fetch = (address, ...rest) => window.isBroken && String(address).startsWith("/v1/timeline?")
            ? Promise.resolve(\(answer)) : fetch(address, ...rest);
        })(window.fetch)
        """)
      try await browser.click(".tabs [data-view='mine']")
      try await browser.wait(
        until: "document.querySelector('.status.alarm')?.textContent.match(/does not answer|There is nothing/)")
      try await visit.wait(forPicture: visit.photos[0])
      #expect(try await browser.value("location.search").text == "?view=mine")
      guard !answer.contains("404") else { return }
      _ = try await browser.value("(window.isBroken = false)")
      try await browser.wait(until: "\(TimelineVisit.handle)?.getAttribute('aria-valuemax') === '23'")
      try await visit.go(to: 20)
    }
  }
}
