// SPDX-License-Identifier: Apache-2.0

import Synchronization
import Testing
import WoofModel
import WoofStorage

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofCore

@Suite(.timeLimit(.minutes(1))) struct KnownPictureTests {
  private static let names: Set = ["thumb", "grid", "preview"]

  @Test(arguments: [Visibility.private, .unlisted])
  func `bytes that strangers keep private are decoded as if they were new`(visibility: Visibility) async throws {
    let scripted = ScriptedTransformer()
    try await withPictureHouse(scripted) { (house) async throws in
      let bob = try await house.account("bob")
      _ = try await house.upload(1, visibility: visibility)
      _ = try await DerivationQueue(of: house.pictures).runDue()
      let known = scripted.requests.count
      let taken = try await house.upload(1, by: bob)
      let forKnown = Array(scripted.requests[known...])
      let new = try await house.upload(2, by: bob)
      #expect(forKnown == Array(scripted.requests[(known + forKnown.count)...]))
      #expect(forKnown.count == 1)
      #expect(Set(taken.variants.keys) == Set(new.variants.keys))
      #expect(house.pictures.counts.knownCount == 0)
      #expect(try await house.pictures.derivations.derivationCount() == 2)
    }
  }

  @Test func `storing bytes takes the same steps whether or not they are known`() async throws {
    let files = SteppedFileSystem()
    try await withPictureHouse(nil, files: files) { (house) async throws in
      let bob = try await house.account("bob")
      _ = try await house.upload(1)
      _ = files.takeSteps()
      _ = try await house.upload(2, by: bob)
      let ofNew = files.takeSteps()
      _ = try await house.upload(1, by: bob)
      #expect(files.takeSteps() == ofNew)
      #expect(ofNew.contains("fsync") && ofNew.contains("rename"))
    }
  }

  @Test func `a picture of the uploader's own is not decoded again`() async throws {
    let scripted = ScriptedTransformer()
    try await withPictureHouse(scripted) { (house) async throws in
      let first = try await house.upload(1)
      let twins = try await house.storage.records.photos(
        ofOriginal: first.original.digest, knownTo: house.owner.id, limit: 9)
      #expect(twins == [first.id])
      #expect(try await house.uploadAgain(1) == first.id)
      #expect(scripted.requests.count == 1)
    }
  }

  @Test func `bytes of a public photo are not decoded again`() async throws {
    let scripted = ScriptedTransformer()
    try await withPictureHouse(scripted) { (house) async throws in
      let first = try await house.upload(1)
      _ = try await DerivationQueue(of: house.pictures).runDue()
      let decodings = scripted.requests.count
      let second = try await house.upload(1, by: try await house.account("bob"))
      #expect(scripted.requests.count == decodings)
      #expect(house.pictures.counts.knownCount == 1)
      #expect(second.id != first.id)
      let record = try #require(try await house.storage.records.photo(first.id))
      #expect(Set(second.variants.keys) == Self.names)
      #expect(second.variants == record.variants)
      #expect(second.placeholder == record.placeholder && second.perceptualHash == record.perceptualHash)
      let annotations = try await house.storage.records.annotations(of: second.id)
      #expect(annotations?.plugins == ["scripted.mood": "playful"])
      #expect(try await house.pictures.derivations.derivationCount() == 0)
    }
  }

  @Test func `variants stay when the photo that they were made from goes`() async throws {
    try await withPictureHouse(ScriptedTransformer()) { (house) async throws in
      let first = try await house.upload(1)
      _ = try await DerivationQueue(of: house.pictures).runDue()
      let second = try await house.upload(1, by: try await house.account("bob"))
      try await house.library.delete(first.id, by: house.owner)
      try await house.storage.collectGarbage()
      let variant = try await house.pictures.variant("preview", of: second)
      #expect(variant.file.byteCount == variant.variant.byteCount)
    }
  }

  @Test func `missing derivatives of a known picture come from the queue`() async throws {
    let scripted = ScriptedTransformer()
    try await withPictureHouse(scripted) { (house) async throws in
      _ = try await house.upload(1)
      let second = try await house.upload(1, by: try await house.account("bob"))
      #expect(scripted.requests.count == 1)
      #expect(Set(second.variants.keys) == ["thumb"])
      #expect(try await house.pictures.derivations.derivationCount() == 2)
      _ = try await DerivationQueue(of: house.pictures).runDue()
      #expect(try await house.storage.records.photo(second.id).map { Set($0.variants.keys) } == Self.names)
    }
  }

  @Test func `new transformers look at known pictures again`() async throws {
    try await withPictureHouse(ScriptedTransformer(names: ["scripted/1"])) { (house) async throws in
      _ = try await house.upload(1)
      _ = try await DerivationQueue(of: house.pictures).runDue()
      let newer = ScriptedTransformer(names: ["scripted/2"])
      house.pictures.replace(with: PictureSetup(transformer: newer))
      let second = try await house.upload(1, by: try await house.account("bob"))
      #expect(newer.requests.count == 1)
      #expect(second.variants["thumb"]?.transformers == "scripted/2")
    }
  }

  @Test func `bytes that came in unseen are inspected when they come again`() async throws {
    let scripted = ScriptedTransformer { _, request, number in
      number == 0 ? ScriptedTransformer.failure(.overloaded) : .accepted(ScriptedTransformer.drawn(for: request))
    }
    try await withPictureHouse(scripted) { (house) async throws in
      _ = try await house.upload(1)
      let second = try await house.upload(1, by: try await house.account("bob"))
      #expect(scripted.requests.count == 2)
      #expect(second.placeholder != nil)
    }
  }

  @Test func `a variant whose bytes are gone is derived again`() async throws {
    let scripted = ScriptedTransformer()
    try await withPictureHouse(scripted) { (house) async throws in
      let first = try await house.upload(1)
      let digest = try #require(first.variants["thumb"]?.digest)
      #expect(try house.lose(digest))
      _ = try await house.upload(1, by: try await house.account("bob"))
      #expect(scripted.requests.count == 2)
    }
  }
}

/// Notes the names of the calls that store bytes.
private final class SteppedFileSystem: InterceptedFileSystem {
  let real = SystemFileSystem()
  private let steps = Mutex<[String]>([])

  func check(_ call: FileSystemCall) throws(FileSystemError) { steps.withLock { $0.append(call.name) } }

  /// The steps since the last time.
  func takeSteps() -> [String] { steps.withLock { exchange(&$0, with: []) } }
}
