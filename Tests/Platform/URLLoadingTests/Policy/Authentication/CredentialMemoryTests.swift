// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Testing

@testable import URLLoading

struct CredentialMemoryTests {
  private let memory = CredentialMemory()
  private let offer = AuthenticationOffer(scheme: .basic, realm: "Dogs")
  private let credential = URLCredential(user: "ada", password: "1", persistence: .forSession)

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func remember(_ credential: URLCredential? = nil, at text: String, realm: String = "Dogs") throws {
    let url = try url(text)
    let offer = AuthenticationOffer(scheme: .basic, realm: realm)
    let space = try #require(offer.protectionSpace(of: url))
    memory.remember(credential ?? self.credential, for: offer, in: ProtectionSpaceIdentity(space), at: url)
  }

  private func space(_ text: String, realm: String = "Dogs") throws -> ProtectionSpaceIdentity {
    let offer = AuthenticationOffer(scheme: .basic, realm: realm)
    return ProtectionSpaceIdentity(try #require(offer.protectionSpace(of: try url(text))))
  }

  @Test(arguments: ["http://a.test/photos/2", "http://a.test/photos/", "http://A.test:80/photos/x/y?z#f"])
  func `a credential is sent unasked in the folder where it was used, and below`(text: String) throws {
    try remember(at: "http://a.test/photos/1")
    #expect(try memory.remembered(for: url(text))?.credential === credential)
  }

  @Test(arguments: [
    "http://a.test/", "http://a.test/photos", "http://a.test/photosX/1", "http://a.test/photos/../accounts",
    "http://a.test/photos/%2E%2e/accounts", "http://a.test/photos/..",
  ])
  func `a credential is not sent unasked to other paths`(text: String) throws {
    try remember(at: "http://a.test/photos/1")
    #expect(try memory.remembered(for: url(text)) == nil)
  }

  @Test(arguments: [
    "https://a.test/photos/1", "http://b.test/photos/1", "http://a.test:8080/photos/1", "http://a.test.b.test/photos/1",
    "http://a.test@b.test/photos/1",
  ])
  func `a credential is never sent to another origin`(text: String) throws {
    try remember(at: "http://a.test/photos/1")
    #expect(try memory.remembered(for: url(text)) == nil)
  }

  @Test func `the space with the longest path counts`() throws {
    let other = URLCredential(user: "bob", password: "2", persistence: .forSession)
    try remember(at: "http://a.test/")
    try remember(other, at: "http://a.test/cats/1", realm: "Cats")
    #expect(try memory.remembered(for: url("http://a.test/cats/2"))?.credential === other)
    #expect(try memory.remembered(for: url("http://a.test/dogs"))?.credential === credential)
  }

  @Test func `a credential for one use is not remembered`() throws {
    try remember(URLCredential(user: "ada", password: "1", persistence: .none), at: "http://a.test/")
    #expect(try memory.remembered(for: url("http://a.test/")) == nil)
  }

  @Test func `a refused credential is forgotten, a newer one is not`() throws {
    let newer = URLCredential(user: "ada", password: "2", persistence: .forSession)
    try remember(at: "http://a.test/")
    try remember(newer, at: "http://a.test/")
    memory.forget(credential, in: try space("http://a.test/"))
    #expect(try memory.remembered(for: url("http://a.test/"))?.credential === newer)
    memory.forget(newer, in: try space("http://a.test/"))
    #expect(try memory.remembered(for: url("http://a.test/")) == nil)
  }

  @Test func `a refused task learns what another task has learnt since`() throws {
    let newer = URLCredential(user: "ada", password: "2", persistence: .forSession)
    try remember(newer, at: "http://a.test/")
    let space = try space("http://a.test/")
    #expect(memory.remembered(in: space, otherThan: credential)?.credential === newer)
    #expect(memory.remembered(in: space, otherThan: newer) == nil)
    #expect(memory.remembered(in: space, otherThan: nil)?.credential === newer)
  }

  @Test func `the memory is bounded`() throws {
    for index in 0..<200 { try remember(at: "http://a.test/\(index)/x") }
    #expect(try memory.remembered(for: url("http://a.test/0/x")) == nil)
    #expect(try memory.remembered(for: url("http://a.test/199/x")) != nil)
  }

  @Test func `a reset forgets everything`() throws {
    try remember(at: "http://a.test/")
    memory.removeAll()
    #expect(try memory.remembered(for: url("http://a.test/")) == nil)
    #expect(memory.remembered(in: try space("http://a.test/")) == nil)
  }
}
