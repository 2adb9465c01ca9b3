// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine

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
