// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel
import WoofStorage

@testable import TestKit
@testable import WoofAPI

@Suite(.timeLimit(.minutes(1))) struct DuplicatePhotosTests {
  private func similar(in house: PictureHouse) -> SimilarPhotos {
    SimilarPhotos(library: house.library, changes: house.storage.records, derivations: house.pictures.derivations)
  }

  private func duplicates(_ similar: SimilarPhotos, _ house: PictureHouse) -> DuplicatePhotos {
    DuplicatePhotos(library: house.library, similar: similar, workers: WorkerPool(name: "worker", threadCount: 2))
  }

  private func withDuplicates(_ body: (PictureHouse, DuplicatePhotos) async throws -> Void) async throws {
    try await withPictureHouse(nil) { (house) async throws in
      let similar = similar(in: house)
      try await similar.fill()
      try await body(house, duplicates(similar, house))
    }
  }

  @Test func `until all looks have been read, nobody is told that there are no groups`() async throws {
    try await withPictureHouse(nil) { (house) async throws in
      _ = try await house.addPhotos(looking: [1, 1], by: house.owner)
      let similar = similar(in: house)
      let duplicates = duplicates(similar, house)
      let error = await #expect(throws: WoofError.self) {
        _ = try await duplicates.page(of: house.owner, after: nil, limit: 20)
      }
      #expect(error?.code == .unavailable && error?.retryAfter != nil)
      try await similar.fill()
      let page = try await duplicates.page(of: house.owner, after: nil, limit: 20)
      #expect(page.groups.count == 1)
    }
  }

  @Test func `a large group is shown in part, and counted as a whole`() async throws {
    try await withDuplicates { house, duplicates in
      let ids = try await house.addPhotos(looking: [UInt64](repeating: 7, count: 130), by: house.owner)
      let page = try await duplicates.page(of: house.owner, after: nil, limit: 20)
      let group = try #require(page.groups.first)
      #expect(page.groups.count == 1 && page.next == nil)
      #expect(group.photoCount == 130 && group.best.id == ids[129])
      #expect(group.photos.map(\.id) == Array(ids.reversed().prefix(100)))
    }
  }

  @Test func `further pages are of the groups of the first, without photos that have gone since`() async throws {
    try await withDuplicates { house, duplicates in
      let ids = try await house.addPhotos(looking: [0, 0, ~0, ~0, 0xFFFF_FFFF, 0xFFFF_FFFF, ~0], by: house.owner)
      let first = try await duplicates.page(of: house.owner, after: nil, limit: 1)
      #expect(first.groups.map { $0.photos.map(\.id) } == [[ids[6], ids[3], ids[2]]])
      // New ones are not in the groups that are being read, and the best of one has gone.
      _ = try await house.addPhotos(looking: [0, 0x7F_0F0F], by: house.owner)
      _ = try await house.storage.records.updatePhoto(ids[5], .deletion, if: .presence)
      let second = try await duplicates.page(of: house.owner, after: first.next, limit: 1)
      #expect(second.groups.map { $0.photos.map(\.id) } == [[ids[1], ids[0]]] && second.next == nil)
      let anew = try await duplicates.page(of: house.owner, after: nil, limit: 1)
      #expect(anew.groups.first?.photoCount == 3)
    }
  }

  @Test func `others' photos and what was given away are in no group`() async throws {
    try await withDuplicates { house, duplicates in
      let bob = try await house.account("bob")
      let own = try await house.addPhotos(looking: [3, 3], by: house.owner)
      _ = try await house.addPhotos(looking: [3], by: bob)
      #expect(try await duplicates.page(of: house.owner, after: nil, limit: 20).groups.first?.photoCount == 2)
      #expect(try await duplicates.page(of: bob, after: nil, limit: 20).groups.isEmpty)
      _ = try await house.storage.records.updatePhoto(own[0], PhotoEdit(owner: bob), if: .presence)
      #expect(try await duplicates.page(of: house.owner, after: nil, limit: 20).groups.isEmpty)
      #expect(try await duplicates.page(of: bob, after: nil, limit: 20).groups.first?.photoCount == 2)
    }
  }

  @Test func `questions at the same time are answered alike`() async throws {
    try await withDuplicates { house, duplicates in
      _ = try await house.addPhotos(
        looking: (0..<300).map { UInt64($0 / 3) << 40 | UInt64($0 / 3) << 8 }, by: house.owner)
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await duplicates.page(of: house.owner, after: nil, limit: 100).groups.reduce(0) { $0 + $1.photoCount }
          }
        }
        return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      #expect(counts.count == 1 && counts.first.map { $0 > 200 } == true)
    }
  }
}
