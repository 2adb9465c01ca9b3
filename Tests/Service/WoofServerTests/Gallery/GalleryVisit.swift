// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// A visit of somebody who has signed in to the gallery of a service.
struct GalleryVisit: Sendable {
  let browser: Browser
  let service: TestService
  let credential: Credential
  /// The visitor's own photos, the newest first.
  let own: [String]
  /// Public photos of somebody else, which are newer, the newest first.
  let others: [String]

  /// A client of the visitor's account.
  var client: Client { service.client(credential) }

  /// Runs a browser that has signed in, at a view of the gallery.
  ///
  /// - Parameters:
  ///   - view: The name of the view.
  ///   - ownCount: How many photos the visitor has.
  ///   - otherCount: How many photos somebody else has.
  ///   - http: Keys of the configuration of `service.http`, in JSON5.
  static func with(
    in kind: BrowserKind = .chromium, _ window: Browser.Window = .desktop, view: String = "mine", ownCount: Int = 6,
    otherCount: Int = 0, http: String = "",
    _ body: @escaping @Sendable (GalleryVisit) async throws -> Void
  ) async throws {
    try await withService(http: http, deletionGrace: "1h") { service in
      let bob = try await service.addAccount("bob")
      let own = try (0..<ownCount).map { _ in try service.client(bob).addPhoto() }
      let ada = try await service.member("ada")
      let others = try (0..<otherCount).map { _ in try ada.addPhoto() }
      try await Browser.with(in: kind, window) { browser in
        let visit = GalleryVisit(
          browser: browser, service: service, credential: bob, own: own.reversed(), others: others.reversed())
        try await browser.signIn(bob, at: service)
        try await visit.open("/?view=\(view)")
        try await body(visit)
      }
    }
  }

  /// The selector of a photo's cell.
  static func cell(_ photo: String) -> String { "li[data-id='\(photo)']" }

  /// Opens a page of the gallery, and waits until its scripts have begun.
  func open(_ path: String) async throws {
    try await browser.open("http://127.0.0.1:\(service.port)\(path)")
    try await browser.wait(until: "document.querySelector('.add')")
  }

  /// Goes to a view by its tab.
  func choose(_ view: String) async throws { try await browser.click(".tabs [data-view='\(view)']") }

  /// Selects photos by the checks of their cells.
  func check(_ photos: some Sequence<String>) async throws {
    for photo in photos {
      try await browser.wait(until: "document.querySelector(\"\(Self.cell(photo)) .check\")")
      try await browser.click("\(Self.cell(photo)) .check")
    }
    try await browser.wait(until: "document.querySelector('.toolbar:not(.away)')")
  }

  /// Opens the panel in which photos are added, and waits until it is there.
  func openUploads() async throws {
    try await browser.click(".add")
    try await browser.wait(until: "document.querySelector('.uploads')?.checkVisibility()")
  }

  /// Picks files to be added, in the panel, which is opened where it is not yet.
  func pick(_ files: [String]) async throws {
    if try await browser.value("document.querySelector('.uploads')") == .null { try await openUploads() }
    try await browser.choose(files, in: ".uploads .picker")
  }

  /// Waits until the wall has exactly these photos.
  func wait(for photos: [String]) async throws {
    let ids = photos.map { "'\($0)'" }.joined(separator: ",")
    try await browser.wait(
      until: "String([...document.querySelectorAll('.wall li')].map(cell => cell.dataset.id)) === String([\(ids)])")
  }

  /// Waits until the bar says how many are selected.
  func wait(forSelected count: Int) async throws {
    try await browser.wait(until: "document.querySelector('.toolbar p')?.textContent === '\(count) selected'")
  }

  /// Waits until the message is this one.
  func wait(forNotice words: String) async throws {
    try await browser.wait(until: "document.querySelector('.notice p')?.textContent === '\(words)'")
  }

  /// A member of the metadata of photos, as the service has them.
  func members(_ name: String, of photos: some Sequence<String>) throws -> [JSONValue?] {
    try photos.map { try client.get("/v1/photos/\($0)").member(name) }
  }
}
