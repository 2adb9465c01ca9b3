// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import TestPictures

/// A visit of somebody who has signed in, and has photos that were taken over two years.
struct TimelineVisit: Sendable {
  /// A month and its photos, the latest first.
  struct Month: Sendable {
    let key: String
    let photos: [String]
  }

  /// How many photos each month has.
  static let photoCount = 12
  /// The element by which one goes to months.
  static let handle = "document.querySelector('.scrubber:not([hidden]) .handle')"

  let browser: Browser
  let service: TestService
  let credential: Credential
  /// The months from June 2026 to July 2024. The first page of the list has eight of them and a part of the next.
  let months: [Month]

  /// A client of the visitor's account.
  var client: Client { service.client(credential) }

  /// All photos in order.
  var photos: [String] { months.flatMap(\.photos) }

  /// Runs a browser that has signed in, at a page of the gallery.
  static func with(
    _ window: Browser.Window = .desktop, language: String = "en",
    path: @escaping @Sendable ([Month]) -> String = { _ in "/" },
    _ body: @escaping @Sendable (TimelineVisit) async throws -> Void
  ) async throws {
    try await withService { service in
      let credential = try await service.addAccount("ada")
      let client = service.client(credential)
      let months = try (0..<24).map { number in
        let (year, month) = ((2026 * 12 + 5 - number) / 12, (2026 * 12 + 5 - number) % 12 + 1)
        let key = "\(year)-\(month < 10 ? "0" : "")\(month)"
        let photos = try (0..<photoCount).map { try client.addPhoto(takenOn: "\(key)-\(25 - $0)") }
        return Month(key: key, photos: photos)
      }
      try await Browser.with(window, language: language) { browser in
        let visit = TimelineVisit(browser: browser, service: service, credential: credential, months: months)
        try await browser.signIn(credential, at: service)
        try await visit.open(path(months))
        try await body(visit)
      }
    }
  }

  /// Opens a page of the gallery, and waits until there is a way to months.
  func open(_ path: String) async throws {
    try await browser.open("http://127.0.0.1:\(service.port)\(path)")
    try await browser.wait(until: Self.handle)
    try await browser.wait(until: "document.querySelector('.sign-in').hidden && document.querySelector('.check')")
  }

  /// Goes to a month by keys, and waits until its first photo is there.
  func go(to number: Int) async throws {
    _ = try await browser.value("\(Self.handle).focus()")
    try await browser.press(.home)
    for _ in 0..<number { try await browser.press(.down) }
    try await wait(forPicture: months[number].photos[0])
  }

  /// Waits until the picture of a photo is shown in the window.
  func wait(forPicture photo: String) async throws {
    try await browser.wait(
      until: """
        (image => image?.naturalWidth > 0 && (({ top, bottom }) => bottom > 0 && top < innerHeight)(
          image.getBoundingClientRect()))(document.querySelector("\(GalleryVisit.cell(photo)) img"))
        """)
  }

  /// Waits until it is said that the wall is at a month.
  func wait(forMonth name: String) async throws {
    try await browser.wait(until: "\(Self.handle)?.getAttribute('aria-valuetext') === '\(name)'")
  }

  /// Waits until the page is told of what happens.
  func waitForStream() async throws {
    try await eventually { try service.metrics().contains("woof_event_subscribers 1\n") }
  }
}

extension Client {
  /// Adds a public photo that was taken on a day, as `2026-05-01`, at noon.
  ///
  /// - Returns: The id of the new photo.
  func addPhoto(takenOn day: String) throws -> String {
    let exif = SampleExif(dateTimeOriginal: "\(day.replacing("-", with: ":")) 12:00:00")
    let segments: [(marker: UInt8, content: [UInt8])] = [
      (0xE1, .text("Exif\0\0") + exif.bytes), (0xFE, SampleJPEG.next()),
    ]
    let picture = SampleJPEG(width: 32, height: 24, segments: segments).bytes
    return try #require(try add(picture)["id"].text)
  }
}
