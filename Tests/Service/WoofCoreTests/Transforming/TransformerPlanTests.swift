// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofModel

@testable import WoofCore

/// The order of the chain, and what becomes of a picture in it.
struct TransformerPlanTests {
  private let workers = WorkerPool(name: "test", threadCount: 1)
  private let seen = Seen()

  private var steps: [TransformerStep] {
    [
      .transforming(Looker(name: "vips", seen: seen), name: "vips"),
      .inspecting(SampleTransformer(name: "structure")), .inspecting(SampleTransformer(name: "date")),
      .transforming(Looker(name: "dogs", seen: seen), name: "dogs"),
      .transforming(Looker(name: "vips", seen: seen), name: "vips"),
    ]
  }

  private func plan(_ order: [String], switchedOff: Set<String> = []) throws -> TransformerPlan {
    try TransformerPlan(steps, order: order, switchedOff: switchedOff, workers: workers)
  }

  @Test func `without an order built-in steps come first, then the others as they come`() throws {
    let plan = try plan([])
    #expect(plan.inspectors.names == ["structure/1", "date/1"])
    #expect(plan.pictures?.names == ["vips/1", "dogs/1", "vips/1"])
  }

  @Test func `the configuration orders steps of both kinds, and leaves out unnamed steps`() throws {
    let plan = try plan(["structure", "dogs", "date", "vips#2"])
    #expect(plan.inspectors.names == ["structure/1"])
    #expect(plan.pictures?.names == ["dogs/1", "date/1", "vips/1"])
  }

  @Test func `an order of inspecting steps has no picture steps`() throws {
    #expect(try plan(["date", "structure"]).pictures == nil)
  }

  @Test(arguments: [
    ["structure", "cats"], ["structure", "structure"], ["vips", "structure"], ["structure", "vips#3"],
  ])
  func `an impossible order is refused`(order: [String]) {
    #expect(throws: WoofError.self) { _ = try plan(order) }
  }

  @Test func `a disabled plugin can be named`() throws {
    #expect(try plan(["structure", "cats", "vips"], switchedOff: ["cats"]).pictures?.names == ["vips/1"])
  }

  @Test func `a picture goes through the steps in order, until one refuses it`() async throws {
    let picture = Picture(file: try MemoryBlobFile(Array("dog".utf8)), type: .png, width: 1, height: 1)
    let chain = try #require(try plan(["structure", "dogs", "date", "vips"]).pictures)
    guard case .accepted = await chain.transform(picture, for: PictureRequest()) else {
      Issue.record("it was not accepted")
      return
    }
    #expect(seen.names.withLock(\.self) == ["dogs", "vips"])
    let strict: [TransformerStep] = [
      .transforming(Looker(name: "dogs", seen: seen), name: "dogs"), .inspecting(Refusing()),
      .transforming(Looker(name: "vips", seen: seen), name: "vips"),
    ]
    guard
      case .refused(let rejection) =
        await PictureChain(strict, workers: workers).transform(picture, for: PictureRequest())
    else {
      Issue.record("it was not refused")
      return
    }
    #expect(rejection.transformer == "refusing")
    #expect(seen.names.withLock(\.self) == ["dogs", "vips", "dogs"])
  }

  private final class Seen: Sendable { let names = Mutex<[String]>([]) }

  /// Accepts every picture, and notes that it saw it.
  private struct Looker: PictureTransforming {
    let name: String
    let seen: Seen
    var names: [String] { ["\(name)/1"] }
    func accepts(_ type: ImageType) -> Bool { true }
    func transform(_ picture: Picture, for request: PictureRequest) async -> PictureOutcome {
      seen.names.withLock { $0.append(name) }
      return .accepted(PictureFindings())
    }
  }

  /// Refuses every picture.
  private struct Refusing: PhotoTransforming, PhotoInspecting {
    let name = "refusing"
    let version = 1
    func makeInspection() -> any PhotoInspecting { self }
    func consume(_ bytes: RawSpan) throws(PhotoRejection) {}
    func finish() throws(PhotoRejection) -> PhotoFindings {
      throw PhotoRejection(transformer: name, reason: "nothing pleases it")
    }
  }
}
