// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// The selection of photos in the web gallery, and what is done to many at once.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GallerySelectionTests {
  private static func isSelected(_ photo: String) -> String {
    "document.querySelector(\"\(GalleryVisit.cell(photo))\")?.classList.contains('selected')"
  }

  @Test(.timeLimit(.minutes(3)))
  func `Shift selects a range over photos that are not in the document`() async throws {
    try await GalleryVisit.with(ownCount: 250) { visit in
      let (browser, last) = (visit.browser, GalleryVisit.cell(visit.own[220]))
      try await visit.check([visit.own[1]])
      for _ in 0..<400 where try await browser.value("document.querySelector(\"\(last)\")") == .null {
        _ = try await browser.value("scrollBy(0, 500)")
      }
      _ = try await browser.value("document.querySelector(\"\(last)\").scrollIntoView({ block: 'center' })")
      try await browser.wait(until: "document.querySelector(\"\(GalleryVisit.cell(visit.own[20]))\") === null")
      try await browser.click("\(last) .cover", holding: .shift)
      try await visit.wait(forSelected: 220)
      try await browser.click("\(GalleryVisit.cell(visit.own[218])) .cover", holding: .shift)
      try await visit.wait(forSelected: 218)
      _ = try await browser.value("scrollTo(0, 0)")
      try await browser.wait(until: Self.isSelected(visit.own[20]))
      #expect(try await browser.value(Self.isSelected(visit.own[0])) == .bool(false))
      try await browser.press(.escape)
      try await browser.wait(until: "document.querySelector('.selected') === null")
    }
  }

  @Test func `the visibility of three is changed at once`() async throws {
    try await GalleryVisit.with { visit in
      try await visit.check(visit.own[1...3])
      try await visit.wait(forSelected: 3)
      try await visit.browser.click(".toolbar .private")
      try await visit.wait(forNotice: "3 photos are private now.")
      let isPrivate = try visit.members("visibility", of: visit.own).map { $0 == .string("private") }
      #expect(isPrivate == [false, true, true, true, false, false])
      try await visit.wait(forSelected: 3)
    }
  }

  @Test func `a click anywhere selects once something is selected, and does not open`() async throws {
    try await GalleryVisit.with { visit in
      try await visit.check([visit.own[0]])
      try await visit.browser.click("\(GalleryVisit.cell(visit.own[2])) .cover")
      try await visit.wait(forSelected: 2)
      try await visit.browser.click("\(GalleryVisit.cell(visit.own[0])) .cover")
      try await visit.wait(forSelected: 1)
      #expect(try await visit.browser.value("Boolean(document.querySelector('.viewer')?.open)") == .bool(false))
    }
  }

  @Test func `dragging from a check selects all on the way`() async throws {
    try await GalleryVisit.with { visit in
      try await visit.browser.wait(until: "document.querySelectorAll('.check').length === 6")
      try await visit.browser.drag(
        from: "\(GalleryVisit.cell(visit.own[0])) .check", to: "\(GalleryVisit.cell(visit.own[3])) .cover")
      try await visit.wait(forSelected: 4)
    }
  }

  @Test func `what is deleted is gone from the wall, and Undo brings it back to its place`() async throws {
    try await GalleryVisit.with { visit in
      try await visit.check([visit.own[1], visit.own[3]])
      try await visit.browser.click(".toolbar .delete")
      try await visit.wait(forNotice: "2 photos are in the trash.")
      try await visit.wait(for: [0, 2, 4, 5].map { visit.own[$0] })
      #expect(try Set(visit.client.ids("/v1/me/trash")) == [visit.own[1], visit.own[3]])
      try await visit.browser.click(".notice button")
      try await visit.wait(forNotice: "2 photos are back.")
      try await visit.wait(for: visit.own)
      #expect(try visit.client.ids("/v1/me/trash").isEmpty)
    }
  }

  @Test func `photos are restored from the trash, and erased only after a question`() async throws {
    try await GalleryVisit.with { visit in
      for photo in visit.own[0..<3] { _ = try visit.client.delete("/v1/photos/\(photo)") }
      try await visit.open("/?view=trash")
      try await visit.browser.wait(until: "document.querySelectorAll('.wall li .check').length === 3")
      try await visit.browser.click("\(GalleryVisit.cell(visit.own[0])) .cover")
      try await visit.browser.click(".toolbar .restore")
      try await visit.wait(forNotice: "1 photo is back.")
      try await visit.browser.wait(until: "document.querySelectorAll('.wall li').length === 2")
      try await visit.check([visit.own[1], visit.own[2]])
      try await visit.browser.click(".toolbar .erase")
      try await visit.browser.wait(until: "document.querySelector('.confirm').textContent.includes('cannot be undone')")
      try await visit.browser.press(.escape)
      try await visit.browser.wait(until: "document.querySelector('.confirm') === null")
      #expect(try visit.client.ids("/v1/me/trash").count == 2)
      try await visit.browser.click(".toolbar .erase")
      try await visit.browser.click(".confirm .danger")
      try await visit.wait(forNotice: "2 photos are erased.")
      #expect(try visit.client.ids("/v1/me/trash").isEmpty)
      try await visit.choose("mine")
      try await visit.wait(for: [visit.own[0]] + visit.own[3...])
    }
  }

  @Test func `what is somebody else's stays, and is said to`() async throws {
    try await GalleryVisit.with(view: "photos", otherCount: 2) { visit in
      try await visit.wait(for: visit.others + visit.own)
      try await visit.check(visit.others + visit.own[0..<3])
      try await visit.browser.click(".toolbar .delete")
      try await visit.wait(
        forNotice: "3 photos are in the trash. 2 of 5 are not yours and stayed as they are.")
      try await visit.wait(for: visit.others + visit.own[3...])
      try await visit.check(visit.others)
      try await visit.browser.click(".toolbar .like")
      try await visit.wait(forNotice: "You like 2 photos.")
      #expect(try visit.members("isFavourite", of: visit.others) == [.bool(true), .bool(true)])
    }
  }

  @Test func `a selection outlives changes, and forgets what is gone`() async throws {
    try await GalleryVisit.with { visit in
      try await visit.check(visit.own[0..<3])
      let words = "document.querySelector(\"\(GalleryVisit.cell(visit.own[1])) img\").alt"
      _ = try visit.client.send("PATCH", "/v1/photos/\(visit.own[1])", json: #"{"caption": "bath"}"#)
      try await visit.browser.wait(until: "\(words) === 'bath'")
      try await visit.wait(forSelected: 3)
      try await visit.browser.wait(until: Self.isSelected(visit.own[1]))
      _ = try visit.client.delete("/v1/photos/\(visit.own[1])")
      try await visit.wait(forSelected: 2)
    }
  }

  @Test func `keys alone select, and change what is selected`() async throws {
    try await GalleryVisit.with { visit in
      let browser = visit.browser
      try await browser.wait(until: "document.querySelectorAll('.check').length === 6")
      _ = try await browser.value("document.querySelector(\"\(GalleryVisit.cell(visit.own[1])) a\").focus()")
      try await browser.press(.space)
      try await browser.press(.right, holding: .shift)
      try await browser.press(.right, holding: .shift)
      try await visit.wait(forSelected: 3)
      _ = try await browser.value("document.querySelector('.toolbar .unlisted').focus()")
      try await browser.press(.enter)
      try await visit.wait(forNotice: "3 photos are unlisted now.")
      try await browser.press(.escape)
      try await browser.type("a", holding: .control)
      try await visit.wait(forSelected: 6)
    }
  }

  @Test func `on a phone a finger that stays selects, and the bar fits`() async throws {
    try await GalleryVisit.with(.phone) { visit in
      let browser = visit.browser
      try await browser.wait(until: "document.querySelectorAll('.check').length === 6")
      try await browser.touch("\(GalleryVisit.cell(visit.own[0])) .cover", for: 700)
      try await visit.wait(forSelected: 1)
      try await browser.click("\(GalleryVisit.cell(visit.own[1])) .cover")
      try await visit.wait(forSelected: 2)
      #expect(try await browser.value("Boolean(document.querySelector('.viewer')?.open)") == .bool(false))
      let overflow = try await browser.value(
        """
        Math.max(document.documentElement.scrollWidth - innerWidth,
          ...[...document.querySelectorAll('.toolbar button:not([hidden])')].map(button => {
            const { right, height } = button.getBoundingClientRect();
            return Math.ceil(Math.max(right - innerWidth, 44 - height));
          }))
        """)
      #expect(overflow.integer.map { $0 <= 0 } == true)
    }
  }
}
