// SPDX-License-Identifier: Apache-2.0

import Foundation
import FoundationNetworking
import Synchronization
import Testing

@testable import URLLoading

struct URLCredentialStorageTests {
  private let storage = URLLoading.URLCredentialStorage()
  private let ada = URLCredential(user: "ada", password: "1", persistence: .forSession)
  private let bob = URLCredential(user: "bob", password: "2", persistence: .permanent)

  private func space(realm: String = "Dogs", port: Int = 80) -> URLProtectionSpace {
    URLProtectionSpace(
      host: "a.test", port: port, protocol: "http", realm: realm,
      authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
  }

  @Test func `a credential is found by an equal space`() {
    storage.set(ada, for: space())
    #expect(storage.credentials(for: space()) == ["ada": ada])
    #expect(storage.credentials(for: space(realm: "Cats")) == nil)
    #expect(storage.credentials(for: space(port: 81)) == nil)
  }

  @Test func `setting a credential repeatedly adds nothing`() {
    for _ in 0..<100 { storage.set(ada, for: space()) }
    #expect(storage.allCredentials.count == 1)
    #expect(storage.allCredentials.first?.value == ["ada": ada])
  }

  @Test func `spaces of challenges find the credentials of the full list`() throws {
    storage.set(ada, for: space())
    let url = try #require(URL(string: "http://a.test/x"))
    let asked = try #require(AuthenticationOffer(scheme: .basic, realm: "Dogs").protectionSpace(of: url))
    #expect(storage.allCredentials[asked] == ["ada": ada])
  }

  @Test func `the default credential is the one set as such`() {
    storage.set(ada, for: space())
    #expect(storage.defaultCredential(for: space()) == nil)
    storage.setDefaultCredential(bob, for: space())
    #expect(storage.defaultCredential(for: space()) === bob)
    #expect(storage.credentials(for: space()) == ["ada": ada, "bob": bob])
  }

  @Test func `removing the default leaves none`() {
    storage.setDefaultCredential(bob, for: space())
    storage.remove(bob, for: space())
    #expect(storage.defaultCredential(for: space()) == nil)
    #expect(storage.credentials(for: space()) == nil)
    #expect(storage.allCredentials.isEmpty)
  }

  @Test func `a credential for one use is not stored`() {
    storage.set(URLCredential(user: "eve", password: "3", persistence: .none), for: space())
    storage.setDefaultCredential(URLCredential(user: "eve", password: "3", persistence: .none), for: space())
    #expect(storage.allCredentials.isEmpty)
    #expect(storage.defaultCredential(for: space()) == nil)
  }

  @Test func `an accepted certificate is not stored, and cannot be forged by name`() {
    let leaf = Data("leaf".utf8)
    let trust = ServerTrust(TransferTrustEvaluation(certificates: [leaf], verdict: .unknownAuthority))
    let accepting = URLCredential(trust: trust)
    storage.set(accepting, for: space())
    storage.setDefaultCredential(accepting, for: space())
    #expect(storage.allCredentials.isEmpty)
    #expect(accepting.acceptedLeaf == TransferTrust.digest(ofCertificate: leaf))
    let typed = URLCredential(user: accepting.user ?? "", password: "", persistence: .forSession)
    #expect(typed.acceptedLeaf == nil)
  }

  @Test func `changes are posted as notifications`() {
    let count = Mutex(0)
    let name = Notification.Name.NSURLCredentialStorageChanged
    let token = NotificationCenter.default.addObserver(forName: name, object: storage, queue: nil) { _ in
      count.withLock { $0 += 1 }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    storage.set(ada, for: space())
    storage.remove(ada, for: space())
    storage.remove(ada, for: space())
    #expect(count.withLock { $0 } == 2)
  }

  @Test func `settings without an effect are not posted`() {
    let count = Mutex(0)
    let name = Notification.Name.NSURLCredentialStorageChanged
    storage.set(ada, for: space())
    storage.setDefaultCredential(bob, for: space())
    let token = NotificationCenter.default.addObserver(forName: name, object: storage, queue: nil) { _ in
      count.withLock { $0 += 1 }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    storage.set(ada, for: space())
    storage.setDefaultCredential(bob, for: space())
    #expect(count.withLock { $0 } == 0)
    storage.setDefaultCredential(ada, for: space())
    #expect(count.withLock { $0 } == 1)
    storage.set(URLCredential(user: ada.user ?? "", password: "new", persistence: .forSession), for: space())
    #expect(count.withLock { $0 } == 2)
  }

  @Test func `several threads can use the storage`() async {
    await withTaskGroup { group in
      for index in 0..<8 {
        group.addTask {
          for port in 0..<200 {
            storage.set(index.isMultiple(of: 2) ? ada : bob, for: space(port: port))
            _ = storage.allCredentials.count
          }
        }
      }
    }
    #expect(storage.allCredentials.count == 200)
    #expect(storage.allCredentials.allSatisfy { $0.value.count == 2 })
  }
}
