// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofCore
import WoofModel
import WoofStoreConformance

@testable import TestKit
@testable import WoofPostgresStorage

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct TimelineTests {
  @Test func `months of all times are told apart as the calendar has them`() async throws {
    try await StoreTestDatabase.with { database in
      try await database.withNode { node in
        let ada = try await node.stores.account("ada")
        let moments = [
          "0001-01-01T00:00:00Z", "1582-10-10T12:00:00Z", "1900-02-28T23:59:59.999Z", "1900-03-01T00:00:00Z",
          "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00Z", "2000-02-29T10:00:00Z",
        ]
        for (number, text) in moments.enumerated() {
          var draft = Sample.draft(number, by: ada)
          draft.original.takenAt = Timestamp(spelling: text)
          _ = try await node.addPhoto(draft, idempotency: nil)
        }
        let months = try await node.months(of: .owned(by: ada.id))
        #expect(
          months.map(\.month.description) == [
            "2000-02", "1970-01", "1969-12", "1900-03", "1900-02", "1582-10", "0001-01",
          ])
        for month in months {
          let part = try await node.part(TimelineQuery(.owned(by: ada.id), month: month.month, limit: 10))
          #expect(part.count == 1 && part.entries.count == 1)
        }
      }
    }
  }

  @Test func `the database knows the ratio of photos that were there before as the service does`() async throws {
    try await StoreTestDatabase.with { database in
      for (width, height) in [(40, 30), (30, 40), (1, 1), (7, 5), (65_535, 1), (1, 65_535), (3, 2), (4000, 2252)] {
        let expression = PostgresSchema.ratio("\(width)", "\(height)")
        let byte = try database.server.execute("SELECT get_byte(\(expression), 0)", in: database.name)
        #expect(byte == ["\(AspectRatio(width: width, height: height).byte)"])
      }
    }
  }
}
