// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStorage

@testable import TestKit
@testable import WoofAPI

@Suite(.timeLimit(.minutes(1))) struct SimilarPhotosTests {
  @Test func `private photos of strangers that look alike do not change the result`() async throws {
    try await withPictureHouse(nil) { (house) async throws in
      let stranger = try await house.account("mallory")
      let own = try await house.addPhotos(looking: [5, 6, 7], by: house.owner)
      let similar = SimilarPhotos(
        library: house.library, changes: house.storage.records, derivations: house.pictures.derivations)
      try await similar.fill()
      let before = try await similar.photos(like: own[0], of: house.owner, limit: 10)
      // All of them are nearer than the account's own.
      _ = try await house.addPhotos(looking: [UInt64](repeating: 5, count: 520), by: stranger)
      #expect(try await similar.photos(like: own[0], of: house.owner, limit: 10) == before)
      let fresh = SimilarPhotos(
        library: house.library, changes: house.storage.records, derivations: house.pictures.derivations)
      try await fresh.fill()
      #expect(try await fresh.photos(like: own[0], of: house.owner, limit: 10) == before)
      #expect(Set(before.map(\.id)) == [own[1], own[2]])
    }
  }

  @Test func `a photo that is given to another account is found among its photos`() async throws {
    try await withPictureHouse(nil) { (house) async throws in
      let bob = try await house.account("bob")
      let own = try await house.addPhotos(looking: [1, 1], by: house.owner)
      let theirs = try await house.addPhotos(looking: [1], by: bob)
      let similar = SimilarPhotos(
        library: house.library, changes: house.storage.records, derivations: house.pictures.derivations)
      try await similar.fill()
      _ = try await house.storage.records.updatePhoto(own[1], PhotoEdit(owner: bob), if: .presence)
      #expect(try await similar.photos(like: own[0], of: house.owner, limit: 10).isEmpty)
      #expect(try await similar.photos(like: theirs[0], of: bob, limit: 10).map(\.id) == [own[1]])
    }
  }

  @Test func `only hashes of the same account are compared`() {
    var hashes = OwnedHashes()
    let (ada, bob) = (AccountID(rawValue: 1), AccountID(rawValue: 2))
    for number in 0..<1000 as Range<UInt64> {
      hashes.insert(PerceptualHash(rawValue: 7), for: PhotoID(high: 1, low: number), of: number < 3 ? ada : bob)
    }
    #expect(hashes.neighbours(of: PerceptualHash(rawValue: 7), within: 8, among: ada).count == 3)
    for number in 0..<3 as Range<UInt64> { hashes.remove(PhotoID(high: 1, low: number)) }
    #expect(hashes.neighbours(of: PerceptualHash(rawValue: 7), within: 8, among: ada).isEmpty)
    #expect(hashes.count == 997)
  }
}
