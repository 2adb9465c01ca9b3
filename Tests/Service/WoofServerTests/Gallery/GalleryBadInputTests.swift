// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import TestKit
@testable import TestPictures

/// What people, files, clocks and networks give the gallery that is none of what it asks for.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryBadInputTests {
  /// A text that is no name of anything: with markup, a quote, a turn of the direction of writing, and far too long.
  private static let nonsense = #"`<img src=x onerror="window.broken = 1">\u202E'\u0000 ${'x'.repeat(5000)}`"#

  /// Fills all fields of a form with nonsense and sends it, and gives what the form says of that.
  private static func refusal(of form: String, in browser: Browser) async throws -> String {
    try await browser.wait(until: "document.querySelector('\(form)')")
    _ = try await browser.value(
      """
      void [...document.querySelectorAll(`\(form) :is(input:not([type]), [type=text], [type=password], [type=number])`)]
        .forEach((input) => { input.value = input.type === "number" ? "-7.5" : \(nonsense); })
      """)
    _ = try await browser.value("void document.querySelector('\(form)').requestSubmit()")
    let alarm =
      "(document.querySelector('\(form) .alarm') ?? document.querySelector('dialog[open] .alarm'))?.textContent"
    try await browser.wait(until: alarm)
    #expect(try await browser.value("window.broken ?? document.querySelectorAll('img[src=x]').length") == 0)
    return try #require(try await browser.value(alarm).text)
  }

  /// Expects words for people: one sentence or two, without the parts of a program.
  private static func expectWords(_ words: String, of form: String) {
    let isForPeople = words.count > 10 && words.count < 300 && words.last == "."
    #expect(isForPeople && !words.contains("undefined") && !words.contains("[object"), "\(form): \(words)")
  }

  // MARK: Forms

  @Test func `forms of albums, links, people and the account refuse nonsense in words`() async throws {
    try await GalleryVisit.with(view: "albums", ownCount: 1, http: InvitationTests.byMembers) { visit in
      let browser = visit.browser
      let album = try visit.client.makeAlbum(titled: "Lake", photos: visit.own)
      for (path, button, form) in [
        ("/?view=albums", ".create-album", ".album-dialog form"),
        ("/albums/\(album)", ".album-edit", ".album-dialog form"),
        ("/albums/\(album)", ".album-people", ".contributors form"),
        ("/?view=account", ".change-password", ".password-dialog form"),
        ("/?view=account", ".create-app-password", ".app-password-dialog form"),
        ("/?view=account", ".create-invitation", ".invitation-dialog form"),
      ] {
        try await visit.open(path)
        try await browser.wait(until: "document.querySelector('\(button)')")
        try await browser.click(button)
        Self.expectWords(try await Self.refusal(of: form, in: browser), of: form)
        try await browser.press(.escape)
        try await browser.wait(until: "document.querySelector('dialog[open]') === null")
      }
      #expect(try visit.client.ids("/v1/me/albums") == [album])
      try await visit.open("/albums/\(album)")
      try await browser.wait(until: "document.querySelector('.album-share')")
      try await browser.click(".album-share")
      try await browser.wait(until: "document.querySelector('.share-dialog .primary')?.disabled === false")
      for day in ["", "0001-01-01", "275760-09-13"] {
        _ = try await browser.value(
          """
          void (({ period, date }) => {
            period.click();
            date.value = "\(day)";
            document.querySelector(".share-form").requestSubmit();
          })({
            period: document.querySelector(".share-form [name=period][value=date]"),
            date: document.querySelector(".share-form [type=date]"),
          })
          """)
        try await browser.wait(until: "document.querySelector('.share-form .alarm').textContent.includes('ten years')")
        _ = try await browser.value("void (document.querySelector('.share-form .alarm').textContent = '')")
      }
      #expect(try visit.client.ids("/v1/links") == [])
    }
  }

  @Test func `forms for strangers refuse nonsense in words`() async throws {
    try await SharedVisit.with(terms: #""password": "walkies", "allows": ["like"]"#) { visit in
      let browser = visit.browser
      Self.expectWords(try await Self.refusal(of: ".lock", in: browser), of: "the password of a link")
      try await browser.wait(until: "!document.querySelector('.lock button').disabled")
      _ = try await browser.value("void (document.querySelector('.lock input').value = 'walkies')")
      try await browser.click(".lock .primary")
      try await visit.wait(for: visit.photos)
      try await browser.click("\(GalleryVisit.cell(visit.photos[0])) .likes")
      Self.expectWords(try await Self.refusal(of: ".name-form", in: browser), of: "the name of a guest")
      try await browser.open("http://127.0.0.1:\(visit.service.port)/")
      try await browser.wait(until: "document.querySelector('.sign-in').hidden === false")
      try await browser.click(".sign-in")
      Self.expectWords(try await Self.refusal(of: ".sign-in-dialog form", in: browser), of: "signing in")
    }
  }

  @Test func `nonsense that is searched for is not found, or refused in words`() async throws {
    try await GalleryVisit.with(ownCount: 1) { visit in
      for words in ["\"", "*", "%00", "a%22%20OR%201=1--", "%E2%80%AE", String(repeating: "x", count: 3000)] {
        try await visit.open("/?view=search&q=\(words)")
        try await visit.browser.wait(
          until: "document.querySelector('.status').textContent.match(/No photo found|[a-z]+ [^.]*[.]$/)")
      }
    }
  }

  // MARK: Files

  @Test func `a file that is dropped and is no picture is refused with its reason before it is sent`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 1) { visit in
      let folder = try TemporaryFolder()
      try folder.write(Array("#!/bin/sh\n".utf8), to: "rex.jpg")
      try folder.write(
        Array("<svg xmlns='http://www.w3.org/2000/svg'><script>broken = 1</script></svg>".utf8), to: "rex.svg")
      try await visit.browser.drop(["rex.jpg", "rex.svg"].map(folder.path))
      let title = "document.querySelector('.uploads .title')?.textContent"
      try await visit.browser.wait(until: "\(title) === '2 not added'")
      let reasons =
        "[...document.querySelectorAll('.uploads li .about')].every(about => about.textContent.startsWith('Not a picture'))"
      #expect(try await visit.browser.value(reasons) == true)
      let sent = "performance.getEntriesByType('resource').some(({ name }) => name.includes('/v1/photos?visibility='))"
      #expect(try await visit.browser.value(sent) == false)
      withExtendedLifetime(folder) {}
    }
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `a picture of 1 by 30,000 pixels has a place among others, and opens`(window: Browser.Window) async throws {
    try await GalleryVisit.with(window, ownCount: 2) { visit in
      let browser = visit.browser
      let narrow = try #require(try visit.client.add(SampleJPEG(width: 1, height: 30_000).bytes)["id"].text)
      let broad = try #require(try visit.client.add(SampleJPEG(width: 30_000, height: 1).bytes)["id"].text)
      for photo in [narrow, broad] {
        try await browser.wait(until: "document.querySelector(\"\(GalleryVisit.cell(photo))\")")
        let box = try await browser.value(
          "(({ width, height }) => [width, height].map(Math.round))(document.querySelector(\"\(GalleryVisit.cell(photo))\").getBoundingClientRect())"
        )
        let (width, height) = (box.items[0].integer ?? 0, box.items[1].integer ?? 0)
        #expect(width >= 40 && height >= 40 && width <= 1_280 && height <= 300, "\(width) × \(height)")
      }
      #expect(try await browser.value("document.documentElement.scrollWidth - innerWidth <= 0") == true)
      try await visit.open("/photos/\(narrow)")
      try await browser.wait(until: "document.querySelector('.viewer[open] .stage img')?.naturalWidth > 0")
      let fits = try await browser.value(
        "(({ top, bottom }) => top >= -1 && bottom <= innerHeight + 1)(document.querySelector('.stage img').getBoundingClientRect())"
      )
      #expect(fits == true)
    }
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `a caption of 2,000 letters in Arabic reads from the right, and breaks nothing`(window: Browser.Window)
    async throws
  {
    let caption = String(String(repeating: "كلب سعيد على الشاطئ ", count: 101).prefix(2_000))
    try await GalleryVisit.with(window, ownCount: 2) { visit in
      let browser = visit.browser
      try visit.caption([visit.own[0]: caption])
      let album = try visit.client.makeAlbum(titled: "Lake", photos: visit.own)
      let link = try LinkHolder(visit.service, visit.client, album: album)
      let fits = "document.documentElement.scrollWidth - innerWidth <= 0"
      try await visit.open("/?view=mine")
      try await browser.wait(
        until: "document.querySelector(\"\(GalleryVisit.cell(visit.own[0])) img\")?.alt.startsWith('كلب')")
      #expect(try await browser.value(fits) == true)
      try await browser.click("\(GalleryVisit.cell(visit.own[0])) a")
      try await browser.wait(until: "document.querySelector('.viewer')?.open")
      let said = "document.querySelector('.viewer .said')"
      #expect(try await browser.value("getComputedStyle(\(said)).direction").text == "rtl")
      // What is said of the photo leaves room for it and for what is done with it, and is scrolled by keys.
      let rooms = try await browser.value(
        """
        [\(said).clientHeight < innerHeight / 3, \(said).tabIndex, document.querySelector('.caption .likes').getBoundingClientRect().bottom
          <= innerHeight]
        """)
      #expect(rooms == .array([true, 0, true]))
      try await browser.type("i")
      try await browser.wait(until: "document.querySelector('#caption-field')?.value.length === \(caption.utf16.count)")
      let direction = "getComputedStyle(document.querySelector('#caption-field')).direction"
      #expect(try await browser.value(direction).text == "rtl")
      let close = try await browser.value(
        """
        (({ left, right, top, bottom }) => left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight)(
          document.querySelector('.viewer .close').getBoundingClientRect())
        """)
      #expect(close == true)
      #expect(
        try await browser.value(
          "[...document.querySelectorAll('.viewer, .panel')].every(one => one.scrollWidth <= one.clientWidth + 1)")
          == true)
      try await browser.open("http://127.0.0.1:\(visit.service.port)\(link.page)")
      try await browser.wait(until: "document.querySelectorAll('.wall li img').length === 2")
      #expect(try await browser.value(fits) == true)
    }
  }

  // MARK: Services, clocks and links

  @Test(.timeLimit(.minutes(6)))
  func `an upload goes on where it was when the service is back that went away in the middle`() async throws {
    try await OfflineVisit.with { visit in
      let folder = try TemporaryFolder()
      let picture = SampleJPEG.large(byteCount: 16_000_000)
      try folder.write(picture, to: "large.jpg")
      try await visit.signIn(visit.ada)
      try await visit.open()
      try await visit.wait(for: visit.hidden)
      try await visit.browser.limitUploads(to: 4_000_000)
      try await visit.browser.click(".add")
      try await visit.browser.wait(until: "document.querySelector('.uploads')?.checkVisibility()")
      try await visit.browser.choose([folder.path("large.jpg")], in: ".uploads .picker")
      let client = visit.service.client(visit.ada)
      try await eventually {
        try client.get("/v1/me/uploads").member("items").items.first?["offset"].integer ?? 0 >= 8_000_000
      }
      try await visit.stop()
      try await visit.browser.wait(
        until: "document.querySelector('.uploads li .about')?.textContent.includes('does not answer')")
      let service = try await visit.restart()
      let kept = try service.client(visit.ada).get("/v1/me/uploads").member("items").items.first?["offset"].integer ?? 0
      #expect(kept >= 8_000_000)
      try await visit.browser.limitUploads(to: nil)
      try await visit.browser.wait(until: "document.querySelector('.uploads .title')?.textContent === '1 added'")
      let newest = try #require(try service.client(visit.ada).ids("/v1/me/photos").first)
      #expect(try service.client(visit.ada).get("/v1/photos/\(newest)/original").body == picture)
      let begun =
        "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/v1/photos?visibility=')).length"
      #expect(try await visit.browser.value(begun) == 1)
    }
  }

  @Test(arguments: [-366, 366])
  func `where the browser's clock is a year off, links and app passwords last as long as they say`(days: Int)
    async throws
  {
    try await GalleryVisit.with(ownCount: 1) { visit in
      let browser = visit.browser
      try await browser.prepare(
        """
        window.Date = class extends Date {
          constructor(...parts) { if (parts.length === 0) super(Date.now()); else super(...parts); }
          static now() { return super.now() + \(days) * 86_400_000; }
        };
        """)
      _ = try await visit.openAlbum(photos: visit.own)
      try await browser.click(".album-share")
      try await browser.wait(until: "document.querySelector('.share-dialog .primary')?.disabled === false")
      try await browser.click(".share-form .primary")
      let address = "document.querySelector('.share-address input')?.value"
      try await browser.wait(until: address)
      let page = try #require(try await browser.value(address).text)
      let link = try #require(try visit.client.get("/v1/links").member("items").items.first)
      func lifetime(of made: JSONValue) throws -> Int64 {
        let times = try ["createdAt", "expiresAt"].map { name in
          try #require(made[name].text.flatMap { Timestamp($0) }).milliseconds
        }
        return (times[1] - times[0] + 43_200_000) / 86_400_000
      }
      #expect(try lifetime(of: link) == 30)
      try await browser.open(page)
      try await browser.wait(until: "document.querySelectorAll('.wall li img').length === 1")
      try await visit.open("/?view=account")
      try await browser.wait(until: "document.querySelector('.create-app-password')")
      try await browser.click(".create-app-password")
      try await browser.wait(until: "document.querySelector('.app-password-dialog [value=month]')")
      _ = try await browser.value("void (document.querySelector('.app-password-dialog input').value = 'Phone')")
      try await browser.click(".app-password-dialog [value=month]")
      try await browser.click(".app-password-dialog .primary")
      try await browser.wait(until: "document.querySelector('.share-address input')?.value.startsWith('woof_')")
      let made = try #require(try visit.client.get("/v1/me/app-passwords").member("items").items.first)
      #expect(try lifetime(of: made) == 30)
    }
  }

  @Test func `a link that expires while its page is open says so, and so does its address afterwards`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photo = try ada.addPhoto("?visibility=private")
      let album = try ada.makeAlbum(titled: "Lake", photos: [photo])
      try await Browser.with { browser in
        // The time counts from here: a browser may take long to start.
        let end = Timestamp(milliseconds: SystemTimeSource().now().milliseconds + 6_000)
        let link = try LinkHolder(service, ada, album: album, #""expiresAt": "\#(end)""#)
        try await browser.open("http://127.0.0.1:\(service.port)\(link.page)")
        try await browser.wait(until: "document.querySelectorAll('.wall li').length === 1")
        for _ in 0..<2 {
          try await browser.wait(until: "document.querySelector('main .empty')?.textContent === '\(SharedVisit.gone)'")
          #expect(try await browser.value("document.querySelectorAll('.wall li').length") == 0)
          try await browser.open("http://127.0.0.1:\(service.port)\(link.page)")
        }
      }
    }
  }

  @Test func `two pages of a browser take the same selection to the trash, and agree`() async throws {
    try await GalleryVisit.with(ownCount: 3) { visit in
      let browser = visit.browser
      try await visit.check([visit.own[0]])
      let windows = try await browser.openWindow()
      try await visit.open("/?view=mine")
      try await visit.check([visit.own[0], visit.own[1]])
      try await browser.use(window: windows.before)
      try await browser.click(".toolbar .delete")
      try await visit.wait(for: [visit.own[1], visit.own[2]])
      try await browser.use(window: windows.new)
      try await visit.wait(for: [visit.own[1], visit.own[2]])
      try await visit.wait(forSelected: 1)
      try await browser.click(".toolbar .delete")
      try await visit.wait(for: [visit.own[2]])
      try await browser.use(window: windows.before)
      try await visit.wait(for: [visit.own[2]])
    }
  }

  // MARK: Size

  @Test(.timeLimit(.minutes(4)))
  func `an album of 100,000 photos is scrolled to its end, with few of them in the document`() async throws {
    try await GalleryVisit.with(ownCount: 1) { visit in
      let browser = visit.browser
      try await LargeTimeline(photosPerMonth: 417).show(in: browser)
      try await visit.open("/albums/large")
      try await visit.wait(forTitle: "Large")
      _ = try await browser.value(
        """
        void (() => {
          window.most = 0;
          const step = () => {
            scrollTo(0, document.documentElement.scrollHeight);
            window.most = Math.max(window.most, document.querySelectorAll(".wall li").length);
            window.isAtEnd = seen().at(-1) === "2006-07-416";
            if (!window.isAtEnd) setTimeout(step, 20);
          };
          step();
        })()
        """)
      for _ in 0..<6_000 where try await browser.value("window.isAtEnd") != .bool(true) {
        try await Task.sleep(for: .milliseconds(25))
      }
      #expect(try await browser.value("window.isAtEnd") == true)
      #expect(try await browser.value("window.most").integer.map { $0 < 400 } == true)
    }
  }
}
