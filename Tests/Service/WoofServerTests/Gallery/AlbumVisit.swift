// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// Albums, for visits of the gallery.
extension GalleryVisit {
  /// A title as the gallery quotes it, whichever way its letters run.
  static func quoted(_ title: String) -> String { "“\u{2068}\(title)\u{2069}”" }

  /// Makes an album, and opens its page once its photos are there.
  ///
  /// - Parameter owner: The client of its owner; the visitor's by default.
  /// - Returns: The id of the album.
  func openAlbum(
    _ title: String = "Lake", visibility: String = "private", by owner: Client? = nil, contributors: [String] = [],
    photos: [String]
  ) async throws -> String {
    let album = try (owner ?? client).makeAlbum(titled: title, visibility: visibility, photos: photos)
    for name in contributors { _ = try (owner ?? client).put("/v1/albums/\(album)/contributors/\(name)") }
    try await open("/albums/\(album)")
    try await wait(forTitle: title)
    try await wait(for: photos)
    return album
  }

  /// Waits until the page of an album says that this is its title.
  func wait(forTitle title: String) async throws {
    try await browser.wait(until: "document.querySelector('.album-head h2')?.textContent === '\(title)'")
  }

  /// Waits until the element that a selector finds has this text.
  func wait(for text: String, in selector: String) async throws {
    try await browser.wait(until: "document.querySelector(\"\(selector)\")?.textContent === '\(text)'")
  }

  /// The ids of the photos of an album that the visitor sees in it, in order.
  func photos(of album: String) throws -> [String] { try client.ids("/v1/albums/\(album)/photos") }
}

extension Client {
  /// Makes an album with photos in this order.
  ///
  /// - Returns: The id of the album.
  func makeAlbum(titled title: String, visibility: String = "private", photos: [String] = []) throws -> String {
    let made = try send("POST", "/v1/albums", json: #"{"title": "\#(title)", "visibility": "\#(visibility)"}"#)
    guard made.status == 201, let album = try made.member("id").text else {
      throw TestFailure("\(made.status): \(made.text)")
    }
    for photo in photos {
      let added = try put("/v1/albums/\(album)/photos/\(photo)")
      guard added.status == 200 else { throw TestFailure("\(added.status): \(added.text)") }
    }
    return album
  }
}
