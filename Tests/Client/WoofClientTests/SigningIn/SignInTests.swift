// SPDX-License-Identifier: Apache-2.0

import Foundation
import HarnessTestKit
import Synchronization
import Testing
import URLLoading

@testable import TestKit
@testable import WoofClient

@Suite struct SignInTests {
  private func client(_ service: TestService, _ signIn: SignIn) -> WoofClient {
    WoofClient(baseURL: service.url, session: service.session(), signIn: signIn, retryPolicy: .never)
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `the user is not asked before the service asks`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let controller = TestSignIn { _ in throw NobodyThere() }
      for try await _ in client(service, .asking(controller)).photos() {}
      #expect(controller.prompts.isEmpty)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `the user is asked once when the service asks, and the credential is reused`(wire: HarnessProtocol) async throws
  {
    try await withService(over: wire) { service in
      let ada = try await service.addAccount("ada")
      let controller = TestSignIn { _ in ada }
      let client = client(service, .asking(controller))
      #expect(try await client.account().name == "ada")
      #expect(try await client.account().name == "ada")
      let host = "127.0.0.1:\(service.url.port ?? 0)"
      #expect(controller.prompts == [SignInPrompt(reason: .required, host: host, realm: "Dogs")])
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a known credential is sent on open routes, too`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.addAccount("ada")
      let client = client(service, .asking(TestSignIn { _ in ada }))
      let photo = try await client.upload(data: SamplePhoto.next()).photo
      #expect(try await client.photo(photo.id).isFavourite == false)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `several challenges at once ask the user once`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.addAccount("ada")
      let controller = TestSignIn { _ in ada }
      let client = client(service, .asking(controller))
      let names = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<16 { group.addTask { try await client.account().name } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(names == Array(repeating: "ada", count: 16))
      #expect(controller.prompts.count == 1)
    }
  }

  @Test(arguments: [1, 5], HarnessProtocol.allCases)
  func `cancelling all waiting requests ends the question`(count: Int, wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.addAccount("ada")
      let isForgotten = Mutex(true)
      let wasCancelled = Mutex(false)
      let controller = TestSignIn { _ in
        guard isForgotten.withLock({ $0 }) else { return ada }
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        continuation.finish()
        wasCancelled.withLock { $0 = Task.isCancelled }
        throw CancellationError()
      }
      let client = client(service, .asking(controller))
      let asking = Task { try await client.account() }
      while controller.prompts.isEmpty { await Task.yield() }
      let others = (1..<count).map { _ in Task { try await client.account() } }
      try await eventually { service.challengeCount >= count }
      // Those behind it first: left alone, the next of them would be asked for in its place.
      for request in others + [asking] {
        request.cancel()
        await #expect(throws: CancellationError.self) { try await request.value }
      }
      while !wasCancelled.withLock({ $0 }) { await Task.yield() }
      isForgotten.withLock { $0 = false }
      #expect(try await client.account().name == "ada")
      #expect(controller.prompts.map(\.attempt) == [1, 1])
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a wrong password is asked for again with the reason`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.addAccount("ada")
      let controller = TestSignIn { $0.attempt == 2 ? ada : Credential(name: "ada", password: "wrong") }
      #expect(try await client(service, .asking(controller)).account().name == "ada")
      #expect(controller.prompts.map(\.reason) == [.required, .rejected])
      #expect(controller.prompts.map(\.name) == [nil, "ada"])
      #expect(controller.prompts.map(\.attempt) == [1, 2])
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `after three wrong passwords the request fails`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      _ = try await service.addAccount("ada")
      let controller = TestSignIn { Credential(name: "ada", password: "wrong \($0.attempt)") }
      let error = try await failure { _ = try await client(service, .asking(controller)).account() }
      #expect(error.code == .authenticationRequired)
      #expect(error.message.contains("3 times"))
      #expect(!error.debugDescription.contains("wrong 1"))
      #expect(controller.prompts.count == 3)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a dismissed question cancels all requests that wait for it`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let mayReply = Gate()
      let controller = TestSignIn { _ in
        await mayReply.wait()
        throw NobodyThere()
      }
      let client = client(service, .asking(controller))
      let codes = try await withThrowingTaskGroup(of: WoofError.Code.self) { group in
        for _ in 0..<5 {
          group.addTask { try await failure { _ = try await client.account() }.code }
        }
        try await eventually { service.challengeCount == 5 }
        mayReply.open()
        return try await group.reduce(into: Set<WoofError.Code>()) { $0.insert($1) }
      }
      #expect(codes == [.signInCancelled])
      #expect(controller.prompts.count == 1)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `the next request after a dismissed question asks again`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.addAccount("ada")
      let controller = TestSignIn { _ in throw NobodyThere() }
      let client = client(service, .asking(controller))
      for _ in 0..<2 {
        let error = try await failure { _ = try await client.account() }
        #expect(error.cause is NobodyThere)
      }
      #expect(controller.prompts.count == 2)
      #expect(ada.name == "ada")
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `without a controller, the service's problem is thrown`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let error = try await failure { _ = try await service.client().account() }
      #expect(error.code == .authenticationRequired)
      #expect(error.code.status == 401)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a credential that has become invalid is asked for anew`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.addAccount("ada")
      let store = MemoryCredentialStore()
      await store.save(Credential(name: "ada", password: "an old one"), for: service.url)
      let controller = TestSignIn { _ in ada }
      let client = client(service, .asking(controller, keepingIn: store))
      #expect(try await client.account().name == "ada")
      #expect(controller.prompts.map(\.reason) == [.rejected])
      #expect(await store.credential(for: service.url) == ada)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a credential is kept only once the service has accepted it`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      _ = try await service.addAccount("ada")
      let store = MemoryCredentialStore()
      let controller = TestSignIn { _ in Credential(name: "ada", password: "wrong") }
      _ = try await failure { _ = try await client(service, .asking(controller, keepingIn: store)).account() }
      #expect(await store.credential(for: service.url) == nil)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `without a store the user is asked each time`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.addAccount("ada")
      let controller = TestSignIn { _ in ada }
      let client = client(service, .asking(controller, keepingIn: .none))
      for _ in 0..<2 { _ = try await client.account() }
      #expect(controller.prompts.count == 2)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a file keeps the credential for the next client, readable by its owner only`(wire: HarnessProtocol) async throws
  {
    try await withService(over: wire) { service in
      let ada = try await service.addAccount("ada")
      let file = URL(fileURLWithPath: service.folder.path("credentials"))
      let controller = TestSignIn { _ in ada }
      for _ in 0..<2 {
        _ = try await client(service, .asking(controller, keepingIn: .file(file))).account()
      }
      #expect(controller.prompts.count == 1)
      var status = stat()
      #expect(stat(file.path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `signing out makes requests anonymous`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.addAccount("ada")
      let controller = TestSignIn { $0.attempt == 1 ? ada : ada }
      let client = client(service, .asking(controller))
      try await client.signIn()
      try await client.signOut()
      #expect(controller.prompts.count == 1)
      try await client.signIn()
      #expect(controller.prompts.count == 2)
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a changed password is used from then on`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.member("ada")
      try await ada.changePassword(from: TestService.password, to: "a longer tail wagging")
      #expect(try await ada.account().name == "ada")
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a delegate signs in a task of any session`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let ada = try await service.addAccount("ada")
      let delegate = AuthenticationDelegate(for: service.url, signIn: .asking(TestSignIn { _ in ada }))
      let request = URLRequest(url: service.url.appendingPathComponent("v1/me"))
      let (data, response) = try await service.session().data(for: request, delegate: delegate)
      #expect((response as? HTTPURLResponse)?.statusCode == 200)
      #expect(try JSONDecoder().decode(Account.self, from: data).name == "ada")
    }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a service other than the delegate's gets no credential`(wire: HarnessProtocol) async throws {
    try await withService(over: wire) { service in
      let elsewhere = try #require(URL(string: "http://127.0.0.1:1"))
      let controller = TestSignIn { _ in Credential(name: "ada", password: "secret") }
      let delegate = AuthenticationDelegate(for: elsewhere, signIn: .asking(controller))
      let request = URLRequest(url: service.url.appendingPathComponent("v1/me"))
      let (_, response) = try await service.session().data(for: request, delegate: delegate)
      #expect((response as? HTTPURLResponse)?.statusCode == 401)
      #expect(controller.prompts.isEmpty)
    }
  }
}
