// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofTesting

@testable import TestKit
@testable import WoofSync

/// The page about sync shows the files of `Tutorial`, which are compiled here, and what it says is so.
@Suite struct SyncPageTests {
  @Test func `the page shows exactly the compiled files`() throws {
    let page = try String(
      contentsOf: PackageFolder.url.appendingPathComponent("Documentation/sync.md"), encoding: .utf8)
    let folder = PackageFolder.url.appendingPathComponent("Tests/Client/WoofSyncTests/Tutorial")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let compiled = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    let shown = page.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```\n").first }
    #expect(shown.count == compiled.count)
    for snippet in shown { #expect(compiled.contains(snippet), "not compiled:\n\(snippet)") }
  }

  @Test func `the tutorial's app works in a tunnel, and is in step behind it`() async throws {
    try await withService(photos: 2) { service in
      let folder = URL(fileURLWithPath: service.folder.path("park"))
      let park = try await OfflinePark(folder: folder, client: service.woof.client(as: "ada"))
      let following = Task { try await park.followList() }
      await park.begin()
      for await status in park.library.statusUpdates where status == .idle { break }

      try await service.woof.takeDown()
      let photo = try #require(try park.library.page().first)
      try await park.like(photo.id)
      #expect(try park.library.photo(photo.id)?.metadata.favouriteCount == 1)
      let picture = try service.picture()
      let sharing = Task { try await park.share(picture, caption: "Rex") }
      try await service.woof.bringUp()
      let shared = try #require(try await sharing.value)
      #expect(shared.caption == "Rex")
      #expect(try await service.woof.client().photo(photo.id).favouriteCount == 1)
      #expect(try await park.problems().isEmpty)
      following.cancel()
      await park.library.close()
    }
  }

  @Test func `the tutorial's app shows what was refused, and gives it up`() async throws {
    try await withService(photos: 1) { service in
      let folder = URL(fileURLWithPath: service.folder.path("park"))
      let park = try await OfflinePark(folder: folder, client: service.woof.client(as: "ada"))
      try await park.library.sync()
      let photo = try #require(try park.library.page().first)
      // It is somebody else's.
      try await park.library.edit(photo.id, caption: "mine")
      try await park.library.sync()
      #expect(try await park.problems().count == 1)
      let number = try #require(try park.library.pendingEdits().first?.number)
      try await park.settle(number, retrying: false)
      #expect(try await park.problems().isEmpty)
      #expect(try park.library.photo(photo.id)?.metadata.caption == photo.metadata.caption)
      await park.library.close()
    }
  }
}
