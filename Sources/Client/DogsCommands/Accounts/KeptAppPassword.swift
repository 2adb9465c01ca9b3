// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine

/// The app password that `dogs login` keeps in place of the password of the account.
struct KeptAppPassword: Sendable {
  let service: ServiceOptions

  /// Makes an app password for this machine.
  ///
  /// - Parameter client: A client that has signed in with a credential.
  /// - Returns: The credential to be kept: the given one where it is an app password already, or where the service knows
  ///   none.
  func credential(replacing credential: Credential, by client: WoofClient) async throws -> Credential {
    guard !credential.isAppPassword else { return credential }
    do {
      let made = try await client.makeAppPassword(named: "dogs on \(Self.machine)", for: .all)
      guard let password = made.password else { throw CodedFailure.invalidResponse("the service gave no password") }
      return Credential(name: credential.name, password: password)
    } catch let error as WoofError where error.code == .notFound {
      return credential
    }
  }

  /// Revokes the app password that a credential is.
  ///
  /// - Returns: `false` where the service does not say that it is gone; nothing is done to other credentials.
  func revoke(_ credential: Credential?) async -> Bool {
    guard let credential, credential.isAppPassword else { return true }
    do {
      let signIn = SignIn(
        controller: GivenSignIn(credential: credential), allowsPlainHTTP: service.allowsPlainHTTP)
      try await ServiceSession(service, signIn: signIn).client.revokeAppPassword()
      return true
    } catch let error as WoofError {
      // It is no credential any more, which is what was wanted.
      return [.notFound, .authenticationRequired].contains(error.code)
    } catch {
      return (error as? CodedFailure)?.code == "authentication-required"
    }
  }

  /// The name of this machine, of which only the first part may be long for a name of an app password.
  private static var machine: String { String(ProcessInfo.processInfo.hostName.prefix(60)) }
}
