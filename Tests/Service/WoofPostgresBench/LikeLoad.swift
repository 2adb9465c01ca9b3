// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Synchronization
import WoofCore
import WoofModel
import WoofPostgreSQL
import WoofSystem

@testable import WoofPostgresStorage

/// Favourites of many callers at once, which the writer gathers into batches, beside the same statements sent by pgbench; and the
/// time until another node hears of one.
struct LikeLoad {
  private static let photoCount = 10_000
  private static let accountCount = 1000
  private static let batch = 256

  let server: PostgreSQLTestServer
  let seconds: Int

  func run() async throws {
    let name = try server.makeDatabase()
    let connection = server.connectionString(of: name)
    for prepares in [false, true] {
      let configuration = PostgreSQLPoolConfiguration(preparesStatements: prepares)
      let store = try await PostgresStore(PostgreSQLSettings(connection), configuration: configuration)
      defer { store.close() }
      if !prepares { try fill(name) }
      let mode = prepares ? "prepared" : "extended"
      var (own, other) = ([Double](), [Double]())
      for _ in 0..<3 {
        own.append(
          try await Bench.rate(2 * Self.batch, seconds: seconds) { generator in try await Self.like(store, &generator) }
        )
        other.append(
          Double(Self.batch) * (try Bench.pgbench(Self.script, connection, mode: mode, count: 60 * seconds)))
      }
      Bench.report("favourites, \(mode), batches of \(Self.batch)", own, other)
      let single = try await Bench.rate(1, seconds: seconds) { generator in try await Self.like(store, &generator) }
      print("favourites, \(mode), one caller: \(Int(single)) a second")
    }
    try await measureEvents(connection)
  }

  private static func like(_ store: PostgresStore, _ generator: inout SystemRandomNumberGenerator) async throws {
    let photo = id(Int.random(in: 0..<photoCount, using: &generator))
    let account = AccountID(rawValue: Int64.random(in: 1...Int64(accountCount), using: &generator))
    _ = try await store.setFavourite(true, of: photo, by: account, at: Timestamp(milliseconds: 0))
  }

  private static func id(_ number: Int) -> PhotoID { PhotoID(high: 1, low: UInt64(number)) }

  private func fill(_ name: String) throws {
    try server.execute(
      """
      INSERT INTO account (name, password_hash, is_administrator, created_at)
        SELECT 'account-' || i, '', false, 0 FROM generate_series(1, \(Self.accountCount)) AS i;
      INSERT INTO photo (id, owner, visibility, sequence, metadata_sequence, moment)
        SELECT int8send(1) || int8send(i - 1), 1 + i % \(Self.accountCount), 0, i, i, i
        FROM generate_series(1, \(Self.photoCount)) AS i;
      INSERT INTO photo_detail (photo, digest, byte_count, type, width, height, created_at, caption, is_unseen)
        SELECT i, decode(md5(i::text) || md5(i::text), 'hex'), 1000000, 'image/jpeg', 4000, 3000, i, 'a dog', false
        FROM generate_series(1, \(Self.photoCount)) AS i;
      SELECT setval('change_number', \(Self.photoCount));
      ANALYZE;
      """, in: name)
  }

  /// The statements of a batch, with photos and accounts that the server draws.
  private static var script: String {
    func array(_ expression: String) -> String {
      "ARRAY(SELECT \(expression) FROM generate_series(1, \(batch)) AS i)"
    }
    let photos = array("1 + (:seed::int8 * 7919 + i * 104729) % \(photoCount)")
    let values = [
      photos, array("1 + (:seed::int8 + i * 31) % \(accountCount)"), array("true"), array("0::int8"), array("1::int8"),
      array("NULL::int8"), array("NULL::text"), array("NULL::int8"), "0::int8", "1::int8",
    ]
    var statement = FavouriteBatch.sql
    for (index, value) in values.enumerated().reversed() {
      statement = statement.split(separator: "$\(index + 1)", omittingEmptySubsequences: false).joined(separator: value)
    }
    return """
      \\set seed random(1, 1000000000)
      \\startpipeline
      SELECT set_config('lock_timeout', '8000', true);
      SELECT number FROM photo WHERE number = ANY(\(photos)) ORDER BY number FOR NO KEY UPDATE;
      SELECT pg_advisory_xact_lock(\(WriteBatch.lock));
      \(statement.split(separator: "\n").joined(separator: " "));
      SELECT * FROM photo_record WHERE number = ANY(\(photos));
      \\endpipeline
      """
  }

  /// Measures how long after its commit a change of one node is told on another.
  private func measureEvents(_ connection: String) async throws {
    let settings = try PostgreSQLSettings(connection)
    let (writing, reading) = (try await PostgresStore(settings), try await PostgresStore(settings))
    defer {
      writing.close()
      reading.close()
    }
    let observer = Arrival()
    reading.addObserver(observer)
    var delays: [Double] = []
    for number in 0..<300 {
      let photo = try await writing.setFavourite(
        number.isMultiple(of: 2), of: Self.id(5), by: AccountID(rawValue: 7), at: Timestamp(milliseconds: 0))
      let committed = KernelClock.monotonic.nanoseconds
      while reading.latestSequence < photo.sequence { try await Task.sleep(for: .microseconds(200)) }
      delays.append(Double(max(0, observer.time - committed)) / 1e6)
    }
    delays.sort()
    print(
      "events on another node: \(delays[delays.count / 2]) ms at the median, \(delays[delays.count * 99 / 100]) ms at 99 %"
    )
  }
}

/// When the last change was told.
private final class Arrival: ChangeObserver {
  private let newest = Atomic<Int64>(0)

  var time: Int64 { newest.load(ordering: .acquiring) }

  func committed(_ changes: [PhotoRecord]) { newest.store(KernelClock.monotonic.nanoseconds, ordering: .releasing) }
}
