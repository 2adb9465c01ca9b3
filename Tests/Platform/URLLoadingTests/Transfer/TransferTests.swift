// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import URLLoading

@Suite struct TransferTests {
  @Test func `a GET delivers the head, the content and a report`() async throws {
    let server = try ScriptedServer { try $0.respondToAll("200 OK", ["X-Name: Rex"], body: "woof") }
    let record = await load(TransferRequest(url: server.url("/dogs?n=1")))
    #expect(record.statuses == [200])
    #expect(record.heads.first?.headers.last?.value == "Rex")
    #expect(record.text == "woof")
    let report = try #require(record.report)
    #expect(report.status == 200)
    #expect(report.remoteAddress == TransferAddress(host: "127.0.0.1", port: server.port))
    #expect(server.requests.map(\.target) == ["/dogs?n=1"])
    #expect(record.offLoopCount == 0)
  }
}
