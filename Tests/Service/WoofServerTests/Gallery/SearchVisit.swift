// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// Searching, for visits of the gallery.
extension GalleryVisit {
  /// The selector of the field in which one searches.
  static let searchField = ".search input"

  /// Gives photos captions.
  func caption(_ captions: [String: String]) throws {
    for (photo, words) in captions {
      let response = try client.send("PATCH", "/v1/photos/\(photo)", json: #"{"caption": "\#(words)"}"#)
      guard response.status == 200 else { throw TestFailure("\(response.status): \(response.text)") }
    }
  }

  /// Types words into the field.
  func search(for words: String) async throws {
    try await browser.wait(until: "document.querySelector('\(Self.searchField)')")
    try await browser.click(Self.searchField)
    try await browser.type(words)
  }

  /// Waits until the page says this in the place where it is read aloud.
  func wait(forStatus words: String) async throws {
    try await browser.wait(until: "document.querySelector('.status').textContent === '\(words)'")
  }

  /// Waits until the address has these words to search for.
  func wait(forQuery words: String) async throws {
    try await browser.wait(
      until:
        "String(new URLSearchParams(location.search)) === String(new URLSearchParams({view: 'search', q: '\(words)'}))"
    )
  }
}
