// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import WoofClient
import WoofCommandLine
import WoofTerminal

/// Changes the password of an account.
struct PasswordCommand: Command {
  static let name = "passwd"
  static let summary = "Changes the password of who signs in."
  static let discussion = """
    The new password is asked for twice on the terminal; where standard input is no terminal, it is the first line of it. \
    The one that holds is that of DOGS_USER and DOGS_PASSWORD, or is asked for; the account is that of DOGS_USER, or else \
    the one that login keeps an app password of. It ends all app passwords of the account; \
    dogs makes itself a new one where login keeps one.
    """

  private let service: ServiceOptions

  init(from reader: inout ArgumentReader) { service = ServiceOptions(from: &reader) }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      let signingIn = SigningIn(service, lines: session.lines)
      let accounts = try signingIn.accountStore()
      let store = NotingCredentialStore(accounts)
      let signIn = signingIn.signIn(keepingIn: store, knowing: accounts)
      let client = try ServiceSession(service, signIn: signIn).client
      let account = try await client.signIn()
      guard let (credential, origin) = store.noted else {
        throw CommandFailure("the service did not ask who is there: check that it is a Woof service")
      }
      let new = try NewPassword.choose("New password for \(account.name.printable): ")
      try await client.changePassword(from: credential.password, to: new)
      let kept = await service.credentials.store.credential(for: origin)
      let isKept = kept?.name == credential.name
      if isKept {
        let new = Credential(name: credential.name, password: new)
        let renewed = try await KeptAppPassword(service: service).credential(replacing: new, by: client)
        try await service.credentials.save(renewed, for: origin)
      }
      let remark = isKept ? " You stay signed in here; other devices have to sign in anew." : ""
      StandardStream.output.write(
        service.printsJSON
          ? "{\"passwordChanged\":true}\n" : "\(account.name.printable) has a new password.\(remark)\n")
      return .done
    }
  }
}

/// Notes which credential is used and has not been refused, besides what another store does with it.
final class NotingCredentialStore: CredentialStore {
  private let store: any CredentialStore
  private let state = Mutex<(Credential, URL)?>(nil)

  init(_ store: any CredentialStore) { self.store = store }

  /// The credential that was used last, with the URL of its service; `nil` if none was used or the last was refused.
  var noted: (Credential, URL)? { state.withLock { $0 } }

  func credential(for service: URL) async -> Credential? {
    let credential = await store.credential(for: service)
    if let credential { state.withLock { $0 = (credential, service) } }
    return credential
  }

  func save(_ credential: Credential, for service: URL) async throws {
    state.withLock { $0 = (credential, service) }
    try await store.save(credential, for: service)
  }

  func removeCredential(for service: URL) async throws {
    state.withLock { $0 = nil }
    try await store.removeCredential(for: service)
  }
}
