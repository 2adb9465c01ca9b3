// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// The gallery where its service is away, and as an app of a phone.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryOfflineTests {
  @Test func `a browser may install it`() async throws {
    try await withService { service in
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/")
        try await browser.wait(until: "navigator.serviceWorker.controller")
        let faults = try await browser.installationFaults()
        #expect(faults.isEmpty, "\(faults)")
      }
    }
  }

  @Test(.timeLimit(.minutes(6)))
  func `what was seen is there without the service, is said to be of a former visit, and mends itself`() async throws {
    try await OfflineVisit.with { visit in
      try await visit.open()
      try await visit.wait(for: visit.shown[0])
      try await visit.waitUntilKept(visit.shown[3])
      try await visit.stop()
      try await visit.open("/?view=photos")
      for photo in visit.shown { try await visit.wait(for: photo) }
      try await visit.wait(untilOffline: true)
      try await visit.browser.click("li[data-id='\(visit.shown[1])'] a")
      try await visit.browser.wait(until: "document.querySelector('.viewer[open] .stage img')?.naturalWidth > 1")
      try await visit.open("/photos/\(visit.shown[2])")
      try await visit.browser.wait(until: "document.querySelector('.viewer[open] .stage img')?.naturalWidth > 1")
      let service = try await visit.restart()
      let new = try service.client(visit.ada).addPhoto()
      try await visit.wait(untilOffline: false)
      try await visit.browser.wait(until: "document.querySelector(\"li[data-id='\(new)']\")")
    }
  }

  @Test func `a like without the service is refused in words`() async throws {
    try await OfflineVisit.with { visit in
      try await visit.open()
      try await visit.wait(for: visit.shown[0])
      try await visit.waitUntilKept(visit.shown[0])
      try await visit.stop()
      try await visit.open()
      try await visit.wait(untilOffline: true)
      try await visit.browser.click("li[data-id='\(visit.shown[0])'] .likes")
      try await visit.browser.wait(
        until: "document.querySelector('.status').textContent.startsWith('You are offline.')")
    }
  }

  @Test func `what an account has seen is there for its window, and for no other that does not know whose it is`()
    async throws
  {
    try await OfflineVisit.with { visit in
      try await visit.signIn(visit.ada)
      try await visit.open()
      try await visit.wait(for: visit.hidden)
      try await visit.waitUntilKept(visit.hidden, cache: "woof-account/ada")
      try await visit.browser.click(".tabs [data-view='mine']")
      try await visit.waitUntil(
        "\(OfflineVisit.paths).then(all => all.includes('woof-account/ada /v1/timeline?view=mine'))")
      try await visit.stop()
      try await visit.open("/?view=mine")
      try await visit.wait(for: visit.hidden)
      try await visit.wait(untilOffline: true)
      _ = try await visit.browser.openWindow()
      try await visit.open()
      try await visit.browser.wait(until: "document.querySelector('.status').textContent.includes('does not answer')")
      #expect(try await visit.browser.value("document.querySelector('.wall li')") == .null)
    }
  }

  @Test func `what strangers see is kept as strangers see it, also where somebody signs in on another page`()
    async throws
  {
    try await OfflineVisit.with { visit in
      try await visit.open()
      try await visit.waitUntilKept(visit.shown[0])
      let windows = try await visit.browser.openWindow()
      try await visit.signIn(visit.ada)
      try await visit.browser.use(window: windows.before)
      // The page does not know of it, and the browser sends the credential.
      let told = try await visit.browser.value(
        "fetch('/v1/photos?limit=7', { headers: { 'Woof-Session': 'none' } })"
          + ".then(response => response.text().then(text => [response.headers.get('Woof-Account'), text]))")
      #expect(told.items[0].text == "ada" && told.items[1].text?.contains(visit.hidden) == true)
      // What is for nobody is kept, and what came before that is in its place by then, if anywhere.
      _ = try await visit.browser.value(
        "fetch('/v1/photos?limit=8', { headers: { 'Woof-Session': 'none' }, credentials: 'omit' }).then(() => 1)")
      try await visit.waitUntil("\(OfflineVisit.paths).then(all => all.includes('woof-public /v1/photos?limit=8'))")
      #expect(
        try await visit.browser.value("\(OfflineVisit.paths).then(all => all.some(path => path.includes('limit=7')))")
          == false)
      let texts = try await visit.browser.value(
        """
        caches.open('woof-public').then(cache => cache.matchAll()).then(all => Promise.all(all
          .filter(({ headers }) => headers.get('Content-Type').includes('json')).map(response => response.text())))
          .then(texts => texts.join())
        """)
      let text = try #require(texts.text)
      #expect(text.contains(visit.shown[0]) && !text.contains(visit.hidden) && !text.contains("isFavourite"))
      #expect(try await Self.entries(of: visit).allSatisfy { $0["value"]?["isFavourite"] == nil })
      #expect(try await Self.traces(of: visit) == [])
    }
  }

  @Test func `lists of nobody are read once, and what does not say whom it is for is not kept`() async throws {
    try await OfflineVisit.with { visit in
      try await visit.open()
      try await visit.waitUntilKept(visit.shown[0])
      func count() throws -> Int { try visit.service.log.count { $0["path"].text == "/v1/photos/batch" } }
      _ = try await visit.browser.value("fetch('/v1/photos?limit=5').then(() => 1)")
      _ = try await visit.browser.value(
        "fetch('/v1/photos?limit=6', { headers: { 'Woof-Session': 'none' } }).then(() => 1)")
      try await visit.waitUntil("\(OfflineVisit.paths).then(all => all.includes('woof-public /v1/photos?limit=6'))")
      #expect(
        try await visit.browser.value("\(OfflineVisit.paths).then(all => all.some(path => path.includes('limit=5')))")
          == false)
      let asked = try visit.service.log.count {
        $0["message"] == "request" && $0["query"].text?.contains("limit=6") == true
      }
      #expect(asked <= 1)
    }
  }

  @Test func `signing out leaves nothing of the account, and so does signing in as somebody else`() async throws {
    try await OfflineVisit.with { visit in
      try await visit.signIn(visit.ada)
      try await visit.open()
      try await visit.waitUntilKept(visit.hidden, cache: "woof-account/ada")
      _ = try await visit.browser.value(
        "import(document.documentElement.dataset.assets + '/offline.js').then(({ forgetAccount }) => forgetAccount())")
      #expect(try await Self.traces(of: visit) == [])
      try await visit.open()
      try await visit.waitUntilKept(visit.hidden, cache: "woof-account/ada")
      // A page that somebody else has signed in to says so.
      _ = try await visit.browser.value(
        "import(document.documentElement.dataset.assets + '/visitor.js').then(({ tell }) => tell('eve'))")
      try await visit.waitUntil("caches.has('woof-account/eve')")
      #expect(try await Self.traces(of: visit) == [])
    }
  }

  @Test func `whoever begins or ends a session leaves nothing of the one before, whatever the page says`() async throws
  {
    try await OfflineVisit.with { visit in
      try await visit.signIn(visit.ada)
      try await visit.open()
      try await visit.waitUntilKept(visit.hidden, cache: "woof-account/ada")
      _ = try await visit.browser.value("fetch('/v1/me/sessions', { method: 'DELETE' }).then(() => 1)")
      try await visit.waitUntil("caches.has('woof-account/ada').then(has => !has)")
      #expect(try await Self.traces(of: visit) == [])
    }
  }

  /// What there is of an account in the browser.
  private static func traces(of visit: OfflineVisit) async throws -> [JSONValue] {
    let caches = try await visit.browser.value(
      "\(OfflineVisit.paths).then(all => all.filter(path => path.startsWith('woof-account/ada')))")
    let entries = try await entries(of: visit).filter {
      $0["owner"] != "" || $0["name"].text?.contains(visit.hidden) == true
    }
    return caches.items + entries
  }

  /// What the worker's database has.
  private static func entries(of visit: OfflineVisit) async throws -> [JSONValue] {
    try await visit.browser.value(
      """
      new Promise((resolve) => {
        const request = indexedDB.open('woof-kept');
        request.onsuccess = () => {
          const all = request.result.transaction('entries').objectStore('entries').getAll();
          all.onsuccess = () => resolve(all.result);
        };
      })
      """
    ).items
  }

  @Test func `nothing of a share link is kept`() async throws {
    try await OfflineVisit.with { visit in
      let made = try visit.service.client(visit.ada).send("POST", "/v1/links", json: #"{"photo": "\#(visit.hidden)"}"#)
      let url = try #require(made.member("url")?.text)
      let path = try #require(url.firstRange(of: "/s/").map { String(url[$0.lowerBound...]) })
      try await visit.open()
      try await visit.waitUntilKept(visit.shown[0])
      try await visit.open(path)
      try await visit.browser.wait(
        until: "[...document.querySelectorAll('main img')].some(image => image.naturalWidth > 1)")
      let kept = try await visit.browser.value(OfflineVisit.paths)
      let paths = kept.items.compactMap(\.text)
      #expect(
        paths.contains { $0.hasSuffix("/gallery.js") }
          && !paths.contains { $0.contains("/s/") || $0.contains("shared/") })
      #expect(!paths.contains { $0.contains(visit.hidden) })
    }
  }

  @Test func `files of another version go when there is a new one`() async throws {
    try await OfflineVisit.with { visit in
      try await visit.open("/v1/service")
      _ = try await visit.browser.value(
        "caches.open('woof-files/gallery/0123456789abcdef').then(cache => cache.put('/', new Response('old'))).then(() => 1)"
      )
      try await visit.open()
      try await visit.waitUntilKept(visit.shown[0])
      let names = try await visit.browser.value("caches.keys()")
      let files = names.items.compactMap(\.text).filter { $0.hasPrefix("woof-files") }
      let assets = try await visit.browser.value("document.documentElement.dataset.assets")
      #expect(files == ["woof-files\(assets.text ?? "")"])
    }
  }

  @Test func `photos that another app sends wait in the panel until somebody wants them`() async throws {
    let folder = try TemporaryFolder()
    for name in ["one.jpg", "two.jpg"] { try folder.write(SampleJPEG.next(), to: name) }
    try await OfflineVisit.with { visit in
      try await visit.signIn(visit.ada)
      try await visit.open()
      try await visit.browser.wait(until: "navigator.serviceWorker.controller")
      // As a phone sends it, which no page of the gallery may.
      try await visit.browser.open("about:blank")
      _ = try await visit.browser.value(
        """
        void (document.body.innerHTML = `<form action="\(visit.address)/share" method="post" enctype="multipart/form-data">
          <input type="file" name="photos" multiple></form>`)
        """)
      try await visit.browser.choose(["one.jpg", "two.jpg"].map(folder.path), in: "input")
      _ = try await visit.browser.value("void document.forms[0].submit()")
      let words = "document.querySelector('.incoming p')?.textContent"
      try await visit.browser.wait(until: "\(words) === '2 photos from another app wait here.'")
      #expect(try await visit.browser.value("location.pathname + location.search").text == "/")
      #expect(try visit.service.client(visit.ada).ids("/v1/me/photos").count == 5)
      try await visit.browser.click(".incoming .primary")
      try await visit.browser.wait(until: "document.querySelector('.uploads .title')?.textContent === '2 added'")
      try await visit.waitUntil("caches.has('woof-incoming').then(has => !has)")
    }
  }

  @Test func `what was not used for the longest time goes first`() async throws {
    try await withService { service in
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/")
        let kept = try await browser.value(
          """
          import(document.documentElement.dataset.assets + "/kept.js").then(async ({ Kept }) => {
            let time = 0;
            const kept = new Kept("/test", { picture: { count: 3, size: 100 } }, () => (time += 100_000));
            const keep = (path, size) => kept.keepResponse("picture", null, path, new Response("x".repeat(size)));
            for (const path of ["/1", "/2", "/3"]) await keep(path, 5);
            await kept.response("picture", null, "/1");
            await keep("/4", 5);
            await keep("/large", 11);
            const paths = (await (await caches.open("woof-public")).keys()).map(({ url }) => new URL(url).pathname);
            return paths.sort();
          })
          """)
        #expect(kept == .array([.string("/1"), .string("/3"), .string("/4")]))
      }
    }
  }

  @Test func `without service workers all else works`() async throws {
    try await OfflineVisit.with { visit in
      try await visit.browser.prepare("delete Navigator.prototype.serviceWorker;")
      try await visit.signIn(visit.ada)
      try await visit.open()
      try await visit.wait(for: visit.hidden)
      try await visit.browser.click("li[data-id='\(visit.hidden)'] .likes")
      try await visit.browser.wait(
        until: "document.querySelector(\"li[data-id='\(visit.hidden)'] .likes\").textContent === '1'")
      #expect(try await visit.browser.value("caches.keys()") == .array([]))
    }
  }
}
