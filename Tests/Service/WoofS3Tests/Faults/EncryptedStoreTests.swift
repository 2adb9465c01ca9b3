// SPDX-License-Identifier: Apache-2.0

import Testing
import WoofHTTP

@testable import TestKit
@testable import WoofS3

/// A store over TLS, with an authority of its own.
@Suite(.timeLimit(.minutes(2))) struct EncryptedStoreTests {
  private struct EmptyBucket: HTTPResponder {
    func respond(to request: HTTPRequest) async -> HTTPResponse { HTTPResponse(200) }
    func response(to violation: HTTPViolation) -> HTTPResponse { HTTPResponse(violation.status) }
    func ended(_ exchange: HTTPExchange) {}
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Asks for the bucket of a server whose certificate names these hosts.
  private func headBucket(names: [String], authority: String?) async throws {
    let tls = try SelfSignedCertificate.make(at: folder.path("server.pem"), names: names)
    let group = try EventLoopGroup(count: 1)
    let server = HTTPServer(
      configuration: HTTPServerConfiguration(listeners: [HTTPListener(.tcp(host: "127.0.0.1", port: 0), tls: tls)]),
      responder: EmptyBucket(), group: group)
    try await server.start()
    guard case .tcp(_, let port, _)? = server.boundAddresses.first else { throw TestFailure("no address") }
    var configuration = try S3Configuration(
      endpoint: S3Endpoint("https://127.0.0.1:\(port)"), bucket: S3BucketName("photos"))
    configuration.authorityFile = authority
    let client = S3Client(configuration, credentials: try S3Credentials(accessKey: "k", secret: "s"))
    let result: Result<Void, any Error>
    do { result = .success(try await client.headBucket()) } catch { result = .failure(error) }
    await server.drain(within: .zero)
    await group.stop()
    try result.get()
  }

  @Test func `the certificates of the own authority are trusted`() async throws {
    try await headBucket(names: ["127.0.0.1"], authority: folder.path("server.pem"))
  }

  @Test func `an authority that the system does not know is refused, once`() async throws {
    let error = await #expect(throws: S3Error.self) { try await headBucket(names: ["127.0.0.1"], authority: nil) }
    #expect(error?.reason == .untrusted)
  }

  @Test func `a certificate of another host is refused`() async throws {
    let error = await #expect(throws: S3Error.self) {
      try await headBucket(names: ["store.example"], authority: folder.path("server.pem"))
    }
    #expect(error?.reason == .untrusted)
  }
}
