// SPDX-License-Identifier: Apache-2.0

import Glibc
@testable import TestKit

/// A server of PostgreSQL that can be killed, which is started again then, and a standby that follows it and can take its place.
package final class MortalPostgreSQL: Sendable {
  /// The port.
  package let port: Int
  private let folder: String
  private let program: GuardedProgram

  /// Starts a server, and waits until it is ready.
  ///
  /// - Parameter primary: The server whose standby it is; `nil` for one of its own.
  /// - Throws: `TestFailure`.
  package init(following primary: MortalPostgreSQL? = nil) throws {
    guard let programs = PostgreSQLInstallation.programs else { throw TestFailure("PostgreSQL is not installed") }
    folder = try PostgreSQLInstallation.makeFolder()
    let free = try FreePort()
    port = free.number
    close(free.descriptor)
    program = try GuardedProgram(
      Self.script, in: folder,
      [programs, "\(port)", PostgreSQLTestServer.password, primary.map { "\($0.port)" } ?? ""])
  }

  /// Ends the server.
  package func end() { program.end() }

  /// The address of a database, without a password.
  ///
  /// - Parameter port: Another port that leads to the server; its own by default.
  package func address(of database: String, port: Int? = nil) -> String {
    "postgresql://woof@127.0.0.1:\(port ?? self.port)/\(database)?sslmode=disable"
  }

  /// Runs statements on a connection of their own; blocks until they are done.
  ///
  /// - Returns: The first column of the last statement's rows, as text.
  /// - Throws: `TestFailure`.
  @discardableResult
  package func execute(_ statements: String, in database: String = "postgres") throws -> [String] {
    let address =
      "postgresql://woof:\(PostgreSQLTestServer.password)@127.0.0.1:\(port)/\(database)?sslmode=disable"
    return try BlockingSession(address).execute(statements)
  }

  /// Kills the server as a crash of it would; it is started again.
  package func kill() {
    let line = String(decoding: (try? [UInt8](contentsOfFile: "\(folder)/data/postmaster.pid")) ?? [], as: UTF8.self)
    guard let first = line.split(separator: "\n").first, let process = pid_t(first), process > 1 else { return }
    Glibc.kill(process, SIGKILL)
  }

  /// Kills the server for good.
  package func killForGood() {
    _ = creat("\(folder)/gone", 0o644)
    kill()
  }

  /// Has the server answer nothing before a standby has it as well.
  package func waitForStandby() throws {
    try execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
    try execute("SELECT pg_reload_conf()")
  }

  /// Makes a standby a server that can be written.
  package func promote() throws { try execute("SELECT pg_promote()") }

  private static let script = """
    set -u
    folder=$1 programs=$2 port=$3 primary=$5
    cd "$folder"
    printf '%s\\n' "$4" >password
    if [ -n "$primary" ]; then
      PGPASSWORD=$4 "$programs/pg_basebackup" --pgdata=data --write-recovery-conf --checkpoint=fast --no-sync \\
        --dbname="host=127.0.0.1 port=$primary user=woof sslmode=disable" >initdb.log 2>&1 || { cat initdb.log; exit 1; }
    else
      "$programs/initdb" --no-sync --auth=scram-sha-256 --pwfile=password --username=woof --encoding=UTF8 --locale=C \\
        --pgdata=data >initdb.log 2>&1 || { cat initdb.log; exit 1; }
    fi
    server=
    # Of signals only one does that whoever starts this has not made it ignore.
    supervise() {
      trap 'kill -QUIT $server 2>/dev/null; wait $server; exit 0' USR1
      while [ ! -e gone ]; do
        "$programs/postgres" -D data -c listen_addresses=127.0.0.1 -c port="$port" -c unix_socket_directories="$folder" \\
          -c max_connections=200 -c shared_buffers=64MB >>server.log 2>&1 3>&- &
        server=$!
        wait $server
        # Those that it has left behind hold its memory for a moment, in which a new one is refused.
        sleep 0.2
      done
    }
    supervise >/dev/null 2>&1 &
    supervisor=$!
    trap 'kill -USR1 $supervisor 2>/dev/null; wait $supervisor' EXIT
    until "$programs/pg_isready" --quiet --host="$folder" --port="$port"; do
      kill -0 $supervisor 2>/dev/null || { cat server.log; exit 1; }
      sleep 0.05
    done
    echo ready
    exec >/dev/null 2>&1
    read -r _
    """
}
