// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Testing
import WoofPostgreSQL

@testable import TestKit

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(3)))
struct PostgreSQLListenerTests {
  private static let ever = Duration.seconds(100)

  @Test func `who waits hears of a notification`() async throws {
    try await TestDatabase.with { database in
      let settings = try PostgreSQLSettings(database.server.connectionString(of: database.name))
      let listener = try PostgreSQLListener(settings, channel: "woof_changes")
      defer { listener.close() }
      // The first hint says that it listens.
      await listener.wait(atMost: Self.ever)
      #expect(listener.isListening)
      let waiting = Task { await listener.wait(atMost: Self.ever) }
      _ = try await database.pool.run(.writing([PostgreSQLStatement("NOTIFY woof_changes")]))
      await waiting.value
    }
  }

  @Test func `a notification that came before somebody waits is heard`() async throws {
    try await TestDatabase.with { database in
      let settings = try PostgreSQLSettings(database.server.connectionString(of: database.name))
      let listener = try PostgreSQLListener(settings, channel: "woof_changes")
      defer { listener.close() }
      await listener.wait(atMost: Self.ever)
      for _ in 0..<3 { _ = try await database.pool.run(.writing([PostgreSQLStatement("NOTIFY woof_changes")])) }
      await listener.wait(atMost: Self.ever)
    }
  }

  @Test func `a connection that was cut is made anew, and who waits looks once more`() async throws {
    let relay = try FaultyRelay(before: PostgreSQLTestServer.shared.port)
    try await TestDatabase.with { database in
      let settings = try PostgreSQLSettings(
        database.server.connectionString(of: database.name, port: relay.port))
      let listener = try PostgreSQLListener(settings, channel: "woof_changes")
      defer { listener.close() }
      await listener.wait(atMost: Self.ever)
      relay.cut()
      await listener.wait(atMost: Self.ever)
      #expect(relay.acceptedCount == 2)
    }
  }

  @Test func `without a server, who waits goes on after the time it wanted to wait`() async throws {
    let port = try ReservedPort()
    let listener = try PostgreSQLListener(
      PostgreSQLSettings("host=127.0.0.1 port=\(port.port) user=woof"), channel: "woof_changes")
    await listener.wait(atMost: .milliseconds(5))
    #expect(!listener.isListening)
    listener.close()
    await listener.wait(atMost: Self.ever)
  }
}
