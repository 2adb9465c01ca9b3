// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// Albums in the web gallery while others, or the same account elsewhere, change them. Nothing is loaded anew here.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryLiveAlbumTests {
  private static let titles =
    "String([...document.querySelectorAll('.album-card .album-title')].map(e => e.textContent))"

  @Test func `the grid of albums follows what is done elsewhere`() async throws {
    try await GalleryVisit.with { visit in
      let album = try visit.client.makeAlbum(titled: "Lake", photos: [visit.own[0]])
      try await visit.choose("albums")
      try await visit.browser.wait(until: "\(Self.titles) === 'Lake'")
      let other = try visit.client.makeAlbum(titled: "Snow")
      try await visit.browser.wait(until: "\(Self.titles) === 'Snow,Lake'")
      _ = try visit.client.send("PATCH", "/v1/albums/\(album)", json: #"{"title": "River"}"#)
      try await visit.browser.wait(until: "\(Self.titles) === 'Snow,River'")
      _ = try visit.client.put("/v1/albums/\(other)/photos/\(visit.own[1])")
      try await visit.browser.wait(
        until: "document.querySelector('.album-card[data-album=\"\(other)\"] img')?.complete === true")
      _ = try visit.client.delete("/v1/albums/\(other)")
      try await visit.browser.wait(until: "\(Self.titles) === 'River'")
    }
  }

  @Test func `an open album follows its photos, its order and its title, until it is gone`() async throws {
    try await GalleryVisit.with { visit in
      let (first, second) = (visit.own[0], visit.own[1])
      let album = try await visit.openAlbum("Lake", photos: [first])
      _ = try visit.client.put("/v1/albums/\(album)/photos/\(second)")
      try await visit.wait(for: [first, second])
      _ = try visit.client.addToAlbum(album, second, json: #"{"before":"\#(first)"}"#)
      try await visit.wait(for: [second, first])
      _ = try visit.client.send("PATCH", "/v1/albums/\(album)", json: #"{"title": "River"}"#)
      try await visit.wait(forTitle: "River")
      _ = try visit.client.delete("/v1/albums/\(album)/photos/\(first)")
      try await visit.wait(for: [second])
      _ = try visit.client.delete("/v1/albums/\(album)")
      try await visit.browser.wait(
        until:
          "document.querySelector('main .empty')?.textContent.startsWith('This album is not here, or not for you.')")
    }
  }

  @Test func `an open album shows what a contributor adds`() async throws {
    try await GalleryVisit.with { visit in
      let eve = try await visit.service.member("eve")
      let album = try await visit.openAlbum("Lake", visibility: "public", contributors: ["eve"], photos: [visit.own[0]])
      let photo = try eve.addPhoto()
      _ = try eve.put("/v1/albums/\(album)/photos/\(photo)")
      try await visit.wait(for: [visit.own[0], photo])
    }
  }

  @Test func `a stranger sees a public album come and go`() async throws {
    try await withService { service in
      let ada = try await service.member("ada")
      try await Browser.with { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/?view=albums")
        try await browser.wait(
          until: "document.querySelector('main .empty')?.textContent.startsWith('No public albums yet.')")
        let album = try ada.makeAlbum(titled: "Lake", visibility: "public")
        _ = try ada.makeAlbum(titled: "Secret")
        try await browser.wait(until: "\(Self.titles) === 'Lake'")
        _ = try ada.send("PATCH", "/v1/albums/\(album)", json: #"{"visibility": "private"}"#)
        try await browser.wait(
          until: "document.querySelector('main .empty')?.textContent.startsWith('No public albums yet.')")
        #expect(try await browser.value(Self.titles).text == "")
      }
    }
  }
}
