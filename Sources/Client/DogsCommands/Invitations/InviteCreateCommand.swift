// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Makes an invitation to sign up.
struct InviteCreateCommand: Command {
  static let name = "create"
  static let summary = "Makes a link by which somebody may make an account at the service."
  static let discussion = """
    The line that is printed is the address of a page at which people sign up; it has your name on it, and is not shown \
    again. Give it only to whom it is for: whoever has it may sign up, by the page or by: dogs signup

    It needs a service at which people sign up by invitation, and where you may invite. Your own password is needed: it is \
    asked for, or taken from DOGS_USER and DOGS_PASSWORD.

    With --json, the line is the invitation as the service sends it, with its url and token.
    """

  private let service: ServiceOptions
  private let note: String?
  private let useLimit: Int
  private let expiry: Expiry?

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    note = reader.option(
      "--note", .text("TEXT"), "For whom it is, as you remember it; only you and administrators see it.")
    useLimit =
      reader.option("--uses", Self.uses, "How many accounts may be made by it, up to 100; by default one.") ?? 1
    expiry = reader.option("--expires", Expiry.kind, "When it ends, within 30 days; by default in 7 days.")
  }

  private static let uses = ArgumentKind<Int>("NUMBER", allowed: "a number from 1 to 100") { text in
    Int(text).flatMap { (1...100).contains($0) ? $0 : nil }
  }

  func run() async throws -> ExitCode {
    await service.perform("invite \(Self.name)") { session in
      let client = try session.accountClient(service)
      let made = try await client.makeInvitation(note: note, useLimit: useLimit, until: expiry?.timestamp())
      guard let url = made.url else {
        throw CodedFailure.invalidResponse("the service gave no address of the invitation")
      }
      if service.printsJSON {
        StandardStream.output.write(try JSONLine.text(made))
      } else {
        StandardStream.output.write("\(url.absoluteString.printable)\n")
        let accounts = made.useLimit == 1 ? "1 account" : "\(made.useLimit) accounts"
        StandardStream.error.write(
          "Invitation \(made.id.printable) can be used until \(made.expiresAt), for \(accounts).\n")
      }
      return .done
    }
  }
}
