// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel
import WoofStorage

@testable import ServiceTestKit
@testable import TestKit
@testable import WoofAPI
@testable import WoofCore

/// Photos that show a part of what others show.
struct SimilarPartsTests {
  /// Hashes of a crop, whose largest windows show what smaller ones of the picture with these hashes do.
  private static func crop(of parts: PartHashes, seed: UInt64, isMirrored: Bool = false) -> PartHashes? {
    guard var values = ScriptedTransformer.parts(of: seed)?.values else { return nil }
    for (from, to) in [(18, 0), (20, 2), (9, 4)] {
      values[to] = isMirrored ? PartHashes.mirrored(parts.values[from]) : parts.values[from]
    }
    return PartHashes(values)
  }

  /// Does something with a house whose pictures have these looks, in the order in which they come, and then the last.
  private func withHouse(
    _ looks: [PartHashes?], _ body: (PictureHouse, SimilarPhotos) async throws -> Void
  ) async throws {
    let scripted = ScriptedTransformer { _, request, number in
      var findings = ScriptedTransformer.drawn(for: request, hash: UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
      findings.partHashes = looks[min(number, looks.count - 1)]
      return .accepted(findings)
    }
    try await withPictureHouse(scripted) { (house) async throws in
      let similar = SimilarPhotos(
        library: house.library, changes: house.storage.records, derivations: house.pictures.derivations)
      try await similar.fill()
      try await body(house, similar)
    }
  }

  private func found(
    _ similar: SimilarPhotos, like photo: PhotoRecord, of account: Principal, limit: Int = 10
  ) async throws -> [PhotoID] {
    try await similar.photos(like: photo.id, of: account, limit: limit).map(\.id)
  }

  @Test func `a crop and a mirrored crop are found by their original, and find it`() async throws {
    let original = try #require(ScriptedTransformer.parts(of: 1))
    let looks = [
      original, Self.crop(of: original, seed: 2), Self.crop(of: original, seed: 3, isMirrored: true),
      ScriptedTransformer.parts(of: 4),
    ]
    try await withHouse(looks) { (house, similar) async throws in
      var photos: [PhotoRecord] = []
      for number in 0..<4 { photos.append(try await house.upload(number)) }
      #expect(try await Set(found(similar, like: photos[0], of: house.owner)) == [photos[1].id, photos[2].id])
      // Both crops show the same part of it, too.
      #expect(try await Set(found(similar, like: photos[1], of: house.owner)) == [photos[0].id, photos[2].id])
      #expect(try await Set(found(similar, like: photos[2], of: house.owner)) == [photos[0].id, photos[1].id])
      #expect(try await found(similar, like: photos[3], of: house.owner).isEmpty)
      #expect(try await found(similar, like: photos[0], of: house.owner, limit: 1).count == 1)
    }
  }

  @Test func `crops of other accounts are not found, however many there are`() async throws {
    let original = try #require(ScriptedTransformer.parts(of: 1))
    let crops = (0..<8).map { Self.crop(of: original, seed: UInt64(10 + $0)) }
    try await withHouse([original] + crops) { (house, similar) async throws in
      let bob = try await house.account("bob")
      let photo = try await house.upload(0)
      for number in 1..<8 { _ = try await house.upload(number, by: bob) }
      let own = try await house.upload(8)
      #expect(try await found(similar, like: photo, of: house.owner) == [own.id])
    }
  }

  @Test func `a deleted photo is not found any more, and one given away is found by its new owner`() async throws {
    let original = try #require(ScriptedTransformer.parts(of: 1))
    let looks = [original, Self.crop(of: original, seed: 2), Self.crop(of: original, seed: 3), original]
    try await withHouse(looks) { (house, similar) async throws in
      let bob = try await house.account("bob")
      let photo = try await house.upload(0)
      let (given, deleted) = (try await house.upload(1), try await house.upload(2))
      #expect(try await found(similar, like: photo, of: house.owner).count == 2)
      let bobs = try await house.upload(3, by: bob)
      #expect(try await found(similar, like: bobs, of: bob).isEmpty)
      _ = try await house.storage.records.updatePhoto(given.id, PhotoEdit(owner: bob), if: .presence)
      try await house.library.delete(deleted.id, by: house.owner)
      #expect(try await found(similar, like: photo, of: house.owner).isEmpty)
      #expect(try await found(similar, like: bobs, of: bob) == [given.id])
    }
  }

  @Test func `old photos get their hashes from the queue, and are found then`() async throws {
    let original = try #require(ScriptedTransformer.parts(of: 1))
    let looks = [nil, Self.crop(of: original, seed: 2), original]
    try await withHouse(looks) { (house, similar) async throws in
      let (old, crop) = (try await house.upload(0), try await house.upload(1))
      #expect(try await found(similar, like: crop, of: house.owner).isEmpty)
      _ = try await house.storage.records.queueDerivation(of: old.id)
      _ = try await DerivationQueue(of: house.pictures).runDue()
      #expect(try await found(similar, like: crop, of: house.owner) == [old.id])
    }
  }
}
