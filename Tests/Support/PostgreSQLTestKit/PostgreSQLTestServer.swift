// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization
package import WoofPostgreSQL
@testable import TestKit

/// A server of PostgreSQL on a free port of the loopback address, in a folder that goes with it.
package final class PostgreSQLTestServer: Sendable {
  /// The password of the user `woof`, which must appear nowhere.
  package static let password = "s3cret-of-the-tests"

  /// The server that most tests share: it does not wait for the disk. It ends with the process.
  ///
  /// - Throws: `TestFailure` where it could not be started.
  package static var shared: PostgreSQLTestServer {
    get throws { try started.get() }
  }

  private static let started = Result { try PostgreSQLTestServer(waitsForDisk: false) }

  /// The port.
  package let port: Int
  private let folder: String
  private let program: GuardedProgram
  private let databaseCount = Atomic(0)
  /// The names of databases that have a schema and nothing else, by its version.
  private let templates = Mutex<[Int64: Task<String, any Error>]>([:])

  /// Starts a server, and waits until it is ready.
  ///
  /// - Parameter waitsForDisk: `true` for one that keeps what it has said, whatever happens.
  /// - Throws: `TestFailure`.
  package init(waitsForDisk: Bool) throws {
    guard let programs = PostgreSQLInstallation.programs else { throw TestFailure("PostgreSQL is not installed") }
    folder = try PostgreSQLInstallation.makeFolder()
    let free = try FreePort()
    port = free.number
    close(free.descriptor)
    program = try GuardedProgram(
      Self.script, in: folder, [programs, "\(port)", waitsForDisk ? "on" : "off", Self.password])
  }

  /// Ends the server.
  package func end() { program.end() }

  /// The connection string of a database, with the password, and without TLS.
  ///
  /// - Parameters:
  ///   - port: Another port that leads to the server; its own by default.
  ///   - options: More settings, as `name=value`.
  package func connectionString(of database: String, port: Int? = nil, options: [String] = []) -> String {
    let options = (["sslmode=disable"] + options).joined(separator: "&")
    return "postgresql://woof:\(Self.password)@127.0.0.1:\(port ?? self.port)/\(database)?\(options)"
  }

  /// The path of the certificate of the server, which it has signed itself, for `127.0.0.1`.
  package var certificate: String { "\(folder)/server.crt" }

  /// Makes an empty database that no other test uses.
  ///
  /// - Returns: Its name.
  /// - Throws: `TestFailure`.
  package func makeDatabase() throws -> String { try makeDatabase(from: "template0") }

  /// Makes a database with a schema that no other test uses: a copy of the first one that had the schema.
  ///
  /// - Returns: Its name.
  /// - Throws: `TestFailure`; ``WoofPostgreSQL/PostgreSQLError``.
  package func makeDatabase(migratedBy migrations: [PostgreSQLMigration]) async throws -> String {
    try makeDatabase(from: try await template(of: migrations).value)
  }

  private func makeDatabase(from template: String) throws -> String {
    let name = "test_\(databaseCount.add(1, ordering: .relaxed).newValue)"
    try execute("CREATE DATABASE \(name) TEMPLATE \(template) STRATEGY file_copy", in: "postgres")
    return name
  }

  private func template(of migrations: [PostgreSQLMigration]) -> Task<String, any Error> {
    let version = migrations.last?.version ?? 0
    return templates.withLock { templates in
      let making = templates[version] ?? Task { try await makeTemplate(migrations) }
      templates[version] = making
      return making
    }
  }

  private func makeTemplate(_ migrations: [PostgreSQLMigration]) async throws -> String {
    let name = try makeDatabase()
    let pool = try PostgreSQLPool(PostgreSQLSettings(connectionString(of: name)))
    defer { pool.close() }
    try await pool.migrate(by: migrations)
    return name
  }

  /// Lends a database that no other test uses, and removes it.
  ///
  /// - Parameter migrations: The schema that it has; none by default.
  package func withDatabase<Result>(
    migratedBy migrations: [PostgreSQLMigration] = [], _ body: (_ name: String) async throws -> Result
  ) async throws -> Result {
    let name = migrations.isEmpty ? try makeDatabase() : try await makeDatabase(migratedBy: migrations)
    defer { removeDatabase(name) }
    return try await body(name)
  }

  /// Removes a database, with the connections to it.
  package func removeDatabase(_ name: String) {
    _ = try? execute("DROP DATABASE IF EXISTS \(name) WITH (FORCE)", in: "postgres")
  }

  /// Runs statements on a connection of their own; blocks until they are done.
  ///
  /// - Returns: The first column of the last statement's rows, as text.
  /// - Throws: `TestFailure`.
  @discardableResult
  package func execute(_ statements: String, in database: String) throws -> [String] {
    try BlockingSession(connectionString(of: database)).execute(statements)
  }

  private static let script = """
    set -u
    folder=$1 programs=$2 port=$3 fsync=$4
    cd "$folder"
    printf '%s\\n' "$5" >password
    "$programs/initdb" --no-sync --auth=scram-sha-256 --pwfile=password --username=woof --encoding=UTF8 --locale=C \\
      --pgdata=data >initdb.log 2>&1 || { cat initdb.log; exit 1; }
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 \\
      -addext subjectAltName=IP:127.0.0.1 -keyout server.key -out server.crt 2>openssl.log || { cat openssl.log; exit 1; }
    "$programs/postgres" -D data -c ssl=on -c ssl_cert_file="$folder/server.crt" -c ssl_key_file="$folder/server.key" -c listen_addresses=127.0.0.1 -c port="$port" -c unix_socket_directories="$folder" \\
      -c fsync="$fsync" -c full_page_writes="$fsync" -c max_connections=200 -c shared_buffers=64MB >server.log 2>&1 3>&- &
    server=$!
    trap 'kill -QUIT $server 2>/dev/null; wait $server; exit 0' TERM INT HUP EXIT
    until "$programs/pg_isready" --quiet --host="$folder" --port="$port"; do
      kill -0 $server 2>/dev/null || { cat server.log; exit 1; }
      sleep 0.05
    done
    echo ready
    exec >/dev/null 2>&1
    read -r _
    """
}
