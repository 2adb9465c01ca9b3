// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Testing
import WoofClient
import WoofModel
import WoofTesting

/// Plugins that crash, hang and refuse, met by the SDK.
struct TransformerFaultTests {
  private static let picture = DrawnPicture(.jpeg, width: 320, height: 240, seed: 21)

  private func standing(_ configuration: inout HarnessConfiguration) {
    configuration.transformer = .drawn
    configuration.clock = .standing(at: Timestamp(milliseconds: 1_780_000_000_000))
  }

  @Test func `variants are drawn and can be fetched`() async throws {
    try await withHarness({ $0.transformer = .drawn }) { woof, _ in
      let client = woof.client(as: "ada")
      let uploaded = try await client.upload(data: Data(try Self.picture.bytes())).photo
      #expect(uploaded.variants?["thumb"] != nil)
      #expect(uploaded.placeholder != nil)
      try await woof.variants(of: uploaded.id)
      let photo = try await client.photo(uploaded.id)
      let thumb = try await client.fetchPhoto(.variant("thumb", of: photo))
      #expect((thumb.findings.width, thumb.findings.height) == (256, 192))
      let preview = try await client.fetchPhoto(.variant("preview", of: photo))
      #expect((preview.findings.width, preview.findings.height) == (320, 240))
    }
  }

  @Test func `initial contents have their variants from the start`() async throws {
    let woof = try await WoofHarness.start {
      $0.transformer = .drawn
      $0.photos(3, by: "ada")
      $0.contents.historyLength = 10
    }
    for try await photo in woof.client().photos() {
      #expect(Set((photo.variants ?? [:]).keys) == ["thumb", "grid", "preview"])
    }
    await woof.stop()
  }

  @Test(.timeLimit(.minutes(1))) func `variants that an earlier harness has made are found`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let earlier = try await WoofHarness.start {
      $0.transformer = .drawn
      $0.folder = folder
      $0.photos(1, by: "ada")
    }
    let photo = try #require(try await first(earlier.client().photos()))
    await earlier.stop()
    let woof = try await WoofHarness.start {
      $0.transformer = .drawn
      $0.folder = folder
    }
    let change = try await woof.variants(of: photo.id)
    #expect(change.photo == photo.id)
    #expect(change.variants == ["thumb", "grid", "preview"])
    await woof.stop()
  }

  @Test(.timeLimit(.minutes(1))) func `variants that cannot be drawn are not waited for`() async throws {
    try await withHarness({
      $0.transformer = .drawn
      $0.settings = Self.modernVariant
    }) { woof, photo in
      let change = try await woof.variants(of: photo)
      #expect(change.variants == ["thumb", "large"])
    }
  }

  private static let modernVariant = """
    {modules: {"service.http": {drainDeadline: "0s", pictures: {variants: [{name: "thumb"},
    {name: "large", size: "640x640", format: "jpeg"}, {name: "modern", format: "avif"}]}}}}
    """

  @Test(arguments: [TransformerFault.crash, .timeout, .limitExceeded, .lie], HarnessProtocol.allCases)
  func `a picture that a plugin fails at is quarantined`(
    fault: TransformerFault, wire: HarnessProtocol
  ) async throws {
    try await withHarness(over: wire, { $0.transformer = .drawn }) { woof, _ in
      let handle = try woof.faults.inject(.transformer(fault), into: .post("/v1/photos").signedIn, count: 1)
      let client = woof.client(as: "ada", retryPolicy: .never)
      let bytes = Data(try Self.picture.bytes())
      let error = try await failure { _ = try await client.upload(data: bytes) }
      #expect(error.code == .imageQuarantined)
      #expect(woof.faults.count(of: handle) == 1)
      let uploaded = try await client.upload(data: bytes)
      #expect(uploaded.isNew)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a picture that a plugin refuses is reported as refused`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire, { $0.transformer = .drawn }) { woof, first in
      try await woof.variants(of: first)
      try woof.faults.inject(FaultRule(.transformer(.refusal), scope: .picture, count: 1))
      let error = try await failure {
        _ = try await woof.client(as: "ada", retryPolicy: .never).upload(data: Data(try Self.picture.bytes()))
      }
      #expect(error.code == .invalidImage)
    }
  }

  @Test(arguments: [TransformerFault.unavailable, .overload], HarnessProtocol.allCases)
  func `a photo without a thumbnail gets it later`(
    fault: TransformerFault, wire: HarnessProtocol
  ) async throws {
    try await withHarness(over: wire, { self.standing(&$0) }) { woof, first in
      try await woof.variants(of: first)
      // The upload, and the first try in the background.
      let handle = try woof.faults.inject(FaultRule(.transformer(fault), scope: .picture, count: 2))
      let client = woof.client(as: "ada")
      let uploaded = try await client.upload(data: Data(try Self.picture.bytes())).photo
      #expect(uploaded.variants == nil)
      #expect(uploaded.placeholder == nil)
      try await woof.faults.happened(handle, times: 2)
      try await self.advance(woof, until: uploaded.id)
      let variants = try await client.photo(uploaded.id).variants ?? [:]
      #expect(Set(variants.keys) == ["thumb", "grid", "preview"])
    }
  }

  /// Moves the clock until a photo has its variants: when the service has noted that it is to wait is nobody's to see.
  private func advance(_ woof: WoofHarness, until photo: PhotoID) async throws {
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await woof.variants(of: photo) }
      tasks.addTask {
        while !Task.isCancelled {
          woof.clock.advance(by: .seconds(15))
          await Task.yield()
        }
      }
      try await tasks.next()
      tasks.cancelAll()
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a variant that cannot be made at the moment is requested again`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire, { self.standing(&$0) }) { woof, photo in
      try await woof.variants(of: photo)
      let uploads = try woof.faults.inject(FaultRule(.transformer(.unavailable), scope: .picture, count: 2))
      let late = try await woof.addPhoto(Self.picture, by: "ada")
      try await woof.faults.happened(uploads, times: 2)
      let pattern = RequestPattern.get("/v1/photos/*/variants/*")
      try woof.faults.inject(.transformer(.unavailable), into: pattern, count: 2)
      let bytes = PhotoBytes.variant("thumb", of: try await woof.client().photo(late))
      let error = try await failure { _ = try await woof.client(retryPolicy: .never).fetchPhoto(bytes) }
      #expect(error.code == .unavailable)
      let fetched = try await woof.client().fetchPhoto(bytes)
      #expect(fetched.findings.type == .webp)
      let responses = woof.journal.exchanges.filter { pattern.matches($0) }.compactMap(\.response?.status)
      #expect(responses == [503, 503, 200])
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a photo has no variants if the plugin makes none`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire, { $0.transformer = .drawn }) { woof, first in
      try await woof.variants(of: first)
      try woof.faults.inject(FaultRule(.transformer(.noVariants), scope: .picture))
      let client = woof.client(as: "ada", retryPolicy: .never)
      let uploaded = try await client.upload(data: Data(try Self.picture.bytes())).photo
      #expect(uploaded.variants == nil)
      #expect(uploaded.placeholder != nil)
      let error = try await failure { _ = try await client.fetchPhoto(.variant("thumb", of: uploaded)) }
      #expect(error.code == .notFound)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `an upload waits for a slow plugin`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire, { self.standing(&$0) }) { woof, first in
      try await woof.variants(of: first)
      let fault = try woof.faults.inject(FaultRule(.delay(.fixed(.seconds(20))), scope: .picture, count: 1))
      async let uploaded = woof.client(as: "ada").upload(data: Data(try Self.picture.bytes()))
      try await woof.faults.happened(fault)
      #expect(woof.changes.allSatisfy { $0.photo == first })
      woof.clock.advance(by: .seconds(20))
      let photo = try await uploaded.photo
      #expect(photo.variants?["thumb"] != nil)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a service stops while a plugin is slow`(wire: HarnessProtocol) async throws {
    try await withHarness(over: wire, { self.standing(&$0) }) { woof, first in
      try await woof.variants(of: first)
      let fault = try woof.faults.inject(FaultRule(.delay(.fixed(.seconds(20))), scope: .picture, first: 2, count: 1))
      // The thumbnail comes with the upload; the preview is what lags.
      let late = try await woof.addPhoto(Self.picture, by: "ada")
      try await woof.faults.happened(fault)
      try await woof.restart()
      try await woof.variants(of: late)
    }
  }

  @Test func `faults that no picture can meet are refused`() async throws {
    try await withHarness { woof, photo in
      for rule in [FaultRule(.transformer(.crash)), FaultRule(.delay(.fixed(.zero)), scope: .picture)] {
        #expect { try woof.faults.inject(rule) } throws: { ($0 as? HarnessError)?.code == .noTransformer }
      }
      await #expect { try await woof.variants(of: photo) } throws: {
        ($0 as? HarnessError)?.code == .noTransformer
      }
    }
    try await withHarness({ $0.transformer = .drawn }) { woof, _ in
      for rule in [FaultRule(.serverError(), scope: .picture), FaultRule(.transformer(.crash), scope: .connection)] {
        #expect { try woof.faults.inject(rule) } throws: { ($0 as? HarnessError)?.code == .invalid }
      }
    }
  }

  @Test func `a harness for missing plugins does not start`() async throws {
    await #expect {
      _ = try await WoofHarness.start {
        $0.transformer = .installed; $0.settings = Self.noPlugins
      }
    } throws: {
      ($0 as? HarnessError)?.code == .noTransformer
    }
  }

  private static let noPlugins = """
    {modules: {"service.http": {drainDeadline: "0s"}, "transformer.plugins": {folders: ["/nowhere"]}}}
    """
}
