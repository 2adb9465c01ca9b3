// SPDX-License-Identifier: Apache-2.0

internal import PostgreSQLTestKit
internal import WoofModel
@testable import TestKit

/// Stalls a transaction of a database that changes photos when it has its numbers and is about to commit.
///
/// A trigger that runs at the commit waits for an advisory lock, which this object holds while the gate is closed. The first
/// transaction that comes stands there; others go past it, if nothing else keeps them.
actor CommitGate {
  /// A transaction that stands at the gate.
  struct Standing: Sendable {
    /// The process of the server that runs it.
    let process: Int
    /// The number of the node that has sent it.
    let node: Int
    /// The number of transactions that wait for any lock, this one among them.
    let waitingCount: Int
  }

  private static let gate = 7_001
  private static let turn = 7_002

  private let session: BlockingSession

  /// Sets up the gate, which is open.
  ///
  /// - Parameter locksNumbers: `false` to have numbers given without the lock, which is a mistake that a trial must find.
  /// - Throws: `TestFailure`.
  init(_ server: PostgreSQLTestServer, _ database: String, locksNumbers: Bool) throws {
    let session = try BlockingSession(server.connectionString(of: database))
    try session.execute(
      """
      CREATE FUNCTION stand() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF pg_catalog.pg_try_advisory_xact_lock(\(Self.turn)) THEN
            PERFORM pg_catalog.pg_advisory_xact_lock_shared(\(Self.gate));
          END IF;
          RETURN NULL;
        END $$;
      CREATE CONSTRAINT TRIGGER stand AFTER INSERT OR UPDATE ON photo DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION stand();
      """)
    // What is found first in the path of a database is called instead of what the system has.
    let unlocking = """
      CREATE FUNCTION public.pg_advisory_xact_lock(int8) RETURNS void LANGUAGE plpgsql AS $$ BEGIN END $$;
      ALTER DATABASE \(database) SET search_path = public, pg_catalog;
      """
    if !locksNumbers { try session.execute(unlocking) }
    self.session = session
  }

  /// Closes the gate.
  func close() async throws {
    while try session.execute("SELECT pg_try_advisory_lock(\(Self.gate))") != ["t"] {
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Opens the gate; who stands there goes on.
  func open() throws { try session.execute("SELECT pg_advisory_unlock(\(Self.gate))") }

  /// The transaction that stands at the gate; `nil` while there is none.
  func standing() throws -> Standing? {
    let found = try session.execute(
      """
      SELECT activity.pid || ',' || substr(activity.application_name, 5) || ',' || (
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock')
      FROM pg_locks JOIN pg_stat_activity AS activity USING (pid)
      WHERE locktype = 'advisory' AND NOT granted AND classid = 0 AND objid = \(Self.gate)
        AND activity.datname = current_database()
      """)
    let numbers = found.first?.split(separator: ",").compactMap { Int($0) } ?? []
    guard numbers.count == 3 else { return nil }
    return Standing(process: numbers[0], node: numbers[1], waitingCount: numbers[2])
  }

  /// Ends the process that runs a transaction, as a crash would.
  func end(_ standing: Standing) throws { try session.execute("SELECT pg_terminate_backend(\(standing.process))") }

  /// The photos as they stand in the log.
  func photos() throws -> [LoggedPhoto] {
    let lines = try session.execute("SELECT encode(id, 'hex') || ',' || version || ',' || sequence FROM photo")
    return try lines.map { line in
      let fields = line.split(separator: ",")
      guard fields.count == 3, let high = UInt64(fields[0].prefix(16), radix: 16),
        let low = UInt64(fields[0].suffix(16), radix: 16), let version = Int64(fields[1]),
        let sequence = Int64(fields[2])
      else { throw TestFailure("no photo: \(line)") }
      return LoggedPhoto(id: PhotoID(high: high, low: low), version: version, sequence: sequence)
    }
  }
}
