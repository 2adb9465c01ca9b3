import Testing
import WoofModel
import WoofStorage

@testable import TestSupport
@testable import WoofCore

@Suite(.timeLimit(.minutes(1))) struct KnownPictureTests {
  private static let names: Set = ["thumb", "preview"]

  @Test func `bytes that another account has uploaded are not decoded again`() async throws {
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
      #expect(try await house.pictures.backlog() == 0)
    }
  }

  @Test func `the variants stay when the photo goes that they were made of`() async throws {
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

  @Test func `what is missing is still derived from the queue`() async throws {
    let scripted = ScriptedTransformer()
    try await withPictureHouse(scripted) { (house) async throws in
      _ = try await house.upload(1)
      let second = try await house.upload(1, by: try await house.account("bob"))
      #expect(scripted.requests.count == 1)
      #expect(Set(second.variants.keys) == ["thumb"])
      #expect(try await house.pictures.backlog() == 2)
      _ = try await DerivationQueue(of: house.pictures).runDue()
      #expect(try await house.storage.records.photo(second.id).map { Set($0.variants.keys) } == Self.names)
    }
  }

  @Test func `other transformers look at them again`() async throws {
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

  @Test func `bytes that were taken in unseen are looked at when they come again`() async throws {
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

  @Test func `a variant whose bytes are gone is made again`() async throws {
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
