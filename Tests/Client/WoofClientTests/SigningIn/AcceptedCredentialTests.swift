// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import Testing
import URLLoading

@testable import TestKit
@testable import WoofClient

@Suite struct AcceptedCredentialTests {
  private static let challenge = ScriptedService.Response.problem(
    .authenticationRequired, ["WWW-Authenticate": #"Basic realm="Dogs""#])

  /// A service that responds to the requests with a credential in turn, the last response again and again.
  private func service(_ responses: [ScriptedService.Response]) throws -> ScriptedService {
    let count = Mutex(0)
    return try ScriptedService.onSocket({ request, _ in
      guard request.value(forHTTPHeaderField: "Authorization") != nil else { return Self.challenge }
      return count.withLock { count in
        defer { count += 1 }
        return responses[min(count, responses.count - 1)]
      }
    })
  }

  private func account() throws -> ScriptedService.Response {
    let account = Account(name: "ada", createdAt: try SamplePhoto.metadata(of: Data([1])).createdAt)
    return .json(String(decoding: try JSONEncoder().encode(account), as: UTF8.self))
  }

  @Test(arguments: [425, 429, 500, 502, 503])
  func `a response sent before the password check accepts no credential`(status: Int)
    async throws
  {
    let busy = ScriptedService.Response(status: status, fields: ["Content-Type": "text/html"])
    let service = try service([busy, Self.challenge, try account()])
    let store = MemoryCredentialStore()
    let controller = TestSignIn { Credential(name: "ada", password: "attempt \($0.attempt)") }
    let client = service.client(signIn: .asking(controller, keepingIn: store))
    #expect(try await failure { _ = try await client.account() }.isWorthRetrying)
    #expect(await store.credential(for: service.url) == nil)
    #expect(try await client.account().name == "ada")
    #expect(controller.prompts.map(\.attempt) == [1, 2])
    #expect(await store.credential(for: service.url)?.password == "attempt 2")
  }

  @Test func `a response that requires sign-in accepts the credential`() async throws {
    let service = try service([.problem(.forbidden)])
    let store = MemoryCredentialStore()
    let ada = Credential(name: "ada", password: "tail wagging")
    let client = service.client(signIn: .asking(TestSignIn { _ in ada }, keepingIn: store))
    #expect(try await failure { _ = try await client.account() }.code == .forbidden)
    #expect(await store.credential(for: service.url) == ada)
  }
}
