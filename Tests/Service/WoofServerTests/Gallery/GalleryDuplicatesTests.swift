// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// The view of one's own photos that look alike.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryDuplicatesTests {
  /// A visit of somebody who has photos that look alike.
  private struct Visit: Sendable {
    let page: GalleryVisit
    /// The photos of each group, those of the newest photo first; in a group the best first, and then the newest.
    let groups: [[String]]

    var browser: Browser { page.browser }

    /// Waits until the view has exactly these groups.
    func wait(for groups: [[String]]) async throws {
      let ids = groups.map { "[\($0.map { "'\($0)'" }.joined(separator: ","))]" }.joined(separator: ",")
      try await browser.wait(
        until: """
          JSON.stringify([...document.querySelectorAll('.duplicate-group')].map(group =>
            [...group.querySelectorAll('li')].map(cell => cell.dataset.photo))) === JSON.stringify([\(ids)])
          """)
    }

    /// Waits until the bar says this.
    func wait(forBar words: String) async throws {
      try await browser.wait(until: "document.querySelector('.duplicates-bar button').textContent === '\(words)'")
    }

    /// Waits until the line below the groups says this.
    func wait(forEnd words: String) async throws {
      try await browser.wait(until: "document.querySelector('.duplicates-end')?.textContent === '\(words)'")
    }

    /// The photos that some selector finds.
    func photos(_ selector: String) async throws -> [String] {
      try await browser.value(
        "[...document.querySelectorAll('\(selector)')].map(element => element.closest('li').dataset.photo)"
      ).items.compactMap(\.text)
    }

    /// Presses the Tab key until an element has the focus.
    func tab(to selector: String) async throws {
      for _ in 0..<60 {
        if try await browser.value("document.activeElement.matches(\"\(selector)\")") == .bool(true) { return }
        try await browser.type("\u{E004}")
      }
      throw TestFailure("no key leads to \(selector)")
    }

    /// The selector of what a photo's tick is in.
    static func tick(_ photo: String) -> String { "[data-photo='\(photo)'] .tick" }
  }

  /// Runs a browser that has signed in, at a view of the gallery of a service for which pictures of the same shape look
  /// alike.
  ///
  /// - Parameter counts: How many photos each group has; a photo of the next group is always older.
  private static func with(
    _ window: Browser.Window = .desktop, view: String = "duplicates", counts: [Int] = [3, 2],
    _ body: @escaping @Sendable (Visit) async throws -> Void
  ) async throws {
    let transformer = ScriptedTransformer { picture, request, _ in
      let shape = UInt64(picture.width / picture.height)
      return .accepted(ScriptedTransformer.drawn(for: request, hash: shape &* 0x9E37_79B9_7F4A_7C15))
    }
    try await withService(deletionGrace: "1h", pictures: transformer) { service in
      let bob = try await service.addAccount("bob")
      let client = service.client(bob)
      var groups: [[String]] = []
      for (index, count) in counts.enumerated().reversed() {
        let photos = try (1...count).map { try add(shape: index + 1, size: count - $0 + 1, client) }
        groups.insert([photos[0]] + photos.dropFirst().reversed(), at: 0)
      }
      let expected = groups.count
      try await eventually {
        try client.get("/v1/me/duplicates?limit=100").member("items").items.count == expected
      }
      let found = groups
      try await Browser.with(window) { browser in
        let own = found.flatMap(\.self)
        let page = GalleryVisit(browser: browser, service: service, credential: bob, own: own, others: [])
        try await browser.signIn(bob, at: service)
        try await page.open("/?view=\(view)")
        try await body(Visit(page: page, groups: found))
      }
    }
  }

  private static func add(shape: Int, size: Int, _ client: Client) throws -> String {
    let picture = SampleJPEG(width: 16 * shape * size, height: 16 * size)
    guard let id = try client.add(picture.bytes)["id"].text else { throw TestFailure("a photo without an id") }
    return id
  }

  // MARK: What is shown

  @Test(
    .enabled(if: AccessibilityEngine.script != nil, "axe-core is not in .build/axe, where script/test fetches it"),
    .timeLimit(.minutes(6)), arguments: [Browser.Window.desktop, .phone])
  func `groups, a photo of one and what is moved are accessible, light and dark`(window: Browser.Window) async throws {
    try await Self.with(window) { visit in
      for isDark in [false, true] {
        let colours = isDark ? "dark" : "light"
        try await visit.browser.prefer(isDark: isDark)
        try await visit.page.open("/?view=duplicates")
        try await visit.wait(for: visit.groups)
        try await visit.browser.expectAccessible("groups, \(colours)")
        try await visit.browser.click(Visit.tick(visit.groups[0][0]))
        try await visit.browser.wait(
          until: "[...document.querySelectorAll('.duplicate-group .nothing')].some(one => one.textContent !== '')")
        try await visit.browser.expectAccessible("a group of which nothing would remain, \(colours)")
        try await visit.browser.click(".duplicate-group .keep")
        try await visit.browser.wait(until: "document.querySelectorAll('.duplicate-group').length === 1")
        try await visit.browser.wait(until: "document.querySelector('.notice p')?.checkVisibility()")
        try await visit.browser.expectAccessible("a group that is kept, \(colours)")
      }
    }
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `groups are shown with the best marked and the others ticked, and fit`(window: Browser.Window) async throws {
    try await Self.with(window) { visit in
      try await visit.wait(for: visit.groups)
      let best = try await visit.photos(".duplicate-group .is-best")
      #expect(best == visit.groups.map { $0[0] })
      let ticked = try await visit.photos(".duplicate-group :checked")
      #expect(ticked == visit.groups.flatMap { $0.dropFirst() })
      try await visit.wait(forBar: "Move 3 to trash")
      let name = try await visit.browser.value("document.querySelector('.is-best input').ariaLabel")
      #expect(name.text?.hasPrefix("Move to trash, Best, 48 × 48, ") == true)
      let excess = try await visit.browser.value(
        """
        Math.max(document.documentElement.scrollWidth - innerWidth,
          ...[...document.querySelectorAll('.duplicates :is(a, button, label)')].map(element => {
            const { left, right, width, height } = element.getBoundingClientRect();
            return Math.ceil(Math.max(-left, right - innerWidth, Math.floor(44 - width), Math.floor(44 - height)));
          }))
        """)
      #expect(excess.integer.map { $0 <= 0 } == true)
    }
  }

  @Test(.timeLimit(.minutes(3))) func `more groups are read at the end, which is said to be one`() async throws {
    try await Self.with(counts: [Int](repeating: 2, count: 26)) { visit in
      let count = "document.querySelectorAll('.duplicate-group').length"
      try await visit.browser.wait(until: "\(count) === 20")
      for _ in 0..<400 where try await visit.browser.value(count) != .integer(26) {
        _ = try await visit.browser.value("scrollTo(0, document.documentElement.scrollHeight)")
      }
      try await visit.wait(for: visit.groups)
      try await visit.wait(forEnd: "There are no more.")
    }
  }

  @Test func `where nothing looks alike, the view says so`() async throws {
    try await Self.with(counts: []) { visit in
      let words = "document.querySelector('main .empty')?.textContent"
      try await visit.browser.wait(until: "\(words) === 'No look-alikes among your photos.'")
      #expect(try await visit.browser.value("document.querySelector('.duplicates-bar').checkVisibility()") == false)
    }
  }

  @Test func `a service that still looks at photos is asked again, and the page says so`() async throws {
    try await Self.with(view: "mine") { visit in
      _ = try await visit.browser.value(
        """
        (() => {
          const ask = window.fetch;
          window.fetch = async (path, options) => {
            if (!String(path).startsWith("/v1/me/duplicates")) return ask(path, options);
            window.fetch = ask;
            return new Response("{}", { status: 503, headers: { "Retry-After": "1" } });
          };
        })()
        """)
      try await visit.browser.wait(until: "document.querySelector('.to-duplicates')")
      try await visit.browser.click(".to-duplicates")
      try await visit.wait(forEnd: "Still looking at your photos. This goes on by itself…")
      try await visit.wait(for: visit.groups)
    }
  }

  @Test func `who has not signed in is asked to`() async throws {
    try await withService { service in
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/?view=duplicates")
        try await browser.wait(until: "document.querySelector('main .empty button')?.textContent === 'Sign in'")
      }
    }
  }

  @Test func `a picture opens, the next one is a key away, and Back leads to the groups`() async throws {
    try await Self.with { visit in
      let browser = visit.browser
      try await visit.wait(for: visit.groups)
      try await browser.click("[data-photo='\(visit.groups[0][2])'] .cover")
      try await browser.wait(until: "location.pathname === '/photos/\(visit.groups[0][2])'")
      try await browser.press(.right)
      try await browser.wait(until: "location.pathname === '/photos/\(visit.groups[1][0])'")
      try await browser.goBack()
      try await browser.wait(
        until: "location.search === '?view=duplicates' && !document.querySelector('.viewer')?.open")
      try await visit.wait(for: visit.groups)
    }
  }

  // MARK: What is done

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `what is ticked goes to the trash and leaves the best, and Undo brings it back`(
    window: Browser.Window
  ) async throws {
    try await Self.with(window) { visit in
      try await visit.wait(for: visit.groups)
      try await visit.browser.click(".duplicates-bar button")
      try await visit.page.wait(forNotice: "3 photos are in the trash.")
      let words = "document.querySelector('main .empty')?.textContent"
      try await visit.browser.wait(until: "\(words) === 'No look-alikes among your photos.'")
      #expect(try visit.page.client.ids("/v1/me/photos") == visit.groups.map { $0[0] })
      try await visit.browser.click(".notice button")
      try await visit.page.wait(forNotice: "3 photos are back.")
      try await visit.wait(for: visit.groups)
      try await visit.wait(forBar: "Move 3 to trash")
      #expect(try visit.page.client.ids("/v1/me/trash").isEmpty)
    }
  }

  @Test func `only what is ticked goes, and a group of which two are left stays`() async throws {
    try await Self.with { visit in
      try await visit.wait(for: visit.groups)
      try await visit.browser.click(Visit.tick(visit.groups[0][1]))
      try await visit.browser.click(Visit.tick(visit.groups[0][0]))
      try await visit.wait(forBar: "Move 3 to trash")
      try await visit.browser.click(Visit.tick(visit.groups[0][2]))
      try await visit.wait(forBar: "Move 2 to trash")
      try await visit.browser.click(".duplicates-bar button")
      try await visit.page.wait(forNotice: "2 photos are in the trash.")
      try await visit.wait(for: [Array(visit.groups[0][1...])])
      // The larger of those that are left is the best by now.
      #expect(try await visit.photos(".duplicate-group .is-best") == [visit.groups[0][2]])
      #expect(try Set(visit.page.client.ids("/v1/me/trash")) == [visit.groups[0][0], visit.groups[1][1]])
    }
  }

  @Test func `a group of which nothing would remain says so`() async throws {
    try await Self.with(counts: [2]) { visit in
      let words = "document.querySelector('.duplicate-group .nothing').textContent"
      try await visit.wait(for: visit.groups)
      #expect(try await visit.browser.value(words).text == "")
      try await visit.browser.click(Visit.tick(visit.groups[0][0]))
      try await visit.browser.wait(until: "\(words) === 'Nothing of this group would remain.'")
      try await visit.browser.click(Visit.tick(visit.groups[0][0]))
      try await visit.browser.wait(until: "\(words) === ''")
    }
  }

  @Test func `a group that is kept goes out of sight, loses nothing, and comes back by Undo`() async throws {
    try await Self.with { visit in
      try await visit.wait(for: visit.groups)
      try await visit.browser.click(".duplicate-group .keep")
      try await visit.page.wait(forNotice: "The group stays as it is.")
      try await visit.wait(for: [visit.groups[1]])
      try await visit.wait(forBar: "Move 1 to trash")
      try await visit.browser.click(".notice button")
      try await visit.wait(for: visit.groups)
      #expect(try visit.page.client.ids("/v1/me/trash").isEmpty)
    }
  }

  @Test func `what is deleted elsewhere goes from its group`() async throws {
    try await Self.with { visit in
      try await visit.wait(for: visit.groups)
      _ = try visit.page.client.delete("/v1/photos/\(visit.groups[0][1])")
      try await visit.wait(for: [[visit.groups[0][0], visit.groups[0][2]], visit.groups[1]])
      _ = try visit.page.client.delete("/v1/photos/\(visit.groups[1][1])")
      try await visit.wait(for: [[visit.groups[0][0], visit.groups[0][2]]])
    }
  }

  @Test func `what is deleted while groups are read anew does not come back with them`() async throws {
    try await Self.with { visit in
      try await visit.wait(for: visit.groups)
      _ = try await visit.browser.value(
        """
        (() => {
          const ask = window.fetch;
          const isAwaited = new Promise((resolve) => { window.goOn = resolve; });
          window.fetch = async (path, options) => {
            const response = await ask(path, options);
            if (!String(path).startsWith("/v1/me/duplicates")) return response;
            window.isHeld = true;
            await isAwaited;
            setTimeout(() => { window.isRead = true; }, 500);
            return response;
          };
          // As where the stream of another page had a break.
          new BroadcastChannel("woof-changes").postMessage(null);
        })()
        """)
      try await visit.browser.wait(until: "window.isHeld")
      _ = try visit.page.client.delete("/v1/photos/\(visit.groups[0][1])")
      let left = [[visit.groups[0][0], visit.groups[0][2]], visit.groups[1]]
      try await visit.wait(for: left)
      _ = try await visit.browser.value("window.goOn()")
      try await visit.browser.wait(until: "window.isRead")
      let shown = try await visit.photos(".duplicate-group li")
      #expect(shown == left.flatMap(\.self))
    }
  }

  @Test func `keys alone are enough`() async throws {
    try await Self.with(view: "mine", counts: [2]) { visit in
      let (browser, photos) = (visit.browser, visit.groups[0])
      try await browser.wait(until: "document.querySelector('.to-duplicates')")
      try await visit.tab(to: ".to-duplicates")
      try await browser.press(.enter)
      try await visit.wait(for: visit.groups)
      #expect(try await browser.value("location.search").text == "?view=duplicates")
      try await visit.tab(to: "[data-photo='\(photos[0])'] input")
      try await browser.press(.space)
      try await visit.tab(to: "[data-photo='\(photos[1])'] input")
      try await browser.press(.space)
      try await visit.wait(forBar: "Move 1 to trash")
      try await visit.tab(to: ".duplicates-bar button")
      try await browser.press(.enter)
      try await visit.page.wait(forNotice: "1 photo is in the trash.")
      #expect(try visit.page.client.ids("/v1/me/trash") == [photos[0]])
      try await browser.goBack()
      try await visit.page.wait(for: [photos[1]])
    }
  }

  @Test func `both languages have the same words`() async throws {
    try await withService { service in
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/")
        let names = try await browser.value(
          """
          (async (assets) => {
            const read = async (language) => Object.assign({}, ...await Promise.all(["", "more"].map(async (part) =>
              Object.values(await import(`${assets}/${part}${language}.js`))[0])));
            const [english, german] = [await read("english"), await read("german")];
            const names = (words, path = "") => Object.entries(words).flatMap(([name, value]) =>
              value?.constructor === Object ? names(value, `${path}${name}.`) : [`${path}${name}`]);
            return [names(english).sort(), names(german).sort()];
          })(document.documentElement.dataset.assets)
          """)
        #expect(names[0].items.count > 100)
        #expect(names[0] == names[1])
      }
    }
  }
}
