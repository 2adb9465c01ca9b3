// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient
import WoofModel
import WoofTesting

struct HarnessTests {
  @Test func `a service responds as soon as it has been started`() async throws {
    let woof = try await WoofHarness.start()
    try await woof.client().checkHealth()
    await woof.stop()
  }

  @Test func `contents exist from the start`() async throws {
    let woof = try await WoofHarness.start {
      $0.account("ada")
      $0.photos(3, by: "ada", caption: "photo #", favouritesOf: ["ben", "cleo"])
    }
    var captions: [String] = []
    for try await photo in woof.client().photos() {
      captions.append(photo.caption)
      #expect(photo.favouriteCount == 2)
    }
    #expect(captions.sorted() == ["photo 1", "photo 2", "photo 3"])
    let account = try await woof.client(as: "ben").account().name
    #expect(account == "ben")
    await woof.stop()
  }

  @Test func `the same seed makes the same photos`() async throws {
    func ids() async throws -> [PhotoMetadata] {
      let woof = try await WoofHarness.start {
        $0.seed = 7
        $0.clock = .standing(at: Timestamp(milliseconds: 1_780_000_000_000))
        $0.photos(3, by: "ada", favouritesOf: ["ben"])
        $0.contents.historyLength = 20
      }
      var photos: [PhotoMetadata] = []
      for try await photo in woof.client().photos() { photos.append(photo) }
      await woof.stop()
      return photos
    }
    let first = try await ids()
    #expect(!first.isEmpty)
    let found = try await ids()
    #expect(found == first)
  }

  @Test func `data is removed with the harness unless it is kept`() async throws {
    let woof = try await WoofHarness.start()
    #expect(FileManager.default.fileExists(atPath: woof.folder))
    await woof.stop()
    #expect(!FileManager.default.fileExists(atPath: woof.folder))

    let kept = try await WoofHarness.start { $0.keepsFolder = true }
    await kept.stop()
    #expect(FileManager.default.fileExists(atPath: "\(kept.folder)/data/woof.db"))
    try FileManager.default.removeItem(atPath: kept.folder)
  }

  @Test func `a port in use is named`() async throws {
    let woof = try await WoofHarness.start()
    let port = try #require(woof.url.port)
    await #expect { _ = try await WoofHarness.start { $0.port = port } } throws: { "\($0)".contains(":\(port)") }
    await woof.stop()
  }

  @Test func `wrong settings are refused`() async throws {
    await #expect {
      _ = try await WoofHarness.start { $0.settings = "{modules: {\"service.http\": {lops: 1}}}" }
    } throws: {
      "\($0)".contains("lops")
    }
  }

  @Test func `a restart keeps the data and the address`() async throws {
    let woof = try await WoofHarness.start { $0.photos(1, by: "ada") }
    let client = woof.client(as: "ada")
    let photo = try #require(try await first(client.photos()))
    try await woof.restart()
    let found = try await client.photo(photo.id).id
    #expect(found == photo.id)
    try await woof.kill()
    let count = try await client.setFavourite(true, for: photo.id).favouriteCount
    #expect(count == 1)
    await woof.stop()
  }

  @Test func `a service that is down cannot be reached until it is up`() async throws {
    let woof = try await WoofHarness.start()
    try await woof.takeDown()
    await #expect(throws: WoofError.self) { try await woof.client(retryPolicy: .never).checkHealth() }
    try await woof.bringUp()
    try await woof.client().checkHealth()
    await woof.stop()
  }

  @Test func `a harness that nobody stops ends with its last reference`() async throws {
    var woof: WoofHarness? = try await WoofHarness.start()
    let folder = try #require(woof?.folder)
    woof = nil
    while FileManager.default.fileExists(atPath: folder) { await Task.yield() }
  }

  @Test func `a harness that is left at exit removes its data and reports that`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let woof = try await WoofHarness.start()
      withExtendedLifetime(woof) { exit(EXIT_SUCCESS) }
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("never stopped; call stop() on it"))
    let folder = try #require(text.firstMatch(of: /data in (\S+) is removed/)).1
    #expect(!FileManager.default.fileExists(atPath: String(folder)))
  }

  @Test func `a hundred harnesses run side by side`() async throws {
    let harnesses = try await withThrowingTaskGroup { tasks in
      for _ in 0..<100 { tasks.addTask { try await WoofHarness.start { $0.photos(1, by: "ada") } } }
      return try await tasks.reduce(into: [WoofHarness]()) { $0.append($1) }
    }
    for woof in harnesses {
      let photo = try await first(woof.client().photos())
      #expect(photo != nil)
    }
    for woof in harnesses { await woof.stop() }
  }
}

func first<Elements: AsyncSequence>(_ elements: Elements) async throws -> Elements.Element? {
  for try await element in elements { return element }
  return nil
}
