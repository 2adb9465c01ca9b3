// SPDX-License-Identifier: Apache-2.0

import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Makes an app password.
struct AppPasswordCreateCommand: Command {
  static let name = "create"
  static let summary = "Makes a password for one app or device, which may do less than your account."
  static let discussion = """
    The line that is printed is the password; it goes with the name of your account, and is not shown again. It may be used \
    for what --for names: read, like, upload, write, separated by commas; none of them includes another. Nobody changes \
    your password or makes app passwords with one. It ends when it is revoked, at --expires, or when your account gets a new \
    password.

    Your own password is needed: it is asked for, or taken from DOGS_USER and DOGS_PASSWORD.

    With --json, the line is the app password as the service sends it.
    """

  private let service: ServiceOptions
  private let scopes: AppPasswordScopes
  private let expiry: Expiry?
  private let title: String

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    scopes =
      reader.option("--for", Self.scopes, "What it may be used for; by default everything that an app password may.")
      ?? .all
    expiry = reader.option("--expires", Expiry.kind, "When it ends; by default only when it is revoked.")
    title = reader.argument("NAME", "What you call it, as the app or the device.")
  }

  private static let scopes = ArgumentKind<AppPasswordScopes>(
    "SCOPES", allowed: "some of \(AppPasswordScopes.allNames.joined(separator: ",")), separated by commas"
  ) { text in
    AppPasswordScopes(names: text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) })
  }

  func run() async throws -> ExitCode {
    await service.perform("app-password \(Self.name)") { session in
      let client = try session.accountClient(service)
      let made = try await client.makeAppPassword(named: title, for: scopes, until: expiry?.timestamp())
      guard let password = made.password else {
        throw CodedFailure.invalidResponse("the service gave no password")
      }
      if service.printsJSON {
        StandardStream.output.write(try JSONLine.text(made))
      } else {
        StandardStream.output.write("\(password.printable)\n")
        let end = made.expiresAt.map { "until \($0)" } ?? "until it is revoked"
        StandardStream.error.write(
          "App password \(made.id.printable) can be used \(end), for: \(made.scopes.names.joined(separator: ", ")).\n")
      }
      return .done
    }
  }
}
