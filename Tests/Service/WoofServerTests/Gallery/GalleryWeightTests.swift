// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// The bytes that the web gallery takes of somebody who comes for the first time.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryWeightTests {
  /// Something that a page has read.
  private struct Transfer {
    let name: String
    /// The size of the response as it came over the line, with its header.
    let byteCount: Int64
  }

  /// The bytes that the first view may take besides pictures.
  private static let limit: Int64 = 66_000

  @Test(arguments: ["en", "de"])
  func `the first view of a visitor takes less than 63 KB besides pictures`(language: String) async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      let photos = try (0..<20).map { _ in try ada.addPhoto() }
      try await Browser.with(language: language) { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/")
        try await browser.wait(until: "document.querySelectorAll('.wall li').length === \(photos.count)")
        // By then the page knows that nobody has signed in.
        try await browser.wait(until: "document.querySelector('.sign-in').hidden === false")
        try await browser.wait(until: "[...document.images].every(image => image.complete && image.naturalWidth > 0)")
        let transfers = try await Self.transfers(of: browser)
        let needed: Set = ["/", "gallery.js", "gallery.css", "photos?order=taken&limit=100"]
        #expect(needed.isSubset(of: transfers.map(\.name)) && transfers.allSatisfy { $0.byteCount > 0 })
        let total = transfers.map(\.byteCount).reduce(0, +)
        let largest = transfers.sorted { $0.byteCount > $1.byteCount }.prefix(8)
        let list = largest.map { "\($0.name) \($0.byteCount)" }.joined(separator: ", ")
        #expect(total < Self.limit, "\(transfers.count) files have \(total) bytes; the largest are \(list)")
      }
    }
  }

  /// What the page that is shown has read, but for photos. What it has read twice came over the line once.
  private static func transfers(of browser: Browser) async throws -> [Transfer] {
    let entries = try await browser.value(
      """
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter(({ name }) => !/\\/v1\\/photos\\/[^/]+\\/(original|variants)/.test(name))
        .map(({ name, transferSize }) => ({ name, transferSize }))
      """)
    var sizes: [String: Int64] = [:]
    for entry in entries.items {
      let (address, size) = (entry["name"].text ?? "", entry["transferSize"].integer ?? 0)
      let name = address.split(separator: "/").dropFirst(2).last.map(String.init) ?? "/"
      sizes[name, default: 0] += size
    }
    return sizes.map { Transfer(name: $0.key, byteCount: $0.value) }
  }
}
