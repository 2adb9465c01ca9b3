// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// Downloads from the web gallery: of photos that are selected, of albums, and of what a link shows.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryDownloadTests {
  /// What came to the folder of downloads once it is complete: one file.
  private static func download(in folder: TemporaryFolder) async throws -> (name: String, bytes: [UInt8]) {
    try await eventually { folder.names.count == 1 && !folder.names[0].hasSuffix(".crdownload") }
    let name = try #require(folder.names.first)
    return (name, folder.read(name))
  }

  private static func fileCount(ofArchive bytes: [UInt8]) throws -> Int {
    try ZIPFile(bytes, in: TemporaryFolder()).files.count
  }

  // MARK: What is selected

  @Test func `photos that are selected are downloaded in one file`() async throws {
    try await GalleryVisit.with(view: "photos", otherCount: 1) { visit in
      let folder = try TemporaryFolder()
      try await visit.browser.saveDownloads(in: folder)
      try await visit.check(visit.others + visit.own[0..<2])
      try await visit.browser.click(".toolbar .download")
      let words = "document.querySelector('.notice p').textContent"
      try await visit.browser.wait(until: "\(words).startsWith('Downloading 3 photos, ')")
      let (name, bytes) = try await Self.download(in: folder)
      #expect(try name.hasSuffix(".zip") && Self.fileCount(ofArchive: bytes) == 3)
      try await visit.wait(forSelected: 3)
    }
  }

  @Test func `one photo is downloaded as it is`() async throws {
    try await GalleryVisit.with { visit in
      let folder = try TemporaryFolder()
      try await visit.browser.saveDownloads(in: folder)
      try await visit.check([visit.own[1]])
      try await visit.browser.click(".toolbar .download")
      let words = "document.querySelector('.notice p').textContent"
      try await visit.browser.wait(until: "\(words).startsWith('Downloading 1 photo, ')")
      let original = try visit.client.get("/v1/photos/\(visit.own[1])/original").body
      #expect(try await Self.download(in: folder).bytes == original)
    }
  }

  @Test func `the button is busy while the service prepares, and says why nothing comes`() async throws {
    try await GalleryVisit.with { visit in
      let (browser, button) = (visit.browser, "document.querySelector('.toolbar .download')")
      _ = try await browser.value(
        """
        (({ fetch }) => {
          const refusal = new Response('{"status": 404, "title": "Not Found"}', { status: 404 });
          window.fetch = (address, options) => address !== "/v1/archives" ? fetch(address, options)
            : new Promise(done => { window.refuse = () => done(refusal); });
        })(window)
        """)
      try await visit.check(visit.own[0..<2])
      try await browser.click(".toolbar .download")
      try await browser.wait(until: "window.refuse")
      #expect(try await browser.value("\(button).getAttribute('aria-busy')").text == "true")
      _ = try await browser.value("window.refuse()")
      try await visit.wait(forNotice: "Some of these photos are not here any more. Nothing was downloaded.")
      #expect(try await browser.value("\(button).hasAttribute('aria-busy')") == false)
    }
  }

  @Test func `what is in the trash is not offered`() async throws {
    try await GalleryVisit.with { visit in
      _ = try visit.client.delete("/v1/photos/\(visit.own[0])")
      try await visit.open("/?view=trash")
      try await visit.check([visit.own[0]])
      #expect(try await visit.browser.value("document.querySelector('.toolbar .download').hidden") == true)
    }
  }

  // MARK: Albums

  @Test func `a stranger downloads what there is of an album for everybody`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photos = try ["public", "private", "public"].map { try ada.addPhoto("?visibility=\($0)") }
      let album = try ada.makeAlbum(titled: "Lake", visibility: "public", photos: photos)
      let folder = try TemporaryFolder()
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/?album=\(album)")
        try await browser.saveDownloads(in: folder)
        let button = "document.querySelector('.album-download')"
        try await browser.wait(until: "\(button)?.textContent === 'Download all as ZIP, 2 photos'")
        try await browser.click(".album-download")
        let words = "document.querySelector('.notice p').textContent"
        try await browser.wait(until: "\(words).startsWith('Downloading 2 photos, ')")
        let (name, bytes) = try await Self.download(in: folder)
        #expect(try name == "Lake.zip" && Self.fileCount(ofArchive: bytes) == 2)
      }
    }
  }

  @Test func `an album without photos has nothing to download`() async throws {
    try await GalleryVisit.with { visit in
      _ = try await visit.openAlbum(photos: [])
      #expect(try await visit.browser.value("document.querySelector('.album-download').hidden") == true)
    }
  }

  // MARK: Links

  @Test func `who holds a link downloads the album, also where it has a password`() async throws {
    try await SharedVisit.with(terms: #""allows":["download"],"password":"walkies""#) { visit in
      let folder = try TemporaryFolder()
      try await visit.browser.saveDownloads(in: folder)
      try await visit.browser.wait(until: "document.activeElement.matches('.lock input')")
      try await visit.browser.type("walkies")
      try await visit.browser.press(.enter)
      try await visit.wait(for: visit.photos)
      try await visit.wait(for: "Download all", in: ".shared-head .download")
      try await visit.browser.click(".shared-head .download")
      let (name, bytes) = try await Self.download(in: folder)
      #expect(try name.hasSuffix(".zip") && Self.fileCount(ofArchive: bytes) == 3)
    }
  }

  @Test func `where the service still makes copies for a link, the download begins once they are made`() async throws {
    try await SharedVisit.with(terms: #""allows":["download"]"#) { visit in
      let folder = try TemporaryFolder()
      try await visit.browser.saveDownloads(in: folder)
      try await visit.wait(for: "Download all", in: ".shared-head .download")
      _ = try await visit.browser.value(
        """
        (({ fetch }) => {
          const refusal = new Response(null, { status: 503, headers: { "Retry-After": "1" } });
          let isRefused = false;
          window.fetch = (address, options) => {
            if (isRefused || options?.method !== "HEAD") return fetch(address, options);
            isRefused = true;
            return Promise.resolve(refusal);
          };
        })(window)
        """)
      try await visit.browser.click(".shared-head .download")
      try await visit.browser.wait(until: "document.querySelector('.shared-head .download[aria-busy]')")
      #expect(folder.names.isEmpty)
      let bytes = try await Self.download(in: folder).bytes
      #expect(try Self.fileCount(ofArchive: bytes) == 3)
    }
  }

  @Test func `a link that does not allow it offers no download`() async throws {
    try await SharedVisit.with { visit in
      try await visit.wait(for: visit.photos)
      #expect(try await visit.browser.value("document.querySelector('.download')") == .null)
    }
  }

  @Test(arguments: [390, 320])
  func `on a phone the bar and the album have room for it`(width: Int) async throws {
    try await GalleryVisit.with(.phone) { visit in
      let browser = visit.browser
      _ = try await visit.openAlbum(photos: visit.own)
      try await browser.setWidth(width)
      try await browser.wait(until: "document.querySelectorAll('.check').length === 6")
      let excess = """
        Math.max(document.documentElement.scrollWidth - innerWidth,
          ...[...document.querySelectorAll('.toolbar:not(.away) button:not([hidden]), .album-download')].map(element => {
            const { left, right, width, height } = element.getBoundingClientRect();
            return Math.ceil(Math.max(-left, right - innerWidth, 44 - width, 44 - height));
          }))
        """
      #expect(try await browser.value(excess).integer.map { $0 <= 0 } == true)
      try await browser.touch("\(GalleryVisit.cell(visit.own[0])) .cover", for: 700)
      try await visit.wait(forSelected: 1)
      #expect(try await browser.value(excess).integer.map { $0 <= 0 } == true)
      #expect(try await browser.value("document.querySelector('.toolbar .download').ariaLabel").text == "Download")
    }
  }
}
