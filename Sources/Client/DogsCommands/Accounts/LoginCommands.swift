// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WoofClient
import WoofCommandLine
import WoofModel

/// Signs in, and keeps the name and the password.
struct LoginCommand: Command {
  static let name = "login"
  static let summary = "Signs in now, and keeps name and password in a file for later commands."
  static let discussion = """
    They are asked for on the terminal, or taken from DOGS_USER and DOGS_PASSWORD, tried, and then kept in a file that \
    nobody else may read, until logout. Without it, a command asks when the service wants to know who is there, and \
    writes nothing.
    """

  private let service: ServiceOptions

  init(from reader: inout ArgumentReader) { service = ServiceOptions(from: &reader) }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      try service.credentials.check()
      let accepted = AcceptedCredential()
      let signIn = SigningIn(service, lines: session.lines).signIn(keepingIn: accepted)
      let account = try await ServiceSession(service, signIn: signIn).client.signIn()
      guard let (credential, origin) = accepted.value else {
        throw CommandFailure("the service did not ask who is there: check that it is a Woof service")
      }
      try await service.credentials.save(credential, for: origin)
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

/// Forgets a name and a password.
struct LogoutCommand: Command {
  static let name = "logout"
  static let summary = "Forgets the name and the password that login kept for the service."

  private let service: ServiceOptions

  init(from reader: inout ArgumentReader) { service = ServiceOptions(from: &reader) }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { _ in
      try service.credentials.check()
      let signIn = SignIn(store: service.credentials.store)
      try await ServiceSession(service, signIn: signIn).client.signOut()
      StandardStream.output.write(service.printsJSON ? "{\"signedOut\":true}\n" : "Signed out.\n")
      return .done
    }
  }
}
