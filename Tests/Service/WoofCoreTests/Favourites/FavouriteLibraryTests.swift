// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@Suite struct FavouriteLibraryTests {
  private let sample: SampleLibrary

  init() throws { sample = try SampleLibrary() }

  @Test func `a favourite is counted once, however often it is set`() async throws {
    let record = try await sample.add(by: sample.ada)
    for _ in 0..<3 {
      let liked = try await sample.favourites.set(true, of: record.id, by: sample.bob)
      #expect(liked.favouriteCount == 1)
      #expect(liked.version == record.version + 1)
    }
    let unset = try await sample.favourites.set(false, of: record.id, by: sample.bob)
    #expect(unset.favouriteCount == 0)
  }

  @Test func `a photo that an account cannot read cannot be liked`() async throws {
    let record = try await sample.add(by: sample.ada, visibility: .private)
    let error = try await sample.error {
      _ = try await sample.favourites.set(true, of: record.id, by: sample.bob)
    }
    #expect(error.code == .notFound)
    #expect(try await sample.favourites.set(true, of: record.id, by: sample.ada).favouriteCount == 1)
  }

  @Test func `a deleted photo cannot be liked`() async throws {
    let record = try await sample.add(by: sample.ada)
    try await sample.library.delete(record.id, by: sample.ada)
    let error = try await sample.error {
      _ = try await sample.favourites.set(true, of: record.id, by: sample.bob)
    }
    #expect(error.code == .gone)
  }

  @Test func `favourites are looked up for given photos, and not without sign-in`() async throws {
    let first = try await sample.add("dog 1", by: sample.ada)
    let second = try await sample.add("dog 2", by: sample.ada)
    _ = try await sample.favourites.set(true, of: first.id, by: sample.bob)
    #expect(try await sample.favourites.liked(among: [first, second], by: sample.bob) == [first.id])
    #expect(try await sample.favourites.liked(among: [first, second], by: sample.ada) == [])
    #expect(try await sample.favourites.liked(among: [first, second], by: nil) == [])
  }

  @Test func `favourites begin with the newest, and continue at the cursor`() async throws {
    var liked: [PhotoID] = []
    for index in 0..<3 {
      let record = try await sample.add("dog \(index)", by: sample.ada)
      sample.time.advance(by: .seconds(1))
      liked.append(try await sample.favourites.set(true, of: record.id, by: sample.bob).id)
    }
    let page = try await sample.favourites.page(of: sample.bob, after: nil, limit: 2)
    let rest = try await sample.favourites.page(of: sample.bob, after: page.next, limit: 2)
    #expect((page.items + rest.items).map(\.photo.id) == liked.reversed())
    #expect(rest.next == nil)
  }
}
