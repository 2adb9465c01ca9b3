// SPDX-License-Identifier: Apache-2.0

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

/// Runs a server for the time of `body`, with a client that has begun a connection to it.
func withHTTP2Server(
  isEncrypted: Bool = false, limits: HTTPServerLimits = HTTPServerLimits(), commonFields: HTTPFields = HTTPFields(),
  handler: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
  _ body: (TestServer, HTTP2Client) async throws -> Void
) async throws {
  let folder = try TemporaryFolder()
  let tls = isEncrypted ? try SelfSignedCertificate.make(at: folder.path("server.pem")) : nil
  try await withServer(limits: limits, commonFields: commonFields, tls: tls, handler: handler) { server in
    let client = try HTTP2Client(port: server.port, isEncrypted: isEncrypted)
    try client.awaitSettings()
    try await body(server, client)
  }
}
