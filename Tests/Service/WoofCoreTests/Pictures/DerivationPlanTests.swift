// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import WoofCore

struct DerivationPlanTests {
  private let thumb = VariantSpecification(name: "thumb", width: 64, height: 64, type: .webp, quality: 80)
  private let moving = VariantSpecification(
    name: "moving", width: 320, height: 320, type: .webp, quality: 70, motion: .init())

  private func plan(
    isAnew: Bool = false, hasPartHashes: Bool = true, hasThumb: Bool = false, isAnimated: Bool = false
  ) throws -> DerivationPlan {
    var record = try sampleRecord()
    record.placeholder = "YQ=="
    if hasThumb {
      record.variants["thumb"] = PhotoRecord.Variant(
        digest: record.original.digest, byteCount: 1, type: .webp, width: 1, height: 1, specification: thumb.identity,
        transformers: "old/1")
    }
    let item = Derivation(photo: record.id, isAnew: isAnew, hasPartHashes: hasPartHashes)
    return DerivationPlan(
      for: record, item, by: PictureSetup(variants: [thumb, moving]), isAnimated: isAnimated)
  }

  @Test func `nothing is derived from a photo that has all`() throws {
    let plan = try plan(hasThumb: true)
    #expect(plan.isEmpty)
    #expect(plan.request == nil)
  }

  @Test func `missing variants are derived without the looks that are known`() throws {
    let plan = try plan(isAnimated: true)
    #expect(plan.request == PictureRequest(variants: [thumb], wantsAnnotations: false, urgency: .background))
    #expect(plan.moving == [moving])
  }

  @Test func `a moving image is derived by itself`() throws {
    let plan = try plan(hasThumb: true, isAnimated: true)
    #expect(plan.request == nil)
    #expect(!plan.isEmpty)
    #expect(plan.moving == [moving])
  }

  @Test func `looks are derived where the hashes of parts are missing, or all is derived anew`() throws {
    #expect(try plan(hasPartHashes: false, hasThumb: true).request?.variants == [])
    #expect(try plan(hasPartHashes: false, hasThumb: true).wantsLooks)
    let anew = try plan(isAnew: true, hasThumb: true)
    #expect(anew.request == PictureRequest(variants: [thumb], wantsAnnotations: true, urgency: .background))
  }

  @Test func `a failing photo waits four times as long each time, and is given up after five attempts`() {
    let steps = (1...7).map { DerivationPacing.step(afterAttempts: $0) }
    let waits = [60, 240, 960, 3840].map { DerivationPacing.Step.wait(seconds: $0) }
    #expect(steps == waits + [.giveUp, .giveUp, .giveUp])
  }

  @Test(arguments: [Int.min, -1, 0, Int.max])
  func `no count of attempts overflows`(attempts: Int) {
    #expect(DerivationPacing.step(afterAttempts: attempts) == (attempts > 5 ? .giveUp : .wait(seconds: 60)))
  }
}
