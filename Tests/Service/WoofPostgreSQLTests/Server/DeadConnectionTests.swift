// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit
import Synchronization
import Testing

@testable import WoofPostgreSQL

@Suite(
  .enabled(if: PostgreSQLInstallation.isInstalled, "PostgreSQL is not installed, which script/test does"),
  .timeLimit(.minutes(1)))
struct DeadConnectionTests {
  @Test func `who sends over a connection that is gone fails, and the pool is told again`() async throws {
    let server = try PostgreSQLTestServer.shared
    let session = try PostgreSQLSession(
      connectingBy: PostgreSQLSettings(server.connectionString(of: "postgres")))
    let losses = Losses()
    let connection = try PostgreSQLConnection(
      session, preparesStatements: false, on: PostgreSQLDriver(),
      PostgreSQLConnection.Listener(ended: { _ in }, lost: { _ in losses.count.add(1, ordering: .relaxed) }))
    connection.close()
    #expect(losses.count.load(ordering: .relaxed) == 1)
    let call = PostgreSQLCall(.reading(PostgreSQLStatement("SELECT 1")), deadline: nil)
    connection.submit(call)
    let error = await #expect(throws: PostgreSQLError.self) { try await call.outcome() }
    #expect(error?.code == .connectionLost)
    #expect(losses.count.load(ordering: .relaxed) == 2)
  }
}

private final class Losses: Sendable {
  let count = Atomic(0)
}
