// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// Walls that are higher than browsers can show.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryHeightTests {
  private static let photosPerMonth = 4_000
  private static let last = "2006-07-\(photosPerMonth - 1)"

  /// Runs a browser at a wall of 960,000 photos, which takes some 40 million pixels.
  private static func with(
    _ window: Browser.Window = .desktop, _ body: @escaping @Sendable (Browser, TestService) async throws -> Void
  ) async throws {
    try await withService { service in
      try await Browser.with(window) { browser in
        try await LargeTimeline(photosPerMonth: photosPerMonth).show(in: browser)
        try await browser.open("http://127.0.0.1:\(service.port)/")
        try await browser.wait(until: TimelineVisit.handle)
        try await browser.wait(until: "\(TimelineVisit.handle).getAttribute('aria-valuemax') === '239'")
        try await browser.wait(until: "document.documentElement.scrollHeight < 13_000_000")
        try await body(browser, service)
      }
    }
  }

  private static func wait(forLast browser: Browser) async throws {
    try await browser.wait(until: "seen().at(-1) === '\(last)'")
  }

  @Test(.timeLimit(.minutes(6)), arguments: [Browser.Window.desktop, .phone])
  func `the last photo is at the end of the page, and the first one at its beginning`(window: Browser.Window)
    async throws
  {
    try await Self.with(window) { browser, _ in
      #expect(try await browser.value("document.documentElement.scrollHeight > 9_000_000") == true)
      _ = try await browser.value("scrollTo(0, document.documentElement.scrollHeight)")
      try await Self.wait(forLast: browser)
      let rest = "Math.abs(document.documentElement.scrollHeight - innerHeight - scrollY)"
      #expect(try await browser.value("\(rest) < 2") == true)
      _ = try await browser.value("scrollTo(0, 0)")
      try await browser.wait(until: "seen()[0] === '2026-06-0' && scrollY === 0")
    }
  }

  @Test(.timeLimit(.minutes(6)))
  func `the handle goes to each month, and by the height that all photos have`() async throws {
    try await Self.with { browser, _ in
      _ = try await browser.value("\(TimelineVisit.handle).focus()")
      for (key, month, first) in [
        (Browser.Key.end, "July 2006", "2006-07-0"), (.up, "August 2006", "2006-08-0"),
        (.home, "June 2026", "2026-06-0"), (.pageDown, "December 2025", "2025-12-0"),
        (.down, "November 2025", "2025-11-0"),
      ] {
        try await browser.press(key)
        try await browser.wait(until: "\(TimelineVisit.handle).getAttribute('aria-valuetext') === '\(month)'")
        try await browser.wait(until: "seen()[0] === '\(first)'")
      }
      try await browser.drag(from: ".scrubber .handle", to: ".scrubber .marks")
      // Half the way down the marks are half of the photos above.
      try await browser.wait(
        until: "Math.abs(placeOf(seen()[0] ?? '2026-06-0') / \(240 * Self.photosPerMonth) - 0.5) < 0.01")
      let part =
        "parseFloat(\(TimelineVisit.handle).style.translate.split(' ')[1]) / document.querySelector('.marks').clientHeight"
      #expect(try await browser.value("Math.abs(\(part) - 0.5) < 0.02") == true)
    }
  }

  @Test(.timeLimit(.minutes(6)))
  func `scrolling on passes every photo once, and what is in sight stays in a window of another width`() async throws {
    try await Self.with { browser, _ in
      _ = try await browser.value("scrollTo(0, 6_000_000)")
      try await browser.wait(until: "seen().length > 0")
      // Over the edge of what has its own height, which is 200,000 pixels away.
      _ = try await browser.value(
        """
        void (() => {
          let last = placeOf(seen()[0]);
          [window.stepCount, window.faults] = [0, []];
          const step = () => {
            scrollBy(0, 700);
            requestAnimationFrame(() => setTimeout(() => {
              const [first] = seen();
              const place = first === undefined ? last : placeOf(first);
              if (place < last || place > last + 1000) window.faults.push([last, place]);
              last = place;
              window.stepCount += 1;
              if (window.stepCount < 400) step();
            }));
          };
          step();
        })()
        """)
      for _ in 0..<4 where try await browser.value("window.stepCount < 400") == true {
        try? await browser.wait(until: "window.stepCount === 400")
      }
      #expect(try await browser.value("window.stepCount") == 400)
      #expect(try await browser.value("window.faults") == .array([]))
      try await browser.wait(until: "seen().length > 0")
      let shown = try #require(try await browser.value("seen()[0]").text)
      for width in [700, 1_280] {
        try await browser.setWidth(width)
        try await browser.wait(until: "document.querySelector('main').clientWidth > \(width - 60)")
        try await browser.wait(until: "seen().includes('\(shown)')")
      }
    }
  }

  @Test(.timeLimit(.minutes(6)))
  func `a photo far down opens, and Back leads to it after the next ones were seen`() async throws {
    try await Self.with { browser, _ in
      _ = try await browser.value("scrollTo(0, 9_000_000)")
      try await browser.wait(until: "seen().length > 3")
      let photo = try #require(try await browser.value("seen()[3]").text)
      try await browser.click("\(GalleryVisit.cell(photo)) a")
      try await browser.wait(until: "document.querySelector('.viewer')?.open")
      var shown = photo
      for _ in 0..<60 {
        try await browser.press(.right)
        try await browser.wait(until: "location.pathname !== '/photos/\(shown)'")
        shown = try #require(try await browser.value("location.pathname.split('/').at(-1)").text)
      }
      #expect(try await browser.value("placeOf('\(shown)') - placeOf('\(photo)')") == 60)
      try await browser.goBack()
      try await browser.wait(until: "document.activeElement.closest('li')?.dataset.id === '\(shown)'")
      try await browser.wait(until: "seen().includes('\(shown)')")
    }
  }

  @Test func `what is squeezed has a place for every height, and none for two`() async throws {
    try await withService { service in
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/")
        let faults = try await browser.value(
          """
          import(document.documentElement.dataset.assets + "/tall.js").then(({ Squeeze }) => {
            const faults = [];
            const check = (what, isRight) => { if (!isRight) faults.push(what); };
            for (const [total, limit] of [[20e6, 12e6], [12e6 + 1, 12e6], [300e6, 6e6]]) {
              const squeeze = new Squeeze(total, limit);
              for (const middle of [0, 1, total / 3, total - 5, total]) {
                squeeze.open(middle);
                let last = -1;
                for (let step = 0; step <= 1000; step += 1) {
                  const height = total * step / 1000;
                  const place = squeeze.shown(height);
                  check(`order at ${height}`, place > last);
                  check(`way back at ${height}`, Math.abs(squeeze.real(place) - height) < 0.01);
                  last = place;
                }
                check(`end of ${total}`, Math.abs(last - limit) < 0.01);
                const inside = Math.max(1000, Math.min(total - 1000, middle));
                check(`scale at ${inside}`, Math.abs(squeeze.shown(inside + 500) - squeeze.shown(inside - 500) - 1000) < 0.01);
                check(`openness at ${inside}`, squeeze.isOpen(inside - 500, inside + 500));
              }
            }
            return faults;
          })
          """)
        #expect(faults == .array([]))
      }
    }
  }
}
