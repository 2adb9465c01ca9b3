// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel
import WoofStorage

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofCore

@Suite(.timeLimit(.minutes(1))) struct MovingVariantTests {
  private static let moving = VariantSpecification(
    name: "moving", width: 320, height: 320, type: .webp, quality: 70, motion: .init())

  /// Draws everything but what is to move, with which it does what a test says.
  private static func transformer(_ script: @escaping @Sendable () -> PictureOutcome?) -> ScriptedTransformer {
    ScriptedTransformer { _, request, _ in
      if request.variants.contains(where: { $0.motion != nil }), let outcome = script() { return outcome }
      return .accepted(ScriptedTransformer.drawn(for: request))
    }
  }

  private static func switchOn(_ scripted: ScriptedTransformer, in house: PictureHouse) {
    house.pictures.replace(
      with: PictureSetup(transformer: scripted, variants: PictureSetup.standardVariants + [moving]))
  }

  @Test func `an animation gets a moving preview from the queue, and a still photo does not`()
    async throws
  {
    let scripted = Self.transformer { nil }
    try await withPictureHouse(scripted) { (house) async throws in
      Self.switchOn(scripted, in: house)
      let animation = try await house.uploadAnimation()
      let still = try await house.upload(1)
      #expect(try await DerivationQueue(of: house.pictures).runDue() == 2)
      let records = house.storage.records
      #expect(
        Set(try #require(try await records.photo(animation.id)).variants.keys) == [
          "grid", "moving", "preview", "thumb",
        ])
      #expect(Set(try #require(try await records.photo(still.id)).variants.keys) == ["grid", "preview", "thumb"])
      let moving = scripted.requests.filter { $0.variants.contains { $0.motion != nil } }
      #expect(moving.map(\.variants) == [[Self.moving]])
      #expect(moving.map(\.urgency) == [.background])
      #expect(try await house.pictures.derivations.derivationCount() == 0)
    }
  }

  @Test func `there are no moving previews by default`() async throws {
    let scripted = Self.transformer { nil }
    try await withPictureHouse(scripted) { (house) async throws in
      let animation = try await house.uploadAnimation()
      _ = try await DerivationQueue(of: house.pictures).runDue()
      #expect(
        Set(try #require(try await house.storage.records.photo(animation.id)).variants.keys) == [
          "grid", "preview", "thumb",
        ])
      #expect(!scripted.requests.contains { $0.variants.contains { $0.motion != nil } })
      let error = await #expect(throws: WoofError.self) { try await house.pictures.variant("moving", of: animation) }
      #expect(error?.code == .notFound)
    }
  }

  @Test(arguments: [PictureFailure.Reason.crashed, .timedOut, .limitExceeded, .lied])
  func `an animation that fails gets its other variants, and is not tried for ever`(
    reason: PictureFailure.Reason
  ) async throws {
    let scripted = Self.transformer { ScriptedTransformer.failure(reason) }
    try await withPictureHouse(scripted) { (house) async throws in
      Self.switchOn(scripted, in: house)
      let animation = try await house.uploadAnimation()
      #expect(try await DerivationQueue(of: house.pictures).runDue() == 1)
      let record = try #require(try await house.storage.records.photo(animation.id))
      #expect(Set(record.variants.keys) == ["grid", "preview", "thumb"] && !record.isDeleted)
      #expect(try await house.pictures.derivations.derivationCount() == 0)
      #expect(house.reports.contains { $0.contains("notAnimated") && $0.contains("as the script says") })
    }
  }

  @Test func `a transformer that does not run is waited for, and no result is lost`() async throws {
    let time = PictureTime()
    let scripted = ScriptedTransformer { _, request, number in
      request.variants.contains { $0.motion != nil } && number < 3
        ? ScriptedTransformer.failure(.unavailable) : .accepted(ScriptedTransformer.drawn(for: request))
    }
    try await withPictureHouse(scripted, time: time) { (house) async throws in
      Self.switchOn(scripted, in: house)
      let animation = try await house.uploadAnimation()
      let queue = DerivationQueue(of: house.pictures)
      #expect(try await queue.runDue() == 1)
      let records = house.storage.records
      #expect(try #require(try await records.photo(animation.id)).variants["preview"] != nil)
      #expect(try await house.pictures.derivations.derivationCount() == 1)
      time.advance(seconds: 3_600)
      #expect(try await queue.runDue() == 1)
      #expect(try #require(try await records.photo(animation.id)).variants["moving"] != nil)
      #expect(try await house.pictures.derivations.derivationCount() == 0)
    }
  }

  @Test func `an earlier photo gets its moving preview when it is requested`() async throws {
    let scripted = Self.transformer { nil }
    try await withPictureHouse(scripted) { (house) async throws in
      let animation = try await house.uploadAnimation()
      let still = try await house.upload(1)
      Self.switchOn(scripted, in: house)
      #expect(try await house.pictures.variant("moving", of: animation).variant.specification == Self.moving.identity)
      let count = scripted.requests.count
      let error = await #expect(throws: WoofError.self) { try await house.pictures.variant("moving", of: still) }
      #expect(error?.code == .notFound && error?.message.contains("does not move") == true)
      #expect(scripted.requests.count == count)
    }
  }

  @Test func `reprocessing renews a moving preview that exceeds its limits`() async throws {
    let scripted = Self.transformer { nil }
    try await withPictureHouse(scripted) { (house) async throws in
      Self.switchOn(scripted, in: house)
      let animation = try await house.uploadAnimation()
      let queue = DerivationQueue(of: house.pictures)
      _ = try await queue.runDue()
      var shorter = Self.moving
      shorter.motion?.milliseconds = 1_000
      house.pictures.replace(
        with: PictureSetup(transformer: scripted, variants: PictureSetup.standardVariants + [shorter]))
      #expect(try await house.pictures.queueAnew(.photo(animation.id)) == 1)
      _ = try await queue.runDue()
      let record = try #require(try await house.storage.records.photo(animation.id))
      #expect(record.variants["moving"]?.specification == shorter.identity)
    }
  }
}
