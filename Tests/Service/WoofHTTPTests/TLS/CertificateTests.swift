// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Testing

@testable import HTTP2TestKit
@testable import TestKit
@testable import WoofHTTP

@Suite struct CertificateTests {
  @Test func `a development certificate is kept, and readable by its owner only`() throws {
    let folder = try TemporaryFolder()
    _ = try SelfSignedCertificate.make(at: folder.path("a.pem"))
    let first = folder.read("a.pem")
    var status = stat()
    #expect(stat(folder.path("a.pem"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    _ = try SelfSignedCertificate.make(at: folder.path("a.pem"))
    #expect(folder.read("a.pem") == first)
    #expect(folder.names == ["a.pem"])
  }

  @Test func `a certificate for other names is replaced`() throws {
    let folder = try TemporaryFolder()
    _ = try SelfSignedCertificate.make(at: folder.path("a.pem"), names: ["localhost"])
    let first = folder.read("a.pem")
    _ = try SelfSignedCertificate.make(at: folder.path("a.pem"))
    #expect(folder.read("a.pem") != first)
  }

  @Test func `a file that is not a certificate is replaced`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("nonsense".utf8), to: "a.pem")
    let configuration = try SelfSignedCertificate.make(at: folder.path("a.pem"))
    _ = try TLSContext(configuration)
  }

  @Test func `a folder that does not exist is an error`() throws {
    let error = #expect(throws: HTTPServerError.self) { try SelfSignedCertificate.make(at: "/nowhere/at/all.pem") }
    #expect(error?.code == .badCertificate)
  }

  @Test func `a client that trusts the certificate accepts it for localhost`() async throws {
    let folder = try TemporaryFolder()
    let tls = try SelfSignedCertificate.make(at: folder.path("a.pem"))
    try await withServer(tls: tls) { _ in
      text("ok")
    } _: { server in
      var options = TLSClient.Options()
      options.trustedFile = folder.path("a.pem")
      let client = try TLSClient(port: server.port, options)
      try client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try client.receiveResponse().text == "ok")
    }
  }

  // MARK: What is wrong with a pair of files

  private func message(certificate: String, key: String) -> String {
    let error = #expect(throws: HTTPServerError.self) {
      try TLSContext(TLSConfiguration(certificateChainFile: certificate, privateKeyFile: key))
    }
    #expect(error?.code == .badCertificate)
    return error?.message ?? ""
  }

  @Test func `a missing file is named`() throws {
    let folder = try TemporaryFolder()
    _ = try SelfSignedCertificate.make(at: folder.path("a.pem"))
    #expect(
      message(certificate: folder.path("none"), key: folder.path("a.pem")).contains(
        "certificate file \(folder.path)/none"))
    #expect(
      message(certificate: folder.path("a.pem"), key: folder.path("none")).contains(
        "private key file \(folder.path)/none"))
  }

  @Test func `a key of another certificate is named`() throws {
    let folder = try TemporaryFolder()
    for name in ["a.pem", "b.pem"] { _ = try SelfSignedCertificate.make(at: folder.path(name)) }
    #expect(message(certificate: folder.path("a.pem"), key: folder.path("b.pem")).contains("does not belong to"))
  }

  @Test func `a file that holds no certificate, or no key, is named`() throws {
    let folder = try TemporaryFolder()
    _ = try SelfSignedCertificate.make(at: folder.path("a.pem"))
    try folder.write(Array("nonsense".utf8), to: "b.pem")
    #expect(
      message(certificate: folder.path("b.pem"), key: folder.path("a.pem")).contains("does not hold a certificate"))
    #expect(
      message(certificate: folder.path("a.pem"), key: folder.path("b.pem")).contains("does not hold a private key"))
  }

  @Test func `a key with a passphrase is refused without a prompt`() throws {
    let folder = try TemporaryFolder()
    _ = try SelfSignedCertificate.make(at: folder.path("a.pem"))
    try folder.write(Array(Self.encryptedKey.utf8), to: "key.pem")
    #expect(message(certificate: folder.path("a.pem"), key: folder.path("key.pem")).contains("without a passphrase"))
  }

  /// A P-256 key under a passphrase, made for this test.
  private static let encryptedKey = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAjZKc8njFmJOQICCAAw
    DAYIKoZIhvcNAgkFADAdBglghkgBZQMEAQIEEBjbyErWLNm2uEszqBXXvNsEgZC1
    GRhb/vSc1rB2CiFVishZqE+/chYDPwPSXQyxTsJHTz4cRpDHlBm9Nl91fD/wy8kH
    u516cHwbLi19XmV/NaL5UkYIuXpKgrs2YWuMdXbH7puGmlbCFr+Z9tGLqWAhJdV3
    CKYhKKyHr/kesi5pKrhncGLjYc2wFXmglv8MPw+vVikTX02JA4+CqzGEm+esCqQ=
    -----END ENCRYPTED PRIVATE KEY-----
    """
}
