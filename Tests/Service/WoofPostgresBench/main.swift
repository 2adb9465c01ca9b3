// SPDX-License-Identifier: Apache-2.0

import PostgreSQLTestKit

// Measures the stores on PostgreSQL beside pgbench, by turns on one server that waits for its disk. Argument: the seconds of
// each turn, 5 by default. Is built with `-Xswiftc -enable-testing`.

let seconds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 5
let server = try PostgreSQLTestServer(waitsForDisk: true)
defer { server.end() }
try await StatementLoad(server: server, seconds: seconds).run()
try await LikeLoad(server: server, seconds: seconds).run()
try await LibraryLoad(server: server).run()
