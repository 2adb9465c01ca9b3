// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing
import WoofAdministration
import WoofModel
import WoofStorage

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofAPI
@testable import WoofCore
@testable import WoofHTTP

@Suite(.timeLimit(.minutes(1))) struct DerivationQueueTests {
  /// Takes uploads in unseen, and does with the queue's photos what a test says.
  private func transformer(_ script: @escaping @Sendable () async -> PictureOutcome?) -> ScriptedTransformer {
    ScriptedTransformer { _, request, _ in
      if request.urgency == .request { return ScriptedTransformer.failure(.overloaded) }
      return await script() ?? .accepted(ScriptedTransformer.drawn(for: request))
    }
  }

  /// Restores a photo as administrators do.
  private func restore(_ photo: PhotoID, in house: PictureHouse) async throws {
    let administration = PhotoAdministrationRoutes(
      library: house.library, store: house.storage.records, credentials: house.storage.records,
      pictures: house.pictures,
      time: SystemTimeSource())
    let route = administration.routes.first { $0.pattern.hasSuffix("/restore") }
    guard case .changing(_, _, let restore)? = route?.action else { throw TestFailure("there is no such route") }
    let request = TestRequest.make(.post, "/admin/v1/photos/\(photo)/restore")
    let id = Array("\(photo)".utf8)
    var ranges = HTTPPathParameters.Ranges()
    ranges[0] = 0..<id.count
    let context = RouteContext(
      request: request, path: HTTPPathParameters(path: id, names: ["id"], ranges: ranges),
      query: try RouteQuery(of: request, allowing: []), principal: nil)
    let change = try await restore(AdministrationContext(context, who: "unix:root"))
    _ = try await change.perform()
  }

  @Test func `missing variants are derived, and the photo leaves the queue`() async throws {
    try await withPictureHouse(transformer { nil }) { (house) async throws in
      let photo = try await house.upload(1)
      #expect(photo.variants.isEmpty)
      let queue = DerivationQueue(of: house.pictures)
      #expect(try await queue.runDue() == 1)
      let record = try #require(try await house.storage.records.photo(photo.id))
      #expect(Set(record.variants.keys) == ["thumb", "grid", "preview"])
      #expect(record.placeholder == "AQIDBAU=")
      #expect(record.version == photo.version + 1)
      #expect(try await queue.runDue() == 0)
      #expect(try await house.pictures.derivations.derivationCount() == 0)
    }
  }

  @Test func `the queue survives a restart`() async throws {
    let folder = try TemporaryFolder()
    try await withPictureHouse(in: folder, transformer { nil }) { (house) async throws in
      for number in 1...3 { _ = try await house.upload(number) }
      #expect(try await house.pictures.derivations.derivationCount() == 3)
    }
    try await withPictureHouse(in: folder, transformer { nil }) { (house) async throws in
      #expect(try await house.pictures.derivations.derivationCount() == 3)
      #expect(try await DerivationQueue(of: house.pictures).runDue() == 3)
      #expect(try await house.pictures.derivations.derivationCount() == 0)
    }
  }

  @Test func `photos that came in without a transformer are derived from when one is installed`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await withPictureHouse(in: folder, nil) { (house) async throws in
      let queue = DerivationQueue(of: house.pictures)
      for number in 1...3 { _ = try await house.upload(number) }
      #expect(try await house.pictures.derivations.derivationCount() == 0)
      #expect(try await queue.runDue() == 0)
      #expect(try await house.pictures.derivations.derivationCount() == 0)
    }
    try await withPictureHouse(in: folder, transformer { nil }) { (house) async throws in
      let queue = DerivationQueue(of: house.pictures)
      #expect(try await queue.runDue() == 3)
      #expect(try await house.pictures.derivations.derivationCount() == 0)
      #expect(try await queue.runDue() == 0)
      for id in try await house.library.photos(PhotoQuery(scope: .readable(by: nil), limit: 9)).items.map(\.id) {
        #expect(try await house.storage.records.photo(id)?.variants.isEmpty == false)
      }
    }
  }

  @Test func `waiting photos leave the queue with the transformer, and return with it`()
    async throws
  {
    let scripted = transformer { nil }
    try await withPictureHouse(scripted) { (house) async throws in
      let queue = DerivationQueue(of: house.pictures)
      for number in 1...2 { _ = try await house.upload(number) }
      #expect(try await house.pictures.derivations.derivationCount() == 2)
      house.pictures.replace(with: PictureSetup())
      #expect(try await queue.runDue() == 0)
      #expect(try await house.pictures.derivations.derivationCount() == 0)
      _ = try await house.upload(3)
      house.pictures.replace(with: PictureSetup(transformer: scripted))
      #expect(try await queue.runDue() == 3)
      #expect(try await house.pictures.derivations.derivationCount() == 0)
    }
  }

  @Test func `an unseen photo that keeps failing is tried ever less often, then quarantined`()
    async throws
  {
    let time = PictureTime()
    let scripted = transformer { ScriptedTransformer.failure(.crashed) }
    try await withPictureHouse(scripted, time: time) { (house) async throws in
      let photo = try await house.upload(1)
      let queue = DerivationQueue(of: house.pictures)
      for wait in [Int64(60), 240, 960, 3840] {
        #expect(try await queue.runDue() == 1)
        time.advance(seconds: wait - 1)
        #expect(try await queue.runDue() == 0)
        time.advance(seconds: 1)
      }
      #expect(try await queue.runDue() == 1)
      #expect(try await house.pictures.derivations.derivationCount() == 0)
      #expect(house.pictures.counts.givenUpCount == 1)
      #expect(house.reports.contains { $0.contains("withdrawn") && $0.contains("as the script says, 5 times") })
      #expect(try await house.storage.records.photo(photo.id)?.isDeleted == true)
      #expect(try house.storage.blobs.quarantined().map(\.digest) == [photo.original.digest])
    }
  }

  @Test func `a transformer that does not run costs no attempt`() async throws {
    let time = PictureTime()
    let scripted = transformer { ScriptedTransformer.failure(.unavailable) }
    try await withPictureHouse(scripted, time: time) { (house) async throws in
      _ = try await house.upload(1)
      let queue = DerivationQueue(of: house.pictures)
      for _ in 0..<20 {
        #expect(try await queue.runDue() == 1)
        #expect(try await queue.runDue() == 0)
        time.advance(seconds: 15)
      }
      #expect(try await house.pictures.derivations.derivationCount() == 1)
    }
  }

  @Test func `a full disk costs no attempt`() async throws {
    let (time, files) = (PictureTime(), FaultyFileSystem())
    try await withPictureHouse(transformer { nil }, files: files, time: time) { (house) async throws in
      let photo = try await house.upload(1)
      files.fail("write", ENOSPC)
      let queue = DerivationQueue(of: house.pictures)
      for _ in 0..<20 {
        time.advance(seconds: 15)
        #expect(try await queue.runDue() == 1)
      }
      files.heal()
      time.advance(seconds: 15)
      #expect(try await queue.runDue() == 1)
      #expect(try await house.storage.records.photo(photo.id)?.variants.isEmpty == false)
    }
  }

  @Test func `an unseen photo that is refused later is quarantined`() async throws {
    let scripted = transformer { .refused(PhotoRejection(transformer: "scripted", reason: "it is a cat")) }
    try await withPictureHouse(scripted) { (house) async throws in
      let photo = try await house.upload(1)
      #expect(try await DerivationQueue(of: house.pictures).runDue() == 1)
      #expect(try await house.pictures.derivations.derivationCount() == 0)
      #expect(house.reports.contains { $0.contains("withdrawn") && $0.contains("it is a cat") })
      #expect(try await house.storage.records.photo(photo.id)?.isDeleted == true)
      let kept = try house.storage.blobs.quarantined()
      #expect(kept.map(\.digest) == [photo.original.digest])
      #expect(kept.first?.byteCount == photo.original.byteCount)
      #expect(kept.first?.note?.contains("uploaded by ada, unseen: scripted") == true)
    }
  }

  @Test func `a photo that a disabled plugin missed is quarantined when that plugin refuses it`()
    async throws
  {
    try await withPictureHouse(ScriptedTransformer(names: ["scripted/1"])) { (house) async throws in
      let photo = try await house.upload(1)
      let queue = DerivationQueue(of: house.pictures)
      _ = try await queue.runDue()
      let both = ScriptedTransformer(names: ["scripted/1", "cats/1"]) { _, _, _ in
        .refused(PhotoRejection(transformer: "cats", reason: "it is a cat"))
      }
      house.pictures.replace(with: PictureSetup(transformer: both))
      try await house.pictures.queueAnew(.photo(photo.id))
      _ = try await queue.runDue()
      #expect(try await house.storage.records.photo(photo.id)?.isDeleted == true)
      #expect(try house.storage.blobs.quarantinedCount() == 1)
    }
  }

  @Test func `a photo that a plugin accepted stays when a later version refuses it`() async throws {
    try await withPictureHouse(ScriptedTransformer(names: ["scripted/1"])) { (house) async throws in
      let photo = try await house.upload(1)
      let queue = DerivationQueue(of: house.pictures)
      _ = try await queue.runDue()
      let stricter = ScriptedTransformer(names: ["scripted/2"]) { _, _, _ in
        .refused(PhotoRejection(transformer: "scripted", reason: "it is a cat"))
      }
      house.pictures.replace(with: PictureSetup(transformer: stricter))
      try await house.pictures.queueAnew(.photo(photo.id))
      _ = try await queue.runDue()
      #expect(try await house.storage.records.photo(photo.id)?.isDeleted == false)
      #expect(house.reports.contains { $0.contains("gaveUp") && $0.contains("it is a cat") })
      #expect(try house.storage.blobs.quarantinedCount() == 0)
    }
  }

  @Test func `the number of photos worked on at once is limited`() async throws {
    let gate = Gate()
    let scripted = transformer {
      await gate.wait()
      return nil
    }
    try await withPictureHouse(scripted) { (house) async throws in
      for number in 1...6 { _ = try await house.upload(number) }
      async let count = DerivationQueue(of: house.pictures, jobCount: 2).runDue()
      while gate.waitingCount < 2 { await Task.yield() }
      gate.open()
      #expect(try await count == 6)
      #expect(scripted.greatestRunningCount == 2)
    }
  }

  @Test func `a cancelled queue ends at once, and keeps the photo as it was`() async throws {
    let gate = Gate()
    let scripted = transformer {
      await withTaskCancellationHandler {
        await gate.wait()
      } onCancel: {
        gate.open()
      }
      return Task.isCancelled ? ScriptedTransformer.failure(.unavailable) : nil
    }
    try await withPictureHouse(scripted) { (house) async throws in
      let photo = try await house.upload(1)
      let queue = DerivationQueue(of: house.pictures)
      let running = Task { await queue.run() }
      while gate.waitingCount < 1 { await Task.yield() }
      running.cancel()
      await running.value
      let due = try await house.storage.records.dueDerivations(at: Timestamp(milliseconds: 0), limit: 9)
      #expect(due == [Derivation(photo: photo.id)])
    }
  }

  @Test func `a running queue learns of new photos without waiting for its interval`() async throws {
    let gate = Gate()
    let scripted = transformer {
      gate.open()
      return nil
    }
    try await withPictureHouse(scripted) { (house) async throws in
      let queue = DerivationQueue(of: house.pictures)
      let running = Task { await queue.run() }
      _ = try await house.upload(1)
      await gate.wait()
      running.cancel()
      await running.value
    }
  }

  @Test func `a restored photo wakes the queue`() async throws {
    try await withPictureHouse(transformer { nil }) { (house) async throws in
      let photo = try await house.upload(1)
      try await house.library.delete(photo.id, by: house.owner)
      // What rang before is forgotten.
      await house.pictures.alarm.sleep(for: .zero)
      try await restore(photo.id, in: house)
      await house.pictures.alarm.sleep(for: .seconds(3600))
      #expect(try await DerivationQueue(of: house.pictures).runDue() == 1)
      #expect(try await house.storage.records.photo(photo.id)?.variants.isEmpty == false)
    }
  }

  @Test func `reprocessing renews the variants of other transformers and the perceptual hashes`() async throws {
    let scripted = ScriptedTransformer(names: ["scripted/1"])
    try await withPictureHouse(scripted) { (house) async throws in
      let photo = try await house.upload(1)
      let queue = DerivationQueue(of: house.pictures)
      _ = try await queue.runDue()
      try await house.pictures.queueAnew(.photo(photo.id))
      _ = try await queue.runDue()
      #expect(scripted.requests.last?.variants.isEmpty == true)
      #expect(scripted.requests.last?.wantsAnnotations == true)
      let newer = ScriptedTransformer(names: ["scripted/2"])
      house.pictures.replace(with: PictureSetup(transformer: newer))
      #expect(try await house.pictures.queueAnew(.all) == 1)
      _ = try await queue.runDue()
      #expect(newer.requests.map { $0.variants.map(\.name) } == [["thumb", "grid", "preview"]])
      let record = try await house.storage.records.photo(photo.id)
      #expect(record?.variants["thumb"]?.transformers == "scripted/2")
    }
  }
}
