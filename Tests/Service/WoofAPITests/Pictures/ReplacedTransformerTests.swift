// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofCore

/// What becomes of pictures on their way to a transformer whose place another one takes.
@Suite(.timeLimit(.minutes(1))) struct ReplacedTransformerTests {
  private let gate = Gate()
  private let second = ScriptedTransformer(names: ["scripted/2"])

  /// A transformer that looks at a number of pictures, and has no workers left for the next.
  private func drained(after count: Int) -> ScriptedTransformer {
    ScriptedTransformer(names: ["scripted/1"]) { [gate] _, request, number in
      guard number >= count else { return .accepted(ScriptedTransformer.drawn(for: request)) }
      await gate.wait()
      return ScriptedTransformer.failure(.unavailable)
    }
  }

  /// Lets another transformer take the place once a picture has come to the first, and then lets that one fail.
  private func replace(by other: ScriptedTransformer, in house: PictureHouse) async {
    while gate.waitingCount < 1 { await Task.yield() }
    house.pictures.replace(with: PictureSetup(transformer: other))
    gate.open()
  }

  @Test func `an upload goes to the new transformer`() async throws {
    let first = drained(after: 0)
    try await withPictureHouse(first) { (house) async throws in
      async let upload = house.upload(1)
      await replace(by: second, in: house)
      let photo = try await upload
      #expect(photo.variants["thumb"]?.transformers == "scripted/2")
      #expect(photo.placeholder != nil)
      #expect(house.pictures.counts.unseenCount == 0)
      #expect(first.requests.count == 1 && second.requests.count == 1)
    }
  }

  @Test func `a photo that the new transformer refuses is refused`() async throws {
    let strict = ScriptedTransformer(names: ["scripted/2"]) { _, _, _ in
      .refused(PhotoRejection(transformer: "scripted", reason: "it is a cat"))
    }
    try await withPictureHouse(drained(after: 0)) { (house) async throws in
      async let upload = house.upload(1)
      await replace(by: strict, in: house)
      do {
        _ = try await upload
        Issue.record("it was taken in")
      } catch let error as WoofError {
        #expect(error.code == .invalidImage)
      }
    }
  }

  @Test func `a requested variant is made by the new transformer`() async throws {
    try await withPictureHouse(drained(after: 1)) { (house) async throws in
      let photo = try await house.upload(1)
      async let wanted = house.pictures.variant("preview", of: photo)
      await replace(by: second, in: house)
      let found = try await wanted
      #expect(found.variant.transformers == "scripted/2")
    }
  }
}
