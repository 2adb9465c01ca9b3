// SPDX-License-Identifier: Apache-2.0

import HarnessTestKit
import Testing
import URLLoading
import WoofTesting

@testable import TestKit
@testable import WoofClient

/// The token of a stream belongs to whoever it was given to: what becomes of the stream when somebody signs in or out.
@Suite struct EventSignInTests {
  private func withEvents(
    signedIn isSignedIn: Bool, _ change: @escaping @Sendable (WoofClient) async throws -> Void
  ) async throws {
    try await withService { service in
      let (ada, bob) = (try await service.addAccount("ada"), try await service.member("bob"))
      let photo = try await bob.upload(data: SamplePhoto.next()).photo
      let relay = try BreakingRelay(before: service.url)
      let client = WoofClient(
        baseURL: relay.url, session: service.session(), signIn: .asking(TestSignIn { _ in ada }),
        environment: ClientEnvironment(clock: InstantClock()))
      if isSignedIn { try await client.signIn() }
      var token: ChangeToken?
      for try await page in client.changes() { token = page.next }
      var events = client.events(since: token).makeAsyncIterator()
      try await bob.setFavourite(true, for: photo.id)
      guard case .change = try await events.next() else { throw TestFailure("no change") }
      try await change(client)
      relay.breakAll()
      guard case .gap = try await events.next() else { throw TestFailure("no gap") }
      try await bob.setFavourite(false, for: photo.id)
      guard case .change(let last) = try await events.next() else { throw TestFailure("no change") }
      #expect(last.photo.id == photo.id)
    }
  }

  @Test func `signing in during a stream gives a gap when the connection breaks, then the changes`() async throws {
    try await withEvents(signedIn: false) { try await $0.signIn() }
  }

  @Test(arguments: HarnessProtocol.allCases)
  func `a password replaced elsewhere is asked for again, and no change is missed`(wire: HarnessProtocol)
    async throws
  {
    try await withService(over: wire) { service in
      let (ada, bob) = (try await service.addAccount("ada"), try await service.member("bob"))
      let photo = try await bob.upload(data: SamplePhoto.next()).photo
      let new = Credential(name: "ada", password: "ears flapping")
      let signIn = TestSignIn { $0.reason == .required ? ada : new }
      let client = WoofClient(
        baseURL: service.url, session: service.session(), signIn: .asking(signIn),
        environment: ClientEnvironment(clock: InstantClock()))
      try await client.signIn()
      var token: ChangeToken?
      for try await page in client.changes() { token = page.next }
      var events = client.events(since: token).makeAsyncIterator()
      try await bob.setFavourite(true, for: photo.id)
      guard case .change = try await events.next() else { throw TestFailure("no change") }
      try await service.woof.setPassword(new.password, of: ada.name)
      // The stream that the old password opened ends before this is told.
      while signIn.prompts.count < 2 {
        try await bob.setFavourite(false, for: photo.id)
        try await bob.setFavourite(true, for: photo.id)
        guard case .change(let change) = try await events.next() else { throw TestFailure("a gap") }
        #expect(change.photo.id == photo.id)
      }
      #expect(signIn.prompts.map(\.reason) == [.required, .rejected])
      #expect(try await client.account().name == "ada")
    }
  }

  @Test func `signing out during a stream gives a gap when the connection breaks, then the changes`() async throws {
    try await withEvents(signedIn: true) { try await $0.signOut() }
  }
}
