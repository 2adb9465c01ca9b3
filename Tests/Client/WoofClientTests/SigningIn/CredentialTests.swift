// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Testing

@testable import TestKit
@testable import WoofClient

@Suite struct CredentialTests {
  private let service: URL
  private let ada = Credential(name: "ada", password: "tail wagging")

  init() throws { service = try #require(URL(string: "https://photos.example.test")) }

  @Test func `a password is never printed`() {
    for text in ["\(ada)", String(reflecting: ada), String(describing: [ada])] { #expect(!text.contains("tail")) }
    var dumped = ""
    dump(ada, to: &dumped)
    #expect(!dumped.contains("tail"))
  }

  @Test func `the name and the password are encoded as UTF-8`() {
    #expect(Credential(name: "test", password: "123£").authorization == "Basic dGVzdDoxMjPCow==")
  }

  @Test func `a file that others can read is not used`() async throws {
    let folder = try TemporaryFolder()
    let file = URL(fileURLWithPath: folder.path("credentials"))
    try await FileCredentialStore(file: file).save(ada, for: service)
    #expect(await FileCredentialStore(file: file).credential(for: service) == ada)
    #expect(chmod(file.path, 0o640) == 0)
    #expect(await FileCredentialStore(file: file).credential(for: service) == nil)
  }

  @Test func `a malformed file gives no credential, and is replaced by the next one`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("no JSON", to: "credentials")
    let store = FileCredentialStore(file: URL(fileURLWithPath: folder.path("credentials")))
    #expect(await store.credential(for: service) == nil)
    try await store.save(ada, for: service)
    #expect(await store.credential(for: service) == ada)
    #expect(folder.names == ["credentials"])
  }

  @Test func `a forgotten credential is in no file any more`() async throws {
    let folder = try TemporaryFolder()
    let store = FileCredentialStore(file: URL(fileURLWithPath: folder.path("credentials")))
    try await store.save(ada, for: service)
    try await store.removeCredential(for: service)
    #expect(await store.credential(for: service) == nil)
    #expect(!String(decoding: folder.read("credentials"), as: UTF8.self).contains("tail"))
  }

  @Test func `a missing folder is reported`() async throws {
    let store = FileCredentialStore(file: URL(fileURLWithPath: "/nowhere/at/all/credentials"))
    #expect(try await failure { try await store.save(ada, for: service) }.code == .fileNotWritable)
  }

  @Test(arguments: [
    ("http://127.0.0.1:9663", true), ("http://localhost", true), ("http://[::1]:80", true),
    ("https://example.test", true),
    ("http://example.test", false), ("http://127.0.0.1.example.test", false), ("http://10.0.0.1", false),
  ])
  func `plain HTTP is safe for this machine only`(address: String, isSafe: Bool) throws {
    #expect(ServiceOrigin(try #require(URL(string: address))).isProtected == isSafe)
  }

  @Test(arguments: [
    ("http://Example.test", "http://example.test"), ("https://example.test:443/woof/", "https://example.test"),
    ("http://example.test:9663/x?y", "http://example.test:9663"), ("http://[::1]:9663", "http://[::1]:9663"),
  ])
  func `credentials are kept by scheme, host and port`(address: String, kept: String) throws {
    #expect(ServiceOrigin(try #require(URL(string: address))).url.absoluteString == kept)
  }

  @Test func `a password does not go over plain HTTP to another machine`() async throws {
    let plain = ServiceOrigin(try #require(URL(string: "http://photos.example.test")))
    let controller = TestSignIn { _ in Credential(name: "ada", password: "secret") }
    let desk = SignInDesk(.asking(controller), service: plain)
    let error = try await failure {
      _ = try await desk.credential(
        for: ObjectIdentifier(desk), insteadOf: nil, since: 0, realm: "Dogs", isWanted: { true })
    }
    #expect(error.code == .insecureSignIn)
    #expect(controller.prompts.isEmpty)
    let allowed = SignInDesk(SignIn(controller: controller, allowsPlainHTTP: true), service: plain)
    #expect(
      try await allowed.credential(
        for: ObjectIdentifier(allowed), insteadOf: nil, since: 0, realm: "Dogs", isWanted: { true })?.name == "ada")
  }

  @Test func `a request cancelled during the look-up asks nobody`() async throws {
    let ada = ada
    let controller = TestSignIn { _ in ada }
    let store = HesitatingStore()
    let desk = SignInDesk(.asking(controller, keepingIn: store), service: ServiceOrigin(service))
    let request = Task {
      try await desk.credential(
        for: ObjectIdentifier(desk), insteadOf: nil, since: 0, realm: "Dogs", isWanted: { true })
    }
    await store.isAsked.wait()
    await desk.leave(ObjectIdentifier(desk))
    store.mayReply.open()
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(controller.prompts.isEmpty)
  }

  @Test func `a credential that the store cannot keep is kept in memory`() async throws {
    let ada = ada
    let signIn = SignIn(
      controller: TestSignIn { _ in ada },
      store: FileCredentialStore(file: URL(fileURLWithPath: "/nowhere/at/all/credentials")))
    let desk = SignInDesk(signIn, service: ServiceOrigin(service))
    await desk.confirm(ada)
    #expect(await desk.known() == ada)
  }
}

/// Has nothing, and says so when a test lets it.
private struct HesitatingStore: CredentialStore {
  let isAsked = Gate()
  let mayReply = Gate()

  func credential(for service: URL) async -> Credential? {
    isAsked.open()
    await mayReply.wait()
    return nil
  }

  func save(_ credential: Credential, for service: URL) async throws {}

  func removeCredential(for service: URL) async throws {}
}
