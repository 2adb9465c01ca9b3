// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofCore
import WoofModel

@Suite struct PhotoLibraryTests {
  private let sample: SampleLibrary

  init() throws { sample = try SampleLibrary() }

  // MARK: Reading

  @Test func `a photo is read by its permitted readers`() async throws {
    let record = try await sample.add(by: sample.ada, visibility: .private)
    #expect(try await sample.library.photo(record.id, for: sample.ada) == record)
    let error = try await sample.error { _ = try await sample.library.photo(record.id, for: sample.bob) }
    #expect(error.code == .notFound)
  }

  @Test func `pages cover the list, each photo once`() async throws {
    for index in 0..<7 { _ = try await sample.add("dog \(index)", by: sample.ada) }
    for order in PhotoQuery.Order.allCases {
      var query = PhotoQuery(scope: .readable(by: nil), order: order, limit: 3)
      var pages: [[PhotoID]] = []
      repeat {
        let page = try await sample.library.photos(query)
        pages.append(page.items.map(\.id))
        query.after = page.next
      } while query.after != nil
      #expect(pages.map(\.count) == [3, 3, 1])
      #expect(pages.flatMap(\.self) == sample.records.photos.map(\.id).reversed())
    }
  }

  @Test func `a page that ends with the last photo has no next cursor`() async throws {
    for index in 0..<3 { _ = try await sample.add("dog \(index)", by: sample.ada) }
    let page = try await sample.library.photos(PhotoQuery(scope: .readable(by: nil), limit: 3))
    #expect(page.items.count == 3)
    #expect(page.next == nil)
  }

  @Test func `the most liked photos come first, and the cursor holds their count`() async throws {
    let first = try await sample.add("dog 1", by: sample.ada)
    _ = try await sample.add("dog 2", by: sample.ada)
    _ = try await sample.favourites.set(true, of: first.id, by: sample.bob)
    let page = try await sample.library.photos(PhotoQuery(scope: .readable(by: nil), order: .popular, limit: 1))
    #expect(page.items.map(\.id) == [first.id])
    #expect(page.next == PhotoQuery.Cursor(rank: 1, id: first.id))
  }

  @Test func `the original of a photo is opened`() async throws {
    let record = try await sample.add("dog and cat", by: sample.ada)
    #expect(try await sample.library.openOriginal(of: record).byteCount == 11)
  }

  @Test func `an original that is on another machine is fetched`() async throws {
    let record = try await sample.add("dog and cat", by: sample.ada)
    sample.blobs.moveElsewhere()
    #expect(try await sample.library.openOriginal(of: record).byteCount == 11)
  }

  @Test func `an original whose bytes are lost is an internal error`() async throws {
    let record = try await sample.add(by: sample.ada)
    sample.blobs.lose(record.original.digest)
    let error = try await sample.error { _ = try await sample.library.openOriginal(of: record) }
    #expect(error.code == .internal)
  }

  // MARK: Editing

  @Test func `the owner changes caption and visibility`() async throws {
    let record = try await sample.add(by: sample.ada)
    let edited = try await sample.library.edit(
      record.id, PhotoEdit(caption: "Rex", visibility: .private), by: sample.ada)
    #expect(edited.caption == "Rex")
    #expect(edited.visibility == .private)
    #expect(edited.version == record.version + 1)
  }

  @Test func `other accounts change nothing`() async throws {
    let record = try await sample.add(by: sample.ada)
    let edit = PhotoEdit(caption: "Mine")
    #expect(
      try await sample.error { _ = try await sample.library.edit(record.id, edit, by: sample.bob) }.code == .forbidden)
    #expect(try await sample.error { try await sample.library.delete(record.id, by: sample.bob) }.code == .forbidden)
    #expect(sample.records.photos == [record])
  }

  @Test func `an administrator deletes public photos, and does not find private ones`() async throws {
    let open = try await sample.add("dog 1", by: sample.ada)
    let hidden = try await sample.add("dog 2", by: sample.ada, visibility: .private)
    try await sample.library.delete(open.id, by: sample.root)
    #expect(try await sample.error { try await sample.library.delete(hidden.id, by: sample.root) }.code == .notFound)
  }

  @Test func `an invalid caption is refused before the look-up`() async throws {
    let error = try await sample.error {
      _ = try await sample.library.edit(PhotoID(high: 0, low: 0), PhotoEdit(caption: "\0"), by: sample.ada)
    }
    #expect(error.code == .invalidParameter)
  }

  @Test func `a precondition is held against the newest record, and changes nothing where it fails`() async throws {
    let record = try await sample.add(by: sample.ada)
    let liked = try await sample.favourites.set(true, of: record.id, by: sample.bob)
    let precondition = Precondition(required: .named(versions: [record.version]))
    let error = try await sample.error {
      _ = try await sample.library.edit(record.id, PhotoEdit(caption: "Rex"), by: sample.ada, if: precondition)
    }
    #expect(error.code == .preconditionFailed)
    #expect(sample.records.photos == [liked])
  }

  @Test func `a precondition is not evaluated for an account that may not edit`() async throws {
    let record = try await sample.add(by: sample.ada)
    let error = try await sample.error {
      try await sample.library.delete(record.id, by: sample.bob, if: Precondition(required: .none))
    }
    #expect(error.code == .forbidden)
  }

  @Test func `a deleted photo is gone, and cannot be deleted again`() async throws {
    let record = try await sample.add(by: sample.ada)
    try await sample.library.delete(record.id, by: sample.ada)
    #expect(try await sample.error { _ = try await sample.library.photo(record.id, for: nil) }.code == .gone)
    #expect(try await sample.error { try await sample.library.delete(record.id, by: sample.ada) }.code == .gone)
  }
}
