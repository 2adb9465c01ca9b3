// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofClient
import WoofTesting

@testable import WoofSync

@Suite struct SearchTests {
  @Test func `photos are found by the beginnings of their ids, the newest first`() async throws {
    try await withService(photos: 3) { service in
      let replica = try await service.replica()
      try await replica.sync()
      let ids = try replica.page().map(\.id)
      for id in ids { #expect(try replica.photos(idPrefix: "\(id)").map(\.id) == [id]) }
      #expect(try replica.photos(idPrefix: String("\(ids[0])".prefix(4))).map(\.id) == ids)
      #expect(try replica.photos(idPrefix: String("\(ids[0])".prefix(4)), limit: 2).map(\.id) == Array(ids.prefix(2)))
      #expect(try replica.photos(idPrefix: "ffff").isEmpty)
      #expect(try replica.photos(idPrefix: "no id").isEmpty)
      await replica.close()
    }
  }

  @Test func `a photo that waits for its upload is found, and one that the app has deleted is not`() async throws {
    try await withService(photos: 1) { service in
      let replica = try await service.replica()
      try await replica.sync()
      let deleted = try #require(try replica.page().first).id
      try await replica.delete(deleted)
      let added = try await replica.upload(fileAt: try service.picture()).photo
      #expect(try replica.photos(idPrefix: "\(deleted)").isEmpty)
      #expect(try replica.photos(idPrefix: "\(added)").map(\.id) == [added])
      await replica.close()
    }
  }
}
