// SPDX-License-Identifier: Apache-2.0

import Foundation
import URLLoading
import WoofClient
import WoofCommandLine
import WoofTerminal

/// A command at work: the service that it asks, and where what it finds is shown.
struct ServiceSession: Sendable {
  /// The lines on the terminal that show results and progress.
  let lines = LiveLines()
  /// Asks the service, a few times where it must; for what somebody waits for.
  let client: WoofClient
  /// Asks the service over and over, for what takes long anyway and shall survive that the service is restarted.
  let patientClient: WoofClient

  /// Makes a session; nothing is asked yet.
  ///
  /// - Parameter signIn: The source of the credential; by default the options and the environment.
  /// - Throws: `CommandFailure` where a file that the options name cannot be used.
  init(_ options: ServiceOptions, signIn: SignIn? = nil) throws {
    guard let url = URL(string: options.address), url.scheme != nil, url.host != nil else {
      throw CommandFailure(
        "\(options.address) is no address of a service: one begins with https:// or http:// and a host, as "
          + "\(ServiceOptions.standardAddress).")
    }
    let configuration = URLSessionConfiguration.default
    configuration.urlCache = nil
    configuration.httpMaximumConnectionsPerHost = 64
    if let file = options.authority {
      guard access(file, R_OK) == 0 else {
        throw CommandFailure("\(file) cannot be read: --ca names a file with certificates, PEM.")
      }
      configuration.certificateAuthorityFile = URL(fileURLWithPath: file)
    }
    let urlSession = URLSession(configuration: configuration)
    let signIn = try signIn ?? SigningIn(options, lines: lines).signIn()
    client = WoofClient(baseURL: url, session: urlSession, signIn: signIn)
    patientClient = WoofClient(
      baseURL: url, session: urlSession, signIn: signIn,
      retryPolicy: RetryPolicy(maximumAttempts: 10, longestPause: .seconds(5), budget: 1000))
  }

  /// A client that signs in with the password of the account itself, as what changes the account needs.
  ///
  /// - Throws: `CommandFailure` where a file that the options name cannot be used.
  func accountClient(_ options: ServiceOptions) throws -> WoofClient {
    let signingIn = SigningIn(options, lines: lines)
    let store = try signingIn.accountStore()
    return try ServiceSession(options, signIn: signingIn.signIn(keepingIn: store, knowing: store)).client
  }
}
