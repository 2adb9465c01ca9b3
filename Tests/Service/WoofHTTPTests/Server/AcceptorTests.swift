// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Testing

@testable import TestKit
@testable import WoofHTTP

@Suite struct AcceptorTests {
  // In a process of its own: the limit on descriptors is the process's.
  @Test func `a loop without a free descriptor does not spin, and accepts again later`() async {
    await #expect(processExitsWith: .success) {
      try await withServer { _ in
        text("ok")
      } _: { server in
        let client = try RawClient(unconnected: ())
        var placeholders: [Int32] = []
        var limit = rlimit(rlim_cur: 256, rlim_max: 256)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        while case let copy = dup(0), copy >= 0 { placeholders.append(copy) }
        try client.connect(port: server.port)
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        await server.settle()
        let rounds = server.group.loops[0].lagStatistics.roundCount
        for _ in 0..<50_000 { await Task.yield() }
        let roundsAfter = server.group.loops[0].lagStatistics.roundCount
        precondition(roundsAfter - rounds < 1000 && !client.hasNews)

        for placeholder in placeholders { close(placeholder) }
        server.clock.advance(by: 101)
        let response = try client.receiveResponse()
        precondition(response.text == "ok")
      }
    }
  }
}
