// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofModel
import WoofStorage

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofCore

@Suite(.timeLimit(.minutes(1))) struct ReprocessingTests {
  private static let newer = ["scripted/2"]

  /// Takes photos in, has them derived, and puts another transformer in the place of what derived them.
  private func house(
    of count: Int, then transformer: (any PictureTransforming)?,
    _ body: (PictureHouse, [PhotoRecord]) async throws -> Void
  ) async throws {
    try await withPictureHouse(ScriptedTransformer(names: ["scripted/1"])) { (house) async throws in
      var photos: [PhotoRecord] = []
      for number in 1...count { photos.append(try await house.upload(number)) }
      _ = try await DerivationQueue(of: house.pictures).runDue()
      house.pictures.replace(with: PictureSetup(transformer: transformer))
      try await body(house, photos)
    }
  }

  /// Reprocesses beside a queue that runs.
  private func reprocess(
    _ selection: ReprocessingSelection, in house: PictureHouse, progress: (ReprocessingProgress) -> Void = { _ in }
  ) async throws -> ReprocessingProgress {
    let queue = DerivationQueue(of: house.pictures)
    let running = Task { await queue.run() }
    let result = try await house.pictures.reprocess(selection, every: .milliseconds(1), progress: progress)
    running.cancel()
    await running.value
    return result
  }

  private func versions(_ house: PictureHouse, _ photos: [PhotoRecord]) async throws -> [String?] {
    var versions: [String?] = []
    for photo in photos {
      versions.append(try await house.storage.records.photo(photo.id)?.variants["preview"]?.transformers)
    }
    return versions
  }

  @Test func `all photos are derived anew, and progress is reported`() async throws {
    try await house(of: 5, then: ScriptedTransformer(names: Self.newer)) { (house, photos) async throws in
      var told: [ReprocessingProgress] = []
      let result = try await reprocess(.all, in: house) { told.append($0) }
      #expect(result == ReprocessingProgress(totalCount: 5, doneCount: 5))
      #expect(told.first == ReprocessingProgress(totalCount: 5))
      #expect(told.last == result)
      #expect(told.map(\.doneCount) == told.map(\.doneCount).sorted())
      #expect(try await versions(house, photos) == [String?](repeating: "scripted/2", count: 5))
    }
  }

  @Test func `one photo is derived anew, and no other is`() async throws {
    try await house(of: 2, then: ScriptedTransformer(names: Self.newer)) { (house, photos) async throws in
      let result = try await reprocess(.photo(photos[0].id), in: house)
      #expect(result == ReprocessingProgress(totalCount: 1, doneCount: 1))
      #expect(try await versions(house, photos) == ["scripted/2", "scripted/1"])
    }
  }

  @Test func `reprocessing a missing photo is refused`() async throws {
    try await house(of: 1, then: ScriptedTransformer()) { (house, _) async throws in
      let error = await #expect(throws: WoofError.self) {
        try await reprocess(.photo(PhotoID(high: 1, low: 2)), in: house)
      }
      #expect(error?.code == .notFound)
    }
  }

  @Test func `refused and failed photos are counted and stay as they were`() async throws {
    let scripted = ScriptedTransformer(names: Self.newer) { _, request, number in
      switch number {
      case 1: .refused(PhotoRejection(transformer: "scripted", reason: "it is a cat"))
      case 2: ScriptedTransformer.failure(.crashed)
      default: .accepted(ScriptedTransformer.drawn(for: request))
      }
    }
    try await house(of: 4, then: scripted) { (house, photos) async throws in
      let result = try await reprocess(.all, in: house)
      #expect(result == ReprocessingProgress(totalCount: 4, doneCount: 4, failedCount: 2))
      #expect(try await versions(house, photos).filter { $0 == "scripted/1" }.count == 2)
      // What failed is tried again by itself; what was refused is not.
      #expect(try await house.pictures.derivations.derivationCount() == 1)
    }
  }

  @Test func `cancelling withdraws the photos that still wait`() async throws {
    let gate = Gate()
    let scripted = ScriptedTransformer(names: Self.newer) { _, request, _ in
      await gate.wait()
      return .accepted(ScriptedTransformer.drawn(for: request))
    }
    try await house(of: 5, then: scripted) { (house, photos) async throws in
      let queue = DerivationQueue(of: house.pictures, jobCount: 1)
      let job = Task { try await house.pictures.reprocess(.all, every: .milliseconds(1)) }
      while try await house.pictures.derivations.derivationCount() < 5 { await Task.yield() }
      let running = Task { try await queue.runDue() }
      while gate.waitingCount < 1 { await Task.yield() }
      job.cancel()
      await #expect(throws: CancellationError.self) { try await job.value }
      #expect(try await house.storage.records.anewDerivationCounts(of: nil) == AnewCounts())
      gate.open()
      _ = try await running.value
      _ = try await queue.runDue()
      #expect(try await house.pictures.derivations.derivationCount() == 0)
    }
  }

  @Test func `photos left at the end of the service can be followed to their end`() async throws {
    let folder = try TemporaryFolder()
    try await withPictureHouse(in: folder, ScriptedTransformer()) { (house) async throws in
      for number in 1...3 { _ = try await house.upload(number) }
      _ = try await DerivationQueue(of: house.pictures).runDue()
      #expect(try await house.pictures.queueAnew(.all) == 3)
    }
    try await withPictureHouse(in: folder, ScriptedTransformer()) { (house) async throws in
      #expect(try await reprocess(.waiting, in: house) == ReprocessingProgress(totalCount: 3, doneCount: 3))
    }
  }

  @Test func `reprocessing without a transformer is refused`() async throws {
    try await house(of: 1, then: nil) { (house, _) async throws in
      let error = await #expect(throws: WoofError.self) { try await house.pictures.reprocess(.all) }
      #expect(error?.code == .unavailable)
      #expect(try await house.pictures.derivations.derivationCount() == 0)
    }
  }
}
