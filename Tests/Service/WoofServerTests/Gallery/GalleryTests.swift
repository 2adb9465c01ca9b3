// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// The web gallery in a browser, used as a person uses it.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryTests {
  /// Runs a browser at the gallery of a service, as a desktop and as a phone.
  private static func with(
    _ window: Browser.Window = .desktop, photoCount: Int = 5,
    path: @escaping @Sendable ([String]) -> String = { _ in "/" },
    _ body: @escaping @Sendable (Browser, TestService, [String]) async throws -> Void
  ) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photos = try (0..<photoCount).map { _ in try ada.addPhoto() }
      let path = path(photos)
      try await Browser.with(window) { browser in
        try await browser.open("http://127.0.0.1:\(service.port)\(path)")
        try await body(browser, service, photos)
      }
    }
  }

  private static func cell(_ photo: String) -> String { "document.querySelector(\"li[data-id='\(photo)']\")" }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `the wall shows the photos, newest first, and is no wider than the window`(window: Browser.Window) async throws {
    try await Self.with(window) { browser, _, photos in
      try await browser.wait(until: "document.querySelectorAll('.wall li').length === \(photos.count)")
      try await browser.wait(until: "[...document.images].every(image => image.complete && image.naturalWidth > 0)")
      let shown = try await browser.value("[...document.querySelectorAll('.wall li')].map(cell => cell.dataset.id)")
      #expect(shown.items.compactMap(\.text) == photos.reversed())
      let overflow = try await browser.value("document.documentElement.scrollWidth - innerWidth")
      #expect(overflow.integer.map { $0 <= 0 } == true)
      // Each row ends where the wall does, but for the last.
      let right = try await browser.value(
        """
        Math.max(...[...document.querySelectorAll('.wall li')].map(cell => cell.getBoundingClientRect().right)) \
        - document.querySelector('.wall').getBoundingClientRect().right
        """)
      #expect(right.integer.map { $0 <= 1 } ?? (right != .null))
    }
  }

  @Test func `a like by somebody else is seen at once`() async throws {
    try await Self.with { browser, service, photos in
      let likes = "\(Self.cell(photos[2]))?.querySelector('.likes')"
      try await browser.wait(until: "\(likes)?.textContent === '0'")
      let bob = try await service.member("bob")
      _ = try bob.setFavourite(photos[2])
      try await browser.wait(until: "\(likes).textContent === '1'")
      let label = try await browser.value("\(likes).getAttribute('aria-label')")
      #expect(label.text == "Like. 1 like")
    }
  }

  @Test func `what happens before the stream of a page is open is seen once it is`() async throws {
    try await Self.with { browser, service, photos in
      try await browser.holdStreams()
      try await browser.open("http://127.0.0.1:\(service.port)/")
      let likes = "\(Self.cell(photos[2]))?.querySelector('.likes')"
      // A page does not wait for its stream for ever.
      try await browser.wait(until: "\(likes)?.textContent === '0'")
      let bob = try await service.member("bob")
      _ = try bob.setFavourite(photos[2])
      #expect(try await browser.value("\(likes).textContent").text == "0")
      _ = try await browser.value("window.openStreams()")
      try await browser.wait(until: "\(likes).textContent === '1'")
    }
  }

  @Test func `the pages of a browser share one stream, which another goes on with when its page is closed`()
    async throws
  {
    try await Self.with { browser, service, photos in
      let likes = "\(Self.cell(photos[0]))?.querySelector('.likes')"
      try await browser.wait(until: "\(likes)?.textContent === '0'")
      let windows = try await browser.openWindow()
      try await browser.open("http://127.0.0.1:\(service.port)/")
      try await browser.wait(until: "\(likes)?.textContent === '0'")
      let (bob, eve) = (try await service.member("bob"), try await service.member("eve"))
      try await eventually { try service.metrics().contains("woof_event_subscribers 1\n") }
      _ = try bob.setFavourite(photos[0])
      try await browser.wait(until: "\(likes).textContent === '1'")
      #expect(try service.metrics().contains("woof_event_subscribers 1\n"))
      try await browser.use(window: windows.before)
      try await browser.wait(until: "\(likes).textContent === '1'")
      try await browser.closeWindow()
      try await browser.use(window: windows.new)
      _ = try eve.setFavourite(photos[0])
      try await browser.wait(until: "\(likes).textContent === '2'")
    }
  }

  @Test func `a photo opens at its own address, and Back leads to its place on the wall`() async throws {
    try await Self.with { browser, _, photos in
      try await browser.wait(until: Self.cell(photos[3]))
      try await browser.click("li[data-id='\(photos[3])'] a")
      try await browser.wait(until: "document.querySelector('.viewer')?.open")
      #expect(try await browser.value("location.pathname").text == "/photos/\(photos[3])")
      try await browser.press(.right)
      try await browser.wait(until: "location.pathname === '/photos/\(photos[2])'")
      try await browser.press(.left)
      try await browser.press(.left)
      try await browser.wait(until: "location.pathname === '/photos/\(photos[4])'")
      #expect(try await browser.value("document.querySelector('.before').hidden") == .bool(true))
      try await browser.goBack()
      try await browser.wait(until: "location.pathname === '/' && !document.querySelector('.viewer')?.open")
      let focused = try await browser.value("document.activeElement.closest('li')?.dataset.id")
      #expect(focused.text == photos[4])
    }
  }

  @Test func `the address of a photo opens it, and Escape leads to the wall`() async throws {
    try await Self.with(path: { "/photos/\($0[1])" }) { browser, _, photos in
      try await browser.wait(until: "document.querySelector('.viewer')?.open")
      try await browser.wait(until: "document.querySelector('.stage img').naturalWidth > 0")
      try await browser.press(.escape)
      try await browser.wait(until: "location.pathname === '/' && !document.querySelector('.viewer')?.open")
      try await browser.wait(until: Self.cell(photos[1]))
    }
  }

  @Test func `keys alone are enough`() async throws {
    try await Self.with { browser, _, photos in
      try await browser.wait(until: Self.cell(photos[4]))
      _ = try await browser.value("\(Self.cell(photos[4])).querySelector('a').focus()")
      try await browser.press(.right)
      try await browser.press(.right)
      try await browser.press(.enter)
      try await browser.wait(until: "location.pathname === '/photos/\(photos[2])'")
      try await browser.press(.escape)
      try await browser.wait(until: "document.activeElement.closest('li')?.dataset.id === '\(photos[2])'")
    }
  }

  @Test(arguments: [("en", "Keys", "Search"), ("de", "Tasten", "Suchen")])
  func `a question mark says which keys there are, except where somebody writes`(
    language: String, title: String, search: String
  ) async throws {
    try await withService { service in
      _ = try await service.member("ada").addPhoto()
      try await Browser.with(language: language) { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/")
        try await browser.wait(until: "document.querySelector('.wall li a')")
        try await browser.type("?")
        try await browser.wait(until: "document.querySelector('.keys h2')?.textContent === '\(title)'")
        #expect(try await browser.value("document.querySelector('.keys dl').textContent.includes('\(search)')") == true)
        if AccessibilityEngine.script != nil { try await browser.expectAccessible("keys") }
        try await browser.type("?")
        try await browser.press(.escape)
        try await browser.wait(until: "document.querySelector('.keys') === null")
        try await browser.click(".wall li a")
        try await browser.wait(until: "document.querySelector('.viewer')?.open")
        try await browser.type("?")
        try await browser.wait(until: "document.querySelector('.keys')")
        try await browser.press(.escape)
        try await browser.wait(
          until: "document.querySelector('.keys') === null && document.querySelector('.viewer').open")
        try await browser.press(.escape)
        try await browser.wait(until: "!document.querySelector('.viewer').open")
        try await browser.type("/")
        try await browser.type("?")
        #expect(try await browser.value("document.querySelector('.keys')") == .null)
      }
    }
  }

  @Test func `who has signed in likes a photo, and no longer`() async throws {
    try await Self.with { browser, service, photos in
      let bob = try await service.addAccount("bob")
      try await browser.signIn(bob, at: service)
      try await browser.open("http://127.0.0.1:\(service.port)/")
      let likes = "\(Self.cell(photos[0]))?.querySelector('.likes')"
      try await browser.wait(until: "\(likes)?.getAttribute('aria-pressed') === 'false'")
      #expect(try await browser.value("document.querySelector('.sign-in').hidden") == .bool(true))
      try await browser.click("li[data-id='\(photos[0])'] .likes")
      try await browser.wait(until: "\(likes).getAttribute('aria-pressed') === 'true' && \(likes).textContent === '1'")
      #expect(try service.client(bob).get("/v1/photos/\(photos[0])").member("isFavourite") == .bool(true))
      try await browser.click("li[data-id='\(photos[0])'] .likes")
      try await browser.wait(until: "\(likes).getAttribute('aria-pressed') === 'false' && \(likes).textContent === '0'")
      #expect(try service.client(bob).get("/v1/photos/\(photos[0])").member("isFavourite") == .bool(false))
    }
  }

  @Test func `the photos are read once where somebody signs in on an open page`() async throws {
    try await Self.with { browser, service, photos in
      let bob = try await service.addAccount("bob")
      let client = service.client(bob)
      let own = try client.addPhoto("?visibility=private")
      try await browser.wait(until: Self.cell(photos[0]))
      let windows = try await browser.openWindow()
      try await browser.signIn(bob, at: service)
      try await browser.use(window: windows.before)
      let entries = "performance.getEntriesByType('resource')"
      for path in ["timeline?", "ratios?"] {
        try await browser.wait(until: "\(entries).some(({ name }) => name.includes('\(path)'))")
      }
      _ = try await browser.value("(window.beginning = performance.now(), true)")
      try await browser.click(".sign-in")
      try await browser.wait(until: Self.cell(own))
      // What the stream tells comes after what its page reads once it is open.
      try await eventually { try service.metrics().contains("woof_event_subscribers 1\n") }
      let later = try client.addPhoto("?visibility=private")
      try await browser.wait(until: Self.cell(later))
      let names = try await browser.value(
        "\(entries).filter(({ startTime }) => startTime >= window.beginning).map(({ name }) => name)")
      let lists = names.items.compactMap(\.text).filter { $0.contains("/v1/timeline") || $0.contains("/v1/photos?") }
      #expect(!lists.isEmpty && Set(lists).count == lists.count, "\(lists)")
    }
  }

  @Test func `who signs in on an open page is told of photos that are not public from then on, on all pages`()
    async throws
  {
    try await Self.with { browser, service, photos in
      try await browser.wait(until: Self.cell(photos[0]))
      let bob = try await service.addAccount("bob")
      let windows = try await browser.openWindow()
      try await browser.open("http://127.0.0.1:\(service.port)/")
      try await browser.wait(until: Self.cell(photos[0]))
      let other = try await browser.openWindow().new
      try await browser.signIn(bob, at: service)
      // The page that signs in is not the one that reads the stream.
      try await browser.use(window: windows.new)
      try await browser.click(".sign-in")
      try await browser.wait(until: "document.querySelector('.sign-in').hidden")
      try await eventually { try service.metrics().contains("woof_event_subscribers 1\n") }
      let photo = try service.client(bob).addPhoto("?visibility=private")
      try await browser.wait(until: Self.cell(photo))
      try await browser.use(window: windows.before)
      try await browser.wait(until: Self.cell(photo))
      try await browser.use(window: other)
    }
  }

  @Test func `one's own photo that is not public stays on the wall when it changes`() async throws {
    try await Self.with { browser, service, photos in
      let bob = try await service.addAccount("bob")
      let photo = try service.client(bob).addPhoto()
      _ = try service.client(bob).send("PATCH", "/v1/photos/\(photo)", json: #"{"visibility": "private"}"#)
      try await browser.signIn(bob, at: service)
      try await browser.open("http://127.0.0.1:\(service.port)/")
      try await browser.wait(until: Self.cell(photo))
      _ = try service.client(bob).send("PATCH", "/v1/photos/\(photo)", json: #"{"caption": "bath"}"#)
      try await browser.wait(until: "\(Self.cell(photo))?.querySelector('img').alt === 'bath'")
    }
  }

  @Test func `a new photo appears on top, and one that is deleted goes, also while it is shown`() async throws {
    try await Self.with { browser, service, photos in
      try await browser.wait(until: "document.querySelectorAll('.wall li').length === \(photos.count)")
      let bob = try await service.member("bob")
      let newest = try bob.addPhoto()
      try await browser.wait(until: "document.querySelector('.wall li').dataset.id === '\(newest)'")
      _ = try bob.delete("/v1/photos/\(newest)")
      try await browser.wait(until: "\(Self.cell(newest)) === null")
    }
  }

  @Test func `what is written in a caption stays text, and nothing breaks the page's own rules`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto()
      let caption = "<img src=x onerror=alert(1)> & \u{202E}abc"
      _ = try ada.send("PATCH", "/v1/photos/\(photo)", json: #"{"caption": "\#(caption)"}"#)
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/")
        _ = try await browser.value(
          "(window.broken = [], addEventListener('securitypolicyviolation', e => broken.push(e.violatedDirective)), 1)")
        try await browser.wait(until: "\(Self.cell(photo))?.querySelector('img').complete")
        try await browser.click("li[data-id='\(photo)'] a")
        try await browser.wait(until: "document.querySelector('.words')?.textContent.startsWith('<img src=x')")
        #expect(try await browser.value("\(Self.cell(photo)).querySelector('img').alt").text == caption)
        #expect(try await browser.value("broken") == .array([]))
      }
    }
  }

  @Test(.timeLimit(.minutes(3)))
  func `a wall of hundreds of photos has few of them in the document, and an end`() async throws {
    try await Self.with(photoCount: 400) { browser, _, photos in
      try await browser.wait(until: Self.cell(photos[399]))
      for _ in 0..<400 where try await browser.value(Self.cell(photos[0])) == .null {
        _ = try await browser.value("scrollTo(0, document.documentElement.scrollHeight)")
        let count = try await browser.value("document.querySelectorAll('.wall li').length").integer ?? 0
        #expect(count < 200)
      }
      try await browser.wait(until: Self.cell(photos[0]))
      #expect(try await browser.value(Self.cell(photos[399])) == .null)
      _ = try await browser.value("scrollTo(0, 0)")
      try await browser.wait(until: Self.cell(photos[399]))
    }
  }

  @Test func `an empty gallery says what appears there`() async throws {
    try await Self.with(photoCount: 0) { browser, service, _ in
      try await browser.wait(until: "document.querySelector('main .empty')?.textContent.startsWith('No photos yet')")
      let ada = try await service.addAccount("bob")
      let photo = try service.client(ada).addPhoto()
      try await browser.wait(until: "\(Self.cell(photo)) || location.reload()")
      #expect(try await browser.value("document.querySelector('main .empty')") == .null)
    }
  }

  @Test func `a page says that the service is away, and goes on when it is back`() async throws {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    try await blocking {
      let port = try ReservedPort()
      let arguments = ["--data", folder.path("data"), "--listen", "127.0.0.1:\(port.port)"]
      let first = try await ServingProgram(arguments)
      let photo = try first.client(ada).addPhoto()
      _ = try first.client(ada).send("PATCH", "/v1/photos/\(photo)", json: #"{"visibility": "public"}"#)
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(port.port)/")
        let likes = "\(Self.cell(photo))?.querySelector('.likes')"
        try await browser.wait(until: "\(likes)?.textContent === '0'")
        _ = try await first.stop()
        try await browser.click("li[data-id='\(photo)'] .likes")
        try await browser.wait(until: "document.querySelector('.status').textContent.includes('does not answer')")
        let second = try await ServingProgram(arguments)
        _ = try second.client(ada).setFavourite(photo)
        try await browser.wait(until: "\(likes).textContent === '1'")
      }
    }
  }

  @Test func `a photo that is not for the reader is said to be so`() async throws {
    try await Self.with(path: { _ in "/photos/0193e7a2-5b1c-7c1e-9d43-2f6f0c9a8e11" }) { browser, _, photos in
      try await browser.wait(
        until: "document.querySelector('.status').textContent.startsWith('This photo is not here')")
      try await browser.wait(until: Self.cell(photos[0]))
    }
  }

  @Test(arguments: [(320, 130), (1_200, 220), (3_840, 220)])
  func `rows hold all photos in order, fill the width, and are nearly as high as is wanted`(
    width: Int, target: Int
  ) async throws {
    try await Self.with(photoCount: 0) { browser, _, _ in
      let faults = try await browser.value(
        """
        import(document.documentElement.dataset.assets + "/layout.js").then(({ justified }) => {
          const ratios = Array.from({ length: 5000 }, (_, index) => [0.5, 0.75, 1, 1.5, 16 / 9, 3][index * 7919 % 6]);
          const { rows, height } = justified(ratios, \(width), \(target), 4);
          const faults = [];
          let [next, top] = [0, 0];
          rows.forEach((row, index) => {
            if (row.first !== next || row.end <= row.first || Math.abs(row.top - top) > 0.01) faults.push(row);
            [next, top] = [row.end, row.top + row.height + 4];
            const sum = ratios.slice(row.first, row.end).reduce((sum, ratio) => sum + ratio, 0);
            const filled = sum * row.height + 4 * (row.end - row.first - 1);
            const isLast = index === rows.length - 1;
            if (isLast ? filled > \(width) + 0.01 : Math.abs(filled - \(width)) > 0.01) faults.push(row);
            if (!isLast && (row.height < \(target) * 0.45 || row.height > \(target) * 2.2)) faults.push(row);
          });
          if (next !== ratios.length || Math.abs(height + 4 - top) > 0.01) faults.push({ next, height, top });
          return faults;
        })
        """)
      #expect(faults == .array([]))
    }
  }

  @Test func `a placeholder has the photo's shape and colour, and nonsense has none`() async throws {
    try await Self.with(photoCount: 0) { browser, _, _ in
      let drawn = try await browser.value(
        """
        import(document.documentElement.dataset.assets + "/placeholder.js").then(async ({ picture }) => {
          const image = new Image();
          image.src = picture("PwAABYB3d3d3d3d3d3d3d3d3d3d3d3d3");
          await image.decode();
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [1, 1];
          const context = canvas.getContext("2d");
          context.drawImage(image, 0, 0, 1, 1);
          const colour = [...context.getImageData(0, 0, 1, 1).data];
          return [image.width, image.height, colour, picture("woof"), picture("%"), picture("PwAABYB3d3c=")];
        })
        """)
      // The hash is of one colour: lightness 1, and the least of both differences of colour.
      let colour = JSONValue.array([.integer(43), .integer(255), .integer(255), .integer(255)])
      #expect(drawn == .array([.integer(32), .integer(23), colour] + [.string(""), .string(""), .string("")]))
    }
  }
}
