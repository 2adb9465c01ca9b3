// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WoofClient
import WoofCommandLine
import WoofModel

/// Signs in, and keeps the name and the password.
struct LoginCommand: Command {
  static let name = "login"
  static let summary = "Signs in now, and stays signed in for later commands."
  static let discussion = """
    Name and password are asked for on the terminal, or taken from DOGS_USER and DOGS_PASSWORD, and tried. Then dogs makes \
    itself an app password, keeps that in a file that nobody else may read, until logout, and forgets the password. What \
    changes the account itself asks for the password again. Without login, a command asks when the service wants to know \
    who is there, and writes nothing.
    """

  private let service: ServiceOptions

  init(from reader: inout ArgumentReader) { service = ServiceOptions(from: &reader) }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      try service.credentials.check()
      let accepted = AcceptedCredential()
      let signIn = SigningIn(service, lines: session.lines).signIn(keepingIn: accepted)
      let client = try ServiceSession(service, signIn: signIn).client
      let account = try await client.signIn()
      guard let (credential, origin) = accepted.value else {
        throw CommandFailure("the service did not ask who is there: check that it is a Woof service")
      }
      let appPassword = KeptAppPassword(service: service)
      let earlier = await service.credentials.store.credential(for: origin)
      let kept = try await appPassword.credential(replacing: credential, by: client)
      try await service.credentials.save(kept, for: origin)
      if earlier != kept { _ = await appPassword.revoke(earlier) }
      StandardStream.output.write(
        service.printsJSON ? try JSONLine.text(account) : "Signed in as \(account.name.printable).\n")
      return .done
    }
  }
}

/// Notes what the service has accepted.
private final class AcceptedCredential: CredentialStore {
  private let noted = Mutex<(Credential, URL)?>(nil)

  var value: (Credential, URL)? { noted.withLock { $0 } }

  func credential(for service: URL) -> Credential? { nil }
  func save(_ credential: Credential, for service: URL) { noted.withLock { $0 = (credential, service) } }
  func removeCredential(for service: URL) { noted.withLock { $0 = nil } }
}

/// Notes what is taken out of another store.
private final class EmptiedStore: CredentialStore {
  private let store: FileCredentialStore
  private let noted = Mutex<Credential?>(nil)

  init(_ store: FileCredentialStore) { self.store = store }

  var removed: Credential? { noted.withLock { $0 } }

  func credential(for service: URL) async -> Credential? { await store.credential(for: service) }

  func save(_ credential: Credential, for service: URL) async throws {
    try await store.save(credential, for: service)
  }

  func removeCredential(for service: URL) async throws {
    let credential = await store.credential(for: service)
    try await store.removeCredential(for: service)
    noted.withLock { $0 = credential }
  }
}

/// Forgets a name and a password.
struct LogoutCommand: Command {
  static let name = "logout"
  static let summary = "Forgets what login kept for the service, and revokes it."

  private let service: ServiceOptions

  init(from reader: inout ArgumentReader) { service = ServiceOptions(from: &reader) }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { _ in
      try service.credentials.check()
      let store = EmptiedStore(service.credentials.store)
      try await ServiceSession(service, signIn: SignIn(store: store)).client.signOut()
      if await !KeptAppPassword(service: service).revoke(store.removed) {
        StandardStream.error.write(
          "dogs logout: \(service.address.printable) could not be told; revoke the app password by: dogs app-password revoke\n"
        )
      }
      StandardStream.output.write(service.printsJSON ? "{\"signedOut\":true}\n" : "Signed out.\n")
      return .done
    }
  }
}
