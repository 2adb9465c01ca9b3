// SPDX-License-Identifier: Apache-2.0

import Glibc
@testable import TestKit

/// A pgbouncer in transaction mode before a server, on a free port of the loopback address.
package final class TestPooler: Sendable {
  /// The pooler before the shared server. It ends with the process.
  ///
  /// - Throws: `TestFailure` where it could not be started.
  package static var shared: TestPooler {
    get throws { try started.get() }
  }

  private static let started = Result { try TestPooler(before: PostgreSQLTestServer.shared) }

  /// The port.
  package let port: Int
  private let program: GuardedProgram

  /// Starts a pooler, and waits until it is ready.
  ///
  /// - Throws: `TestFailure`.
  package init(before server: PostgreSQLTestServer) throws {
    let folder = try PostgreSQLInstallation.makeFolder()
    let free = try FreePort()
    port = free.number
    close(free.descriptor)
    program = try GuardedProgram(Self.script, in: folder, ["\(port)", "\(server.port)", PostgreSQLTestServer.password])
  }

  /// Ends the pooler.
  package func end() { program.end() }

  private static let script = """
    set -u
    folder=$1 port=$2 server=$3 password=$4
    cd "$folder"
    printf '"woof" "%s"\\n' "$password" >users
    cat >pgbouncer.ini <<TEXT
    [databases]
    * = host=127.0.0.1 port=$server
    [pgbouncer]
    listen_addr = 127.0.0.1
    listen_port = $port
    unix_socket_dir =
    auth_type = scram-sha-256
    auth_file = $folder/users
    pool_mode = transaction
    max_client_conn = 500
    default_pool_size = 4
    logfile = $folder/log
    TEXT
    /usr/sbin/pgbouncer pgbouncer.ini >out 2>&1 3>&- &
    pooler=$!
    trap 'kill -KILL $pooler 2>/dev/null; wait $pooler; exit 0' TERM INT HUP EXIT
    until grep -q 'listening on' log 2>/dev/null; do
      kill -0 $pooler 2>/dev/null || { cat out; exit 1; }
      sleep 0.05
    done
    echo ready
    exec >/dev/null 2>&1
    read -r _
    """
}
