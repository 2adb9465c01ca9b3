// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofSystem

@testable import WoofPostgresStorage

/// Reads of a large library: timelines, searches by words, and views. Four fifths of the photos are of one account,
/// of which a third is not public.
struct LibraryLoad {
  private static let photoCount = 100_000
  private static let owner = AccountID(rawValue: 1)

  let server: PostgreSQLTestServer

  func run() async throws {
    let name = try server.makeDatabase()
    let store = try await PostgresStore(PostgreSQLSettings(server.connectionString(of: name)))
    defer { store.close() }
    try fill(name)
    try await measureTimelines(store)
    try await measureSearches(store)
    try await Self.measure("view of an account with 1,000 favourites") { _ = try await store.view(of: Self.owner) }
    try await Self.measure("all photos added up anew") {
      _ = try await store.pool.read(PostgreSQLStatement(ViewSumColumns.parts(where: "true")))
    }
  }

  private func measureTimelines(_ store: PostgresStore) async throws {
    let view = TimelineView.readable(by: Self.owner)
    let months = try await store.months(of: view)
    guard let month = months.dropFirst(months.count / 2).first?.month else { return }
    try await Self.measure("months of a timeline") { _ = try await store.months(of: view) }
    try await Self.measure("ratios of a timeline") { _ = try await store.ratios(of: view) }
    try await Self.measure("100 photos of a month") {
      _ = try await store.part(TimelineQuery(view, month: month, offset: 100, limit: 100))
    }
  }

  private func measureSearches(_ store: PostgresStore) async throws {
    for text in ["jpeg", "2015", "2015-03", "word7", "word7777", "w", "jpeg 2015 word7", "img77777", "nothing"] {
      let search = try SearchText(text)
      let query = PhotoTextQuery(search, scope: .readable(by: Self.owner), limit: 50)
      let count = try await store.ratios(of: .found(search, by: Self.owner)).count
      let name = "'\(text)', \(count) photos"
      try await Self.measure("\(name): best first") { _ = try await store.photos(matching: query) }
      let taken = PhotoQuery(scope: .readable(by: Self.owner), order: .taken, text: search, limit: 50)
      try await Self.measure("\(name): latest first") { _ = try await store.photos(taken) }
      try await Self.measure("\(name): months") { _ = try await store.months(of: .found(search, by: Self.owner)) }
    }
  }

  /// Prints the median of the times that something takes.
  private static func measure(_ name: String, _ body: () async throws -> Void) async throws {
    var times: [Double] = []
    for _ in 0..<7 {
      let start = KernelClock.monotonic.nanoseconds
      try await body()
      times.append(Double(KernelClock.monotonic.nanoseconds - start) / 1e6)
    }
    print("\(name): \((Bench.median(times) * 10).rounded() / 10) ms")
  }

  /// Adds photos over 16 years, with captions of words of which some are frequent and most are rare.
  private func fill(_ name: String) throws {
    let words = { (count: Int) in
      "(SELECT string_agg('word' || (20000 * power(random(), 4))::int, ' ') FROM generate_series(1, \(count)) WHERE i > 0)"
    }
    try server.execute(
      """
      INSERT INTO account (name, password_hash, is_administrator, created_at)
        SELECT 'account-' || i, '', false, 0 FROM generate_series(1, 100) AS i;
      INSERT INTO photo (id, owner, visibility, sequence, metadata_sequence, moment, ratio)
        SELECT int8send(1) || int8send(i), CASE WHEN random() < 0.8 THEN 1 ELSE 2 + (random() * 98)::int END,
          CASE WHEN random() < 0.7 THEN 0 WHEN random() < 0.5 THEN 1 ELSE 2 END, i, i,
          (1262304000000 + random() * 500000000000)::int8,
          set_byte('\\x00', 0, (ARRAY[140, 113, 145, 108, 127, 153])[1 + (random() * 5)::int])
        FROM generate_series(1, \(Self.photoCount)) AS i;
      INSERT INTO photo_detail (photo, digest, byte_count, type, width, height, created_at, caption, is_unseen)
        SELECT i, decode(md5(i::text) || md5(i::text), 'hex'), 1000000, 'image/jpeg', 4000, 3000, i, 'a dog', false
        FROM generate_series(1, \(Self.photoCount)) AS i;
      INSERT INTO photo_words (photo, caption, facts, own)
        SELECT i, to_tsvector('simple', \(words(6))),
          to_tsvector('simple', 'account-' || owner || ' jpeg ' || to_char(to_timestamp(moment / 1000), 'YYYY MM DD month')),
          to_tsvector('simple', 'img' || i || ' ' || \(words(9)))
        FROM (SELECT number AS i, owner, moment FROM photo) AS photo;
      INSERT INTO favourite (photo, account, set_at) SELECT number, 1, number FROM photo WHERE number % 100 = 0;
      DROP TABLE view_sum;
      \(PostgresSchema.viewSums.joined(separator: ";\n"));
      SELECT setval('change_number', \(Self.photoCount));
      """, in: name)
    _ = try server.execute("VACUUM ANALYZE", in: name)
  }
}
