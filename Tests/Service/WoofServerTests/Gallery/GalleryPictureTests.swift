// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import TestPictures

/// The images that the web gallery shows photos by.
@Suite(
  .enabled(if: Browser.isInstalled), .disabled(if: Sanitizer.isActive, "it is too slow for a browser"), .serialized)
struct GalleryPictureTests {
  /// Finds the images on the wall that are not the smallest that are sharp.
  private static let check = """
    (async () => {
      const wrong = [];
      // More pixels a CSS pixel nobody sees on a wall.
      const density = Math.min(devicePixelRatio, 1.6);
      for (const image of document.querySelectorAll('.wall .picture')) {
        const [folder, shown] = image.currentSrc.split('/variants/');
        const { variants } = await (await fetch(folder)).json();
        const widths = Object.values(variants).map(({ width }) => width);
        const wanted = Math.min(image.getBoundingClientRect().width * density, Math.max(...widths));
        const least = Math.min(...widths.filter((width) => width >= wanted));
        if (variants[shown]?.width !== least) wrong.push(`${shown}, and not ${least} pixels for ${wanted}`);
      }
      window.wrongImages = wrong;
    })()
    """

  /// Runs a browser at the gallery of a service whose photos have all variants that can be made.
  private static func with(
    _ window: Browser.Window, lacking name: String? = nil, _ body: @escaping @Sendable (Browser) async throws -> Void
  ) async throws {
    let scripted = ScriptedTransformer { _, request, _ in
      var findings = ScriptedTransformer.drawn(for: request)
      if let name { findings.variants[name] = nil }
      return .accepted(findings)
    }
    try await withService(pictures: scripted) { service in
      let ada = try await service.member("ada")
      let photos = try (0..<4).map { _ in try ada.addPhoto() }
      let count = name == nil ? 3 : 2
      for photo in photos {
        try await eventually { try ada.get("/v1/photos/\(photo)").member("variants")?.names.count == count }
      }
      try await Browser.with(window) { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/")
        try await browser.wait(until: "document.querySelectorAll('.wall .picture').length === \(photos.count)")
        try await browser.wait(until: "[...document.images].every(image => image.complete && image.naturalWidth > 0)")
        try await body(browser)
      }
    }
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `the wall takes the smallest image that is sharp`(window: Browser.Window) async throws {
    try await Self.with(window) { browser in
      _ = try await browser.value("(\(Self.check), true)")
      try await browser.wait(until: "window.wrongImages !== undefined")
      let wrong = try await browser.value("window.wrongImages.join()")
      #expect(wrong.text == "")
    }
  }

  @Test(arguments: [Browser.Window.desktop, .phone])
  func `the wall takes what there is of a photo that has no grid yet`(window: Browser.Window) async throws {
    try await Self.with(window, lacking: "grid") { browser in
      let names = try await browser.value(
        "[...document.querySelectorAll('.wall .picture')].map(image => image.currentSrc.split('/').at(-1))")
      #expect(Set(names.items.compactMap(\.text)).isSubset(of: ["thumb", "preview"]) && names.items.count == 4)
    }
  }

  @Test func `a wall that becomes larger takes larger images`() async throws {
    try await Self.with(.desktop) { browser in
      try await browser.setWidth(390)
      _ = try await browser.value("(window.isOld = true, location.reload())")
      let shown = "[...document.querySelectorAll('.wall .picture')].map(image => image.currentSrc.split('/').at(-1))"
      try await browser.wait(until: "!window.isOld && String(\(shown)) === 'thumb,thumb,thumb,thumb'")
      try await browser.setWidth(700, density: 2)
      try await browser.wait(until: "\(shown).length === 4 && !\(shown).includes('thumb')")
    }
  }

  @Test func `a photo that is shown before it has a grid gets it once it is there`() async throws {
    let gate = Gate()
    let scripted = ScriptedTransformer { _, request, _ in
      if request.urgency != .request { await gate.wait() }
      return .accepted(ScriptedTransformer.drawn(for: request))
    }
    try await withService(pictures: scripted) { service in
      _ = try await service.member("ada").addPhoto()
      try await Browser.with(.phone) { browser in
        try await browser.open("http://127.0.0.1:\(service.port)/")
        let shown = "document.querySelector('.wall .picture')?.currentSrc.split('/').at(-1)"
        try await browser.wait(until: "\(shown) === 'thumb'")
        gate.open()
        try await browser.wait(until: "['grid', 'preview'].includes(\(shown))")
      }
    }
  }
}
