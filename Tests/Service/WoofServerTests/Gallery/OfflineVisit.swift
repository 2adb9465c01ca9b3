// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit

/// A visit to the gallery of a service that can go away and come back.
struct OfflineVisit: Sendable {
  let browser: Browser
  /// An account with photos.
  let ada: Credential
  /// The public photos, the newest first.
  let shown: [String]
  /// The private photo.
  let hidden: String
  let service: ServingProgram

  private let arguments: [String]
  private let port: Int

  /// The address of the gallery.
  var address: String { "http://127.0.0.1:\(port)" }

  /// Runs a service and a browser that has not been there yet.
  static func with(
    in kind: BrowserKind = .chromium, _ body: @escaping @Sendable (OfflineVisit) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let ada = try await folder.addAccount("ada")
    try await blocking {
      let port = try ReservedPort()
      let arguments = ["--data", folder.path("data"), "--listen", "127.0.0.1:\(port.port)"]
      let service = try await ServingProgram(arguments)
      let photos = try (0..<4).map { _ in try service.client(ada).addPhoto() }
      let hidden = try service.client(ada).addPhoto("?visibility=private")
      try await Browser.with(in: kind) { browser in
        let visit = OfflineVisit(
          browser: browser, ada: ada, shown: photos.reversed(), hidden: hidden, service: service, arguments: arguments,
          port: port.port)
        try await body(visit)
      }
    }
  }

  /// Ends the service.
  func stop() async throws { _ = try await service.stop() }

  /// Starts it again, at the same address.
  func restart() async throws -> ServingProgram { try await ServingProgram(arguments) }

  /// Has the browser know an account's name and password.
  func signIn(_ credential: Credential) async throws {
    let password = credential.password.replacing(" ", with: "%20")
    try await browser.open("http://\(credential.name):\(password)@127.0.0.1:\(port)/v1/me")
  }

  /// Opens a page of the gallery.
  func open(_ path: String = "/") async throws { try await browser.open(address + path) }

  /// Waits until a photo is on the wall, with its picture.
  func wait(for photo: String) async throws {
    try await browser.wait(until: "document.querySelector(\"li[data-id='\(photo)'] img\")?.naturalWidth > 1")
  }

  /// Waits until the worker has kept something for an account, or for everybody, and the picture of a photo with it.
  func waitUntilKept(_ photo: String, cache: String = "woof-public") async throws {
    try await browser.wait(until: "navigator.serviceWorker.controller")
    try await waitUntil("\(Self.paths).then(all => all.includes('\(cache) /v1/photos/\(photo)/original'))")
    try await waitUntil("\(Self.paths).then(all => all.includes('\(cache) /v1/timeline/ratios?view=all'))")
    try await waitUntil("\(Self.paths).then(all => all.some(path => path.endsWith('/viewer.js')))")
    // What is known of photos is in the database, which is written in the same turn as lists.
    try await waitUntil("\(Self.paths).then(all => all.includes('\(cache) /v1/photos?order=taken&limit=100'))")
  }

  /// Waits until a promise gives `true`.
  func waitUntil(_ promise: String) async throws {
    for _ in 0..<600 {
      if try await browser.value(promise) == .bool(true) { return }
      try await Task.sleep(for: .milliseconds(50))
    }
    throw TestFailure("never came true: \(promise)\n\(try await browser.value(Self.paths))")
  }

  /// Waits until the page says that it is one of a former visit, or no longer.
  func wait(untilOffline isOffline: Bool) async throws {
    let words = isOffline ? "Offline: this is what you saw last." : ""
    try await browser.wait(until: "document.querySelector('.offline')?.textContent === '\(words)'")
  }

  /// A promise of all that is kept, each as the name of its cache and its path.
  static let paths = """
    caches.keys().then(names => Promise.all(names.map(async name => (await (await caches.open(name)).keys())
      .map(({ url }) => name + ' ' + url.slice(location.origin.length))))).then(all => all.flat())
    """
}
