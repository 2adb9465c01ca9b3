// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel
import WoofTerminal

/// Makes an account.
struct SignUpCommand: Command {
  static let name = "signup"
  static let summary = "Makes an account for you, where the service lets you, or by an invitation."
  static let discussion = """
    The password of the account is asked for twice on the terminal; where standard input is no terminal, it is the first \
    line of it. It has 8 characters or more.

    The invitation is the address that somebody sent you, which says which service it is for, or its last part; with the \
    last part alone, --url names the service. An invitation is not used up where no account is made.

    With --json, the line is the account as the service sends it.
    """

  private let service: ServiceOptions
  private let invitation: InvitationLink?
  private let account: String

  init(from reader: inout ArgumentReader) {
    let options = ServiceOptions(from: &reader)
    let invitation = reader.option(
      "--invitation", Self.invitation, "The invitation, as its address or the last part of that.")
    self.invitation = invitation
    service = invitation?.serviceURL.map { options.asking($0.absoluteString) } ?? options
    account = reader.argument(
      ArgumentKind("NAME") { $0.isEmpty ? nil : $0 }, otherwise: "",
      "The name of the account: small letters, digits, dots, hyphens and underscores.")
  }

  private static let invitation = ArgumentKind<InvitationLink>(
    "INVITATION", allowed: "the address of an invitation, as https://photos.example.org/join/…, or its last part"
  ) { text in
    InvitationLink(token: text) ?? URL(string: text).flatMap { InvitationLink(url: $0) }
  }

  func run() async throws -> ExitCode {
    await service.perform(Self.name) { session in
      try service.requireProtection()
      if let invitation, !service.printsJSON {
        // Whoever was sent an invitation that has ended need not think of a password first.
        let inviter = try await session.client.receivedInvitation(invitation).inviter
        StandardStream.error.write("\(inviter.printable) invites you to \(service.address.printable)\n")
      }
      let password = try NewPassword.choose("Password for \(account.printable): ")
      let made = try await session.client.signUp(name: account, password: password, invitation: invitation)
      StandardStream.output.write(
        service.printsJSON
          ? try JSONLine.text(made)
          : "\(made.name.printable) has an account now. To stay signed in: dogs login --url \(service.address.printable)\n"
      )
      return .done
    }
  }
}
