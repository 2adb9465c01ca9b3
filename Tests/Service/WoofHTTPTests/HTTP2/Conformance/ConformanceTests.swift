// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

/// What RFC 9113 and RFC 7541 demand of a server, rule by rule.
@Suite struct HTTP2ConformanceTests {
  @Test(arguments: ConformanceCase.all, [false, true])
  func `a rule holds on a connection that has begun`(conformance: ConformanceCase, isEncrypted: Bool) async throws {
    try await check(conformance, isEncrypted, .frames)
  }

  @Test(arguments: ConformanceCase.all, [false, true])
  func `a rule holds when every byte comes by itself`(conformance: ConformanceCase, isEncrypted: Bool) async throws {
    try await check(conformance, isEncrypted, .bytes)
  }

  @Test(arguments: ConformanceCase.all, [false, true])
  func `a rule holds when everything comes at once`(conformance: ConformanceCase, isEncrypted: Bool) async throws {
    try await check(conformance, isEncrypted, .together)
  }

  private func check(
    _ conformance: ConformanceCase, _ isEncrypted: Bool, _ delivery: ConformanceDelivery
  ) async throws {
    try await withConformanceServer(isEncrypted: isEncrypted) { server in
      let bystander = try HTTP2Client(port: server.port, isEncrypted: isEncrypted)
      try await ConformanceRun(server, isEncrypted: isEncrypted, delivery).run(conformance)
      try bystander.sendRequest()
      #expect(try bystander.receiveResponse().text == "GET||")
    }
  }
}

/// Runs a server that says what it has understood of a request: the method, the body, and one field; a request whose
/// field says `wait` is never responded to. No connection may be left in the end.
func withConformanceServer(isEncrypted: Bool, _ body: (TestServer) async throws -> Void) async throws {
  let folder = try TemporaryFolder()
  let tls = isEncrypted ? try SelfSignedCertificate.make(at: folder.path("server.pem")) : nil
  var limits = HTTPServerLimits()
  limits.concurrentStreamCount = ConformanceCase.streamCount
  let custom = try #require(HTTPFieldName("custom-key"))
  let never = Gate()
  try await withServer(limits: limits, tls: tls) { request in
    if request.fields[custom] == "wait" { await never.waitUnlessCancelled() }
    let body = (try? await request.body.collect(upTo: 1_000_000)) ?? []
    let field = request.fields[custom] ?? request.fields[.cacheControl] ?? ""
    return text("\(request.method.token)|\(String(decoding: body, as: UTF8.self))|\(field)")
  } _: { server in
    try await body(server)
    #expect(await server.becomesIdle())
  }
}

extension TestServer {
  /// Returns `true` once no connection is left.
  func becomesIdle() async -> Bool {
    for _ in 0..<10_000 where server.statistics.openCount > 0 { await settle() }
    return server.statistics.openCount == 0
  }
}
