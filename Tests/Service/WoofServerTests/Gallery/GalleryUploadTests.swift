// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Photos that are added in the web gallery.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryUploadTests {
  /// `true` if the page has sent a photo, or begun to.
  private static let hasSent =
    "performance.getEntriesByType('resource').some(({ name }) => name.includes('/v1/photos?visibility='))"

  private static func title(_ words: String) -> String {
    "document.querySelector('.uploads .title')?.textContent === '\(words)'"
  }

  /// Writes files into a folder, and gives their paths.
  private static func write(_ files: [(name: String, bytes: [UInt8])], in folder: TemporaryFolder) throws -> [String] {
    try files.map { name, bytes in
      try folder.write(bytes, to: name)
      return folder.path(name)
    }
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `pictures that are chosen become photos that only their owner sees`(window: Browser.Window) async throws {
    try await GalleryVisit.with(window, view: "photos", ownCount: 1) { visit in
      let folder = try TemporaryFolder()
      let files = try Self.write((1...5).map { ("rex \($0).jpg", SampleJPEG.next()) }, in: folder)
      try await visit.pick(files)
      try await visit.browser.wait(until: Self.title("5 added"))
      try await visit.browser.wait(until: "document.querySelectorAll('.wall li').length === 6")
      let photos = try visit.client.get("/v1/me/photos").member("items").items.prefix(5)
      #expect(photos.allSatisfy { $0["visibility"].text == "private" })
      #expect(Set(photos.compactMap { $0["fileName"].text }) == Set((1...5).map { "rex \($0).jpg" }))
      let overflow = try await visit.browser.value("document.documentElement.scrollWidth - innerWidth")
      #expect(overflow.integer.map { $0 <= 0 } == true)
    }
  }

  @Test func `who may see new photos is chosen before, and remembered`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 1) { visit in
      let folder = try TemporaryFolder()
      let files = try Self.write([("rex.jpg", SampleJPEG.next())], in: folder)
      try await visit.openUploads()
      try await visit.browser.click(".uploads .visibility option[value='public']")
      try await visit.open("/")
      try await visit.browser.wait(until: "document.querySelectorAll('.wall li').length === 1")
      try await visit.pick(files)
      try await visit.browser.wait(until: Self.title("1 added"))
      #expect(try visit.service.client().ids("/v1/photos").count == 2)
    }
  }

  @Test func `a file that is no picture is refused with its reason before it is sent`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 1) { visit in
      let folder = try TemporaryFolder()
      let files = try Self.write([("notes.jpg", Array("not a picture at all".utf8)), ("empty.jpg", [])], in: folder)
      try await visit.pick(files)
      try await visit.browser.wait(until: Self.title("2 not added"))
      let reason = try await visit.browser.value("document.querySelector('.uploads li .about').textContent")
      #expect(reason.text == "Not a picture that Woof knows: JPEG, PNG, GIF, WebP, HEIF or AVIF.")
      #expect(try await visit.browser.value(Self.hasSent) == .bool(false))
    }
  }

  @Test func `a picture that the service refuses is said to be, in its words`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 1) { visit in
      let folder = try TemporaryFolder()
      let files = try Self.write([("torn.jpg", Array(SampleJPEG.next().dropLast(20)))], in: folder)
      try await visit.pick(files)
      try await visit.browser.wait(until: Self.title("1 not added"))
      let reason = try await visit.browser.value("document.querySelector('.uploads li .about').textContent")
      #expect(reason.text?.contains("structure") == true)
      #expect(try visit.client.ids("/v1/me/photos").count == 1)
    }
  }

  @Test func `a picture that one has already is not sent again`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 1) { visit in
      let folder = try TemporaryFolder()
      let picture = SampleJPEG.next()
      try visit.client.add(picture)
      let files = try Self.write([("rex.jpg", picture), ("copy.jpg", picture)], in: folder)
      try await visit.pick(files)
      try await visit.browser.wait(until: Self.title("2 already here"))
      #expect(try await visit.browser.value(Self.hasSent) == .bool(false))
    }
  }

  @Test func `a picture that is chosen twice is sent once`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 1) { visit in
      let folder = try TemporaryFolder()
      let picture = SampleJPEG.next()
      let files = try Self.write([("rex.jpg", picture), ("copy.jpg", picture), ("again.jpg", picture)], in: folder)
      try await visit.pick(files)
      try await visit.browser.wait(until: Self.title("1 added · 2 already here"))
      let sent = try await visit.browser.value(
        "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/v1/photos?visibility=')).length")
      #expect(sent == 1)
    }
  }

  @Test func `a picture that arrives while the service is asked for it is not sent again`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 1) { visit in
      let folder = try TemporaryFolder()
      let picture = SampleJPEG.large(byteCount: 200_000)
      let files = try Self.write([("rex.jpg", picture), ("copy.jpg", picture)], in: folder)
      try await visit.browser.limitUploads(to: 100_000)
      try await visit.pick([files[0]])
      try await visit.browser.wait(until: "document.querySelector('.uploads li[data-state=sending]')")
      // The answer, which was given before the picture had arrived, comes after it.
      _ = try await visit.browser.value(
        """
        void (window.fetch = ((ask) => async (path, options) => {
          const response = await ask(path, options);
          if (path === "/v1/photos/known") {
            window.isAnswered = true;
            while (!document.querySelector(".uploads li[data-state=added]")) await new Promise(requestAnimationFrame);
          }
          return response;
        })(window.fetch))
        """)
      try await visit.pick([files[1]])
      try await visit.browser.wait(until: "window.isAnswered")
      try await visit.browser.wait(until: Self.title("1 added · 1 already here"))
      let sent = try await visit.browser.value(
        "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/v1/photos?visibility=')).length")
      #expect(sent == 1)
    }
  }

  @Test(.timeLimit(.minutes(3)))
  func `a large picture goes on where it was after the page is loaded anew`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 1) { visit in
      let folder = try TemporaryFolder()
      let picture = SampleJPEG.large(byteCount: 16_000_000)
      let files = try Self.write([("large.jpg", picture)], in: folder)
      try await visit.browser.limitUploads(to: 4_000_000)
      try await visit.pick(files)
      func offset() throws -> Int64 {
        try visit.client.get("/v1/me/uploads").member("items").items.first?["offset"].integer ?? 0
      }
      try await eventually { try offset() >= 8_000_000 }
      try await visit.open("/?again")
      try await visit.browser.limitUploads(to: nil)
      #expect(try offset() >= 8_000_000)
      try await visit.pick(files)
      try await visit.browser.wait(until: Self.title("1 added"))
      // No upload was begun after the page was loaded anew.
      #expect(try await visit.browser.value(Self.hasSent) == .bool(false))
      let newest = try #require(try visit.client.ids("/v1/me/photos").first)
      #expect(try visit.client.get("/v1/photos/\(newest)/original").body == picture)
    }
  }

  @Test func `an upload that is cancelled leaves nothing`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 1) { visit in
      let folder = try TemporaryFolder()
      let files = try Self.write([("large.jpg", SampleJPEG.large(byteCount: 12_000_000))], in: folder)
      try await visit.browser.limitUploads(to: 1_000_000)
      try await visit.pick(files)
      try await visit.browser.wait(
        until: "parseInt(document.querySelector('.uploads li[data-state=sending] .about')?.textContent) > 0")
      try await visit.browser.click(".uploads .cancel-all")
      try await visit.browser.wait(until: "document.querySelector('.uploads li').dataset.state === 'cancelled'")
      try await eventually { try visit.client.get("/v1/me/uploads").member("items").items.isEmpty }
      #expect(try visit.client.ids("/v1/me/photos").count == 1)
    }
  }

  @Test func `a folder that is dropped is added with what is in it`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 1) { visit in
      let folder = try TemporaryFolder()
      for name in ["album", "album/inner"] { try #require(mkdir(folder.path(name), 0o700) == 0) }
      _ = try Self.write(
        [
          ("album/one.jpg", SampleJPEG.next()), ("album/inner/two.jpg", SampleJPEG.next()),
          ("album/.hidden", [1]),
        ], in: folder)
      try await visit.browser.drop([folder.path("album")])
      try await visit.browser.wait(until: Self.title("2 added"))
      #expect(try visit.client.ids("/v1/me/photos").count == 3)
    }
  }

  @Test func `the digest that the page takes itself is SHA-256`() async throws {
    try await GalleryVisit.with(view: "photos", ownCount: 1) { visit in
      _ = try await visit.browser.value(
        """
        void import(`${document.documentElement.dataset.assets}/digest.js`).then(async ({ SHA256, digestName }) => {
          const different = [];
          for (const count of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
            const bytes = crypto.getRandomValues(new Uint8Array(count));
            const hash = new SHA256();
            hash.add(bytes.subarray(0, count >> 1));
            hash.add(bytes.subarray(count >> 1));
            const expected = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
            if (digestName(hash.finish()) !== digestName(expected)) different.push(count);
          }
          window.different = JSON.stringify(different);
        })
        """)
      try await visit.browser.wait(until: "window.different")
      #expect(try await visit.browser.value("window.different").text == "[]")
    }
  }
}
