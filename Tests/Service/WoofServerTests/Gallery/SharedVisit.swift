// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// A visit of somebody who has nothing but a share link, at the page of the link.
struct SharedVisit: Sendable {
  let browser: Browser
  let service: TestService
  /// Who has made the link.
  let owner: Credential
  let link: String
  /// The part of the link's address that is secret.
  let token: String
  /// The photos that the link shows, in their order: a public one, a private one, a public one.
  let photos: [String]
  /// A public photo that the link does not show.
  let other: String

  /// Runs a browser at the page of a link to a private album.
  ///
  /// - Parameters:
  ///   - title: The title of the album.
  ///   - members: Further members of the request for the link, in JSON.
  static func with(
    _ window: Browser.Window = .desktop, language: String = "en", title: String = "Lake", terms members: String = "",
    _ body: @escaping @Sendable (SharedVisit) async throws -> Void
  ) async throws {
    try await withService { service in
      let ada = try await service.addAccount("ada")
      let client = service.client(ada)
      let photos = try ["public", "private", "public"].map { try client.addPhoto("?visibility=\($0)") }
      let other = try client.addPhoto()
      let album = try client.makeAlbum(titled: title, visibility: "private", photos: photos)
      let holder = try LinkHolder(service, client, album: album, members)
      let (link, token) = (holder.id, holder.token)
      try await Browser.with(window, language: language) { browser in
        let visit = SharedVisit(
          browser: browser, service: service, owner: ada, link: link, token: token, photos: photos, other: other)
        try await visit.open()
        try await body(visit)
      }
    }
  }

  /// What the page says of a link that shows nothing.
  static let gone = "This link does not work any more. Whoever sent it to you can make another one."

  /// Opens the page of the link.
  func open() async throws { try await browser.open("http://127.0.0.1:\(service.port)/s/\(token)") }

  /// Waits until the wall has exactly these photos.
  func wait(for photos: [String]) async throws {
    try await browser.wait(
      until: """
        String([...document.querySelectorAll('.wall li')].map(cell => cell.dataset.id)) \
        === '\(photos.joined(separator: ","))'
        """)
  }

  /// Waits until the element that a selector finds has this text.
  func wait(for text: String, in selector: String) async throws {
    try await browser.wait(until: "document.querySelector(\"\(selector)\")?.textContent === '\(text)'")
  }

  /// Opens a photo of the wall in the viewer.
  func show(_ photo: String) async throws {
    try await browser.wait(until: "document.querySelector(\"\(GalleryVisit.cell(photo))\")")
    try await browser.click("\(GalleryVisit.cell(photo)) a")
    try await browser.wait(until: "document.querySelector('.viewer')?.open && location.hash === '#\(photo)'")
  }

  /// Revokes the link, as its owner.
  func revoke() throws {
    let response = try service.client(owner).delete("/v1/links/\(link)")
    guard response.status == 204 else { throw TestFailure("\(response.status): \(response.text)") }
  }
}
