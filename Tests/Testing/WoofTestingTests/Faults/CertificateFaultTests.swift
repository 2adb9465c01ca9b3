// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WoofClient
import WoofTesting

/// What is wrong with certificates, met by the SDK.
struct CertificateFaultTests {
  @Test func `a valid certificate of the harness's authority is accepted`() async throws {
    try await withHarness({ $0.certificate = .good }) { woof, photo in
      #expect(woof.url.scheme == "https")
      let liked = try await woof.client(as: "ada").setFavourite(true, for: photo)
      #expect(liked.favouriteCount == 1)
    }
  }

  @Test func `a kept folder gets certificates of its newest authority`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for _ in 0..<2 {
      let woof = try await WoofHarness.start {
        $0.certificate = .good
        $0.folder = folder.path
      }
      try await woof.client(retryPolicy: .never).checkHealth()
      await woof.stop()
    }
  }

  @Test(arguments: [HarnessCertificate.expired, .wrongHost, .unknownAuthority])
  func `a bad certificate is refused`(certificate: HarnessCertificate) async throws {
    try await withHarness({ $0.certificate = certificate }) { woof, _ in
      let error = try await failure { try await woof.client(retryPolicy: .never).checkHealth() }
      #expect(error.code == .insecureConnection)
      #expect(woof.journal.exchanges.isEmpty)
    }
  }

  @Test func `plain HTTP to an encrypted port is refused as by a service`() async throws {
    try await withHarness({ $0.certificate = .good }) { woof, _ in
      let plain = try #require(URL(string: "http://127.0.0.1:\(woof.url.port ?? 0)"))
      let client = WoofClient(baseURL: plain, session: woof.session(), retryPolicy: .never)
      let error = try await failure { try await client.checkHealth() }
      #expect(error.code == .invalidRequest)
      #expect(error.message.contains("plain HTTP was sent to a port that speaks TLS"))
    }
  }

  @Test func `a certificate can be changed while the service runs`() async throws {
    try await withHarness({ $0.certificate = .good }) { woof, _ in
      try await woof.client().checkHealth()
      try woof.present(.expired)
      let error = try await failure { try await woof.client(retryPolicy: .never).checkHealth() }
      #expect(error.code == .insecureConnection)
      try woof.present(.good)
      try await woof.client().checkHealth()
    }
  }
}
