// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient
import WoofTesting

@testable import TestKit
@testable import WoofSync

/// Replicas that keep a part of what their account sees.
@Suite struct WindowTests {
  private let time = Timestamp(milliseconds: 1_000)

  private func file(keeping scope: ReplicaScope) throws -> TestFile {
    let test = try TestFile()
    try test.write { transaction in
      transaction.state.scope = scope
      transaction.state.token = ChangeToken(rawValue: "now")
    }
    return test
  }

  private func like(_ test: TestFile, _ number: Int, _ isFavourite: Bool) throws -> StoredEdit {
    _ = try test.write { try $0.edit(Sample.id(number), .favourite(isFavourite), at: time) { _ in false } }
    return try #require(try test.edits().last)
  }

  @Test func `own photos that are favourites are kept where favourites are and own photos are not`() throws {
    let test = try file(keeping: .windows(own: false))
    try test.write { transaction in
      try transaction.apply(Sample.photo(1, owner: "ada", isFavourite: true))
      try transaction.apply(Sample.photo(2, owner: "ada"))
    }
    #expect(try test.row(1) != nil)
    #expect(try test.row(2) == nil)
  }

  @Test func `a photo that is no favourite any more goes with the edit that said so`() throws {
    let test = try file(keeping: .windows())
    try test.write { try $0.apply(Sample.photo(1, isFavourite: true)) }
    let sent = try like(test, 1, false)
    try test.write { _ = try $0.settle(sent, as: Sample.photo(1, isFavourite: false, version: 2)) }
    #expect(try test.row(1) == nil)
    #expect(try test.sums() == test.file.state.sums)
  }

  @Test func `a photo that no window has stays for as long as an edit of it waits`() throws {
    let test = try file(keeping: .windows())
    try test.write { try $0.apply(Sample.photo(1, isFavourite: true)) }
    _ = try like(test, 1, true)
    try test.write { try $0.apply(Sample.photo(1, isFavourite: false, version: 2)) }
    #expect(try test.row(1) != nil)
    _ = try test.write { try $0.discard(1) }
    #expect(try test.row(1) == nil)
  }

  @Test(arguments: [true, false])
  func `of everybody's newest the oldest go, favourites only where they have no window`(keepsFavourites: Bool) throws {
    let test = try file(keeping: .windows(favourites: keepsFavourites, newest: 2))
    let count = 3 + ReplicaScope.slack(over: 2)
    try test.write { transaction in
      for number in 1...count { try transaction.apply(Sample.photo(number, isFavourite: number == 1)) }
      try transaction.trim()
    }
    #expect(try (test.row(1) != nil) == keepsFavourites)
    #expect(try test.row(count) != nil)
    #expect(try test.sums() == test.file.state.sums)
  }

  @Test func `a replica without own photos is in step while one of them is a favourite`() async throws {
    try await withService { service in
      let client = service.woof.client(as: "ada")
      let photo = try await client.upload(
        PhotoUpload(file: service.picture(), visibility: .private), progress: nil
      ).photo
      _ = try await client.setFavourite(true, for: photo.id)
      let replica = try await service.replica(scope: .windows(own: false))
      #expect(try await replica.verify() == .same)
      #expect(try replica.page(of: PhotoListQuery()).map(\.id) == [photo.id])
      _ = try await client.setFavourite(false, for: photo.id)
      #expect(try await replica.verify() == .same)
      #expect(try replica.page(of: PhotoListQuery()).isEmpty)
      await replica.close()
    }
  }
}
