import Foundation
import Testing
import URLLoading

/// Answers challenges of certificates.
final class TrustDelegate: NSObject, URLSessionDelegate {
  let answer: @Sendable (ServerTrust) -> (URLSession.AuthChallengeDisposition, URLCredential?)

  init(_ answer: @escaping @Sendable (ServerTrust) -> (URLSession.AuthChallengeDisposition, URLCredential?)) {
    self.answer = answer
  }

  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
  ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
    guard let trust = challenge.protectionSpace.serverTrust else { return (.performDefaultHandling, nil) }
    return answer(trust)
  }
}

@Suite struct ServerTrustTests {
  private func server(_ certificate: ServerCertificate) throws -> (ScriptedServer, URL) {
    let server = try ScriptedServer(tls: certificate) { try $0.respondToAll(body: "woof") }
    return (server, try #require(URL(string: server.url("/", scheme: "https"))))
  }

  @Test func `a certificate that nobody knows is not trusted`() async throws {
    let (server, url) = try server(ServerCertificate())
    let error = await #expect(throws: URLError.self) { try await freshSession().data(from: url) }
    #expect(error?.code == .serverCertificateHasUnknownRoot || error?.code == .serverCertificateUntrusted)
    withExtendedLifetime(server) {}
  }

  @Test func `a delegate can accept a certificate, and sees it`() async throws {
    let certificate = try ServerCertificate()
    let (server, url) = try server(certificate)
    let delegate = TrustDelegate { trust in
      trust.certificates.first == Data(certificate.der) && !trust.isTrusted
        ? (.useCredential, URLCredential(trust: trust)) : (.cancelAuthenticationChallenge, nil)
    }
    let (data, _) = try await freshSession(delegate).data(from: url)
    #expect(data == Data("woof".utf8))
    withExtendedLifetime(server) {}
  }

  @Test func `a delegate can refuse a certificate, or leave it to the system`() async throws {
    let (server, url) = try server(ServerCertificate())
    let refusing = TrustDelegate { _ in (.cancelAuthenticationChallenge, nil) }
    let refused = await #expect(throws: URLError.self) { try await freshSession(refusing).data(from: url) }
    #expect(refused?.code == .cancelled)
    let leaving = TrustDelegate { _ in (.performDefaultHandling, nil) }
    let left = await #expect(throws: URLError.self) { try await freshSession(leaving).data(from: url) }
    #expect(left?.code == .serverCertificateHasUnknownRoot || left?.code == .serverCertificateUntrusted)
    withExtendedLifetime(server) {}
  }

  @Test func `an authority of the configuration is trusted`() async throws {
    let authority = try ServerCertificate(names: "DNS:authority")
    let (server, url) = try server(ServerCertificate(authority: authority))
    let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("woof-\(UUID().uuidString).pem")
    try Data(authority.pem).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for delegate in [nil, AsyncChallengeDelegate()] {
      let session = freshSession(delegate) { $0.certificateAuthorityFile = file }
      #expect(try await session.data(from: url).0 == Data("woof".utf8))
    }
    withExtendedLifetime(server) {}
  }
}
