// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofModel

@testable import TestKit
@testable import WoofSync

@Suite struct SortedPhotoKeysTests {
  private func key(_ number: Int, count: Int = 0) -> PhotoKey { PhotoKey(id: Sample.id(number), rank: Int64(count)) }

  @Test func `keys stand where a sorted array has them, whatever comes and goes`() {
    var random = SeededGenerator(seed: 7)
    var keys = SortedPhotoKeys(sorted: (0..<3000).map { key($0) }.sorted(by: >))
    var plain = (0..<3000).map { key($0) }.sorted(by: >)
    for _ in 0..<4000 {
      let key = key(Int.random(in: 0..<4000, using: &random), count: Int.random(in: 0..<3, using: &random))
      let place = plain.firstIndex(of: key)
      if let place {
        #expect(keys.index(of: key) == place)
        #expect(keys.remove(key) == place)
        plain.remove(at: place)
      } else {
        #expect(keys.remove(key) == nil)
        let place = plain.firstIndex { $0 < key } ?? plain.count
        #expect(keys.insert(key) == place)
        plain.insert(key, at: place)
      }
    }
    #expect(keys.count == plain.count)
    #expect(keys.keys(in: 0..<plain.count) == plain)
    #expect(keys.keys(in: 1000..<1010) == Array(plain[1000..<1010]))
  }

  @Test func `a copy stays as it was`() {
    var keys = SortedPhotoKeys(sorted: (0..<100).map { key($0) }.sorted(by: >))
    let copy = keys
    _ = keys.remove(key(50))
    #expect(copy.count == 100 && copy.index(of: key(50)) == 49)
    #expect(keys.count == 99)
  }
}

@Suite struct LiveListTests {
  private func shown(_ number: Int, count: Int) -> ReplicaPhoto? {
    let row = StoredPhoto(metadata: Sample.photo(number, count: count), isOwn: false, generation: 0)
    return ReplicaPhoto(row, edits: [], account: "ada")
  }

  @Test func `differences turn one snapshot into the next, whatever changed`() async throws {
    var random = SeededGenerator(seed: 3)
    let query = PhotoListQuery(.all, order: .popular)
    var photos: [Int: Int] = [:]
    for number in 0..<200 { photos[number] = Int.random(in: 0..<5, using: &random) }
    let keys = photos.map { PhotoKey(id: Sample.id($0.key), rank: Int64($0.value)) }.sorted(by: >)
    let list = LiveList(query, account: "ada", keys: keys)
    var ids = Array(list.first().snapshot)
    for _ in 0..<300 {
      var changes: [ReplicaChange] = []
      for number in Set((0..<5).map { _ in Int.random(in: 0..<250, using: &random) }).sorted() {
        let old = photos[number]
        let new = Int.random(in: 0..<4, using: &random) == 0 ? nil : Int.random(in: 0..<5, using: &random)
        guard old != new else { continue }
        photos[number] = new
        changes.append(
          ReplicaChange(
            before: old.flatMap { shown(number, count: $0) }, after: new.flatMap { shown(number, count: $0) },
            id: Sample.id(number)))
      }
      guard !changes.isEmpty else { continue }
      list.note(changes)
      let update = try #require(try await list.next())
      ids = applied(update.difference, to: ids, giving: update.snapshot)
      #expect(ids == Array(update.snapshot))
      let expected = photos.map { PhotoKey(id: Sample.id($0.key), rank: Int64($0.value)) }.sorted(by: >).map(\.id)
      #expect(ids == expected)
    }
  }

  /// Applies a difference as a list view does: what goes by old places, what comes by new ones.
  private func applied(
    _ difference: PhotoListDifference, to old: [PhotoID], giving new: PhotoListSnapshot
  ) -> [PhotoID] {
    var ids = old
    for place in (difference.removed + difference.moved.map(\.from)).sorted(by: >) { ids.remove(at: place) }
    for place in (difference.inserted + difference.moved.map(\.to)).sorted() { ids.insert(new[place], at: place) }
    return ids
  }

  @Test func `a reader that is slow gets several changes as one`() async throws {
    let list = LiveList(PhotoListQuery(), account: "ada", keys: [])
    list.note([ReplicaChange(before: nil, after: shown(1, count: 0), id: Sample.id(1))])
    list.note([ReplicaChange(before: shown(1, count: 0), after: shown(1, count: 2), id: Sample.id(1))])
    list.note([ReplicaChange(before: nil, after: shown(2, count: 0), id: Sample.id(2))])
    let update = try #require(try await list.next())
    #expect(update.difference.inserted == [0, 1])
  }

  @Test func `a change that does not move a photo is told as one of its place`() async throws {
    let list = LiveList(PhotoListQuery(), account: "ada", keys: [PhotoKey(id: Sample.id(1), rank: 0)])
    list.note([ReplicaChange(before: shown(1, count: 0), after: shown(1, count: 1), id: Sample.id(1))])
    let update = try #require(try await list.next())
    #expect(update.difference.changed == [0] && update.difference.inserted.isEmpty)
  }

  @Test func `a list that is finished ends`() async throws {
    let list = LiveList(PhotoListQuery(), account: "ada", keys: [])
    list.finish()
    #expect(try await list.next() == nil)
  }
}
