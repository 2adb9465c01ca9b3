// SPDX-License-Identifier: Apache-2.0

import Foundation
import WoofClient
import WoofCommandLine
import WoofModel

/// Makes a share link.
struct LinkCreateCommand: Command {
  static let name = "create"
  static let summary = "Makes a link at which anybody who has it sees one of your albums or photos."
  static let discussion = """
    The line that is printed is the link's address; what whoever has it will see is said in words on standard error. Keep \
    the address as you keep a password, and give it to those who are to see the photos: it is not shown again. Who may see \
    the photos otherwise stays as it is. An album is shown as you see it, what is added later included.

    With --add, strangers put photos into your album; these count for what you may store, and only you and those who have a \
    link see them until you say otherwise. Who adds or likes gives a name, which nobody checks; see: dogs link likes

    Without --location, places, serial numbers of cameras and names of files are left out, of downloads too. A password is \
    asked for twice on the terminal; where standard input is no terminal, it is the first line of it.

    With --json, the line is the link as the service sends it, with its url and token.
    """

  private let service: ServiceOptions
  private let reference: LinkTargetReference?
  private let expiry: Expiry?
  private let hasPassword: Bool
  private let allows: ShareLinkAllowances
  private let showsLocation: Bool

  init(from reader: inout ArgumentReader) {
    service = ServiceOptions(from: &reader)
    reference = LinkTargetReference.required(from: &reader, "Shows")
    expiry = reader.option("--expires", Expiry.kind, "How long the link can be used; by default for 30 days.")
    hasPassword = reader.flag("--password", "Asks for a password that holders have to give.")
    let given: [(ShareLinkAllowances, Bool)] = [
      (.download, reader.flag("--download", "Lets holders download the originals.")),
      (.add, reader.flag("--add", "Lets holders add photos to the album, which are yours then.")),
      (.like, reader.flag("--like", "Lets holders like photos under a name that they give.")),
    ]
    allows = ShareLinkAllowances(given.filter(\.1).map(\.0))
    showsLocation = reader.flag(
      "--location", "Shows places, serial numbers of cameras and names of files too, and leaves them in downloads.")
  }

  func run() async throws -> ExitCode {
    await service.perform("link \(Self.name)") { session in
      guard let reference else { return .usage }
      let client = session.client
      // The address is told once: whatever may fail comes before it.
      let subject = try await reference.subject(client)
      let password = hasPassword ? try NewPassword.choose("Password of the link: ") : nil
      let link = try await client.createLink(
        to: subject.target, expiresAt: expiry?.timestamp(), password: password, allows: allows,
        showsLocation: showsLocation)
      guard let address = link.url else {
        throw CodedFailure.invalidResponse("the service gave no address of the link")
      }
      guard !service.printsJSON else {
        StandardStream.output.write(try JSONLine.text(link))
        return .done
      }
      StandardStream.output.write("\(address.absoluteString.printable)\n")
      StandardStream.error.write(LinkText.description(of: link, subject))
      return .done
    }
  }
}
